import { scopeAt } from '../../turtle/scopeAt.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/**
 * Tells the prefixes in force at offsets of a document, as the same map until the next declaration, so that asking for many
 * offsets in order takes no longer than asking for a few.
 */
export function prefixesAt(document: TurtleDocument): (offset: number) => ReadonlyMap<string, string> {
  const starts = document.directives.map(({ start }) => start);
  let from = 0;
  let to = 0;
  let prefixes: ReadonlyMap<string, string> = new Map();
  return (offset) => {
    if (offset >= from && offset < to) return prefixes;
    prefixes = scopeAt(document, offset + 1).prefixes;
    from = starts.findLast((start) => start <= offset) ?? 0;
    to = starts.find((start) => start > offset) ?? Number.POSITIVE_INFINITY;
    return prefixes;
  };
}
