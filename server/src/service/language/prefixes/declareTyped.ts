import type { OffsetEdit } from '../../../base/textEdit.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { cursorContext } from '../completion/cursorContext.ts';

/**
 * The edit that declares the prefix whose colon was just typed at an offset, if everyone uses it for one namespace and the
 * document declares it nowhere. None for prefixes that only some use: the user may be about to declare it for something
 * else.
 */
export function declareTyped(document: TurtleDocument, offset: number): readonly OffsetEdit[] {
  const { rope, directives } = document;
  const before = rope.slice(Math.max(0, offset - longest), offset);
  const prefix = /(?:^|[\s,;([^])([A-Za-z][\w-]*):$/.exec(before)?.[1];
  const namespace = prefix === undefined ? undefined : knownPrefixes.get(prefix);
  if (prefix === undefined || namespace === undefined) return [];
  if (directives.some((each) => each.kind === 'prefix' && each.prefix === prefix)) return [];
  const { role } = cursorContext(document, offset);
  if (role === 'string' || role === 'comment' || role === 'directive') return [];
  const { offset: place, text } = prefixDeclarations(document, new Map([[prefix, namespace]]));
  // A prefix declared after its use has no effect.
  if (place > offset - prefix.length - 1) return [];
  return [{ range: { start: place, end: place }, newText: text }];
}

/** In UTF-16 code units; no well-known prefix is as long. */
const longest = 40;
