import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { changeBetween } from '../../../rdf/turtle/changeBetween.ts';
import { formatDocument } from '../../../rdf/turtle/formatting/formatDocument.ts';
import type { FormatOptions } from '../../../rdf/turtle/formatting/formatOptions.ts';
import { type PrefixStatement, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { cursorContext } from '../completion/cursorContext.ts';
import { unneededPrefixes } from './unneededPrefixes.ts';

/**
 * The edit that tidies the declarations of prefixes: removes those that nothing in the file uses, not even queries, and
 * repetitions of the one in force, and sorts each block of the others. A declaration with a comment on its line is not
 * removed. Undefined when there is nothing to do; what the file states stays.
 */
export function organizePrefixes(document: TurtleDocument, options: FormatOptions): OffsetEdit | undefined {
  const { uri, version, text } = document;
  const kept = applyEdits(
    text,
    unneededPrefixes(document).map(({ removal }) => removal),
  );
  const without = new TurtleDocument(uri, version, kept);
  const sorted = { ...options, sortPrefixes: true };
  const edits = unsortedBlocks(without).flatMap((range) => formatDocument(without, sorted, range));
  const after = applyEdits(kept, edits);
  if (after === text) return undefined;
  const { start, end, length } = changeBetween(text, after);
  return { range: { start, end }, newText: after.slice(start, start + length) };
}

/** More blocks are not sorted: nobody writes that many. */
const mostBlocks = 20;

/** The ranges of neighbouring declarations that are out of order. */
function unsortedBlocks(document: TurtleDocument): readonly OffsetEdit['range'][] {
  const blocks: { start: number; end: number; isSorted: boolean }[] = [];
  let previous: PrefixStatement | undefined;
  for (const statement of document.statements) {
    const last = blocks.at(-1);
    const { start, end } = statementRange(statement);
    if (statement.kind !== 'prefix') previous = undefined;
    else {
      if (previous && last) {
        last.end = end;
        if (previous.prefix > statement.prefix) last.isSorted = false;
      } else blocks.push({ start, end, isSorted: true });
      previous = statement;
    }
  }
  return blocks.filter(({ isSorted }) => !isSorted).slice(0, mostBlocks);
}

/**
 * The edit that declares the prefix whose colon was just typed at an offset, if everyone uses it for one namespace and the document
 * declares it nowhere. None for prefixes that only some use: what is typed may be about to be declared for something else.
 */
export function declareTyped(document: TurtleDocument, offset: number): readonly OffsetEdit[] {
  const { rope, directives } = document;
  const before = rope.slice(Math.max(0, offset - longestTyped), offset);
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
const longestTyped = 40;
