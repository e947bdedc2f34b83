import type { TextRange } from '../../base/textRange.ts';
import { scopeAt } from '../../turtle/scopeAt.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { nameTokens } from './nameTokens.ts';

/** The namespaces of the prefixes that the names in a range of a document have. */
export function copiedPrefixes(document: TurtleDocument, range: TextRange): ReadonlyMap<string, string> {
  const { prefixes } = scopeAt(document, range.end);
  const used = new Set(nameTokens(document.rope.slice(range.start, range.end)).map(({ prefix }) => prefix));
  return new Map([...prefixes].filter(([prefix]) => used.has(prefix)));
}
