import { containsOrTouches, type TextRange } from '../../../base/textRange.ts';
import {
  type PredicateNode,
  rangeIn,
  statementRange,
  type TermNode,
} from '../../../rdf/turtle/syntaxTree.ts';
import { subterms } from '../../../rdf/turtle/treeWalk.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';

/**
 * What to select around an offset, from the inside out: the text of a string, the term, the objects of the predicate,
 * the predicate with its objects, all predicates of the node, its brackets, the statement, the document. Each range
 * contains the one before it and is longer.
 */
export function selectionRanges(document: TurtleDocument, offset: number): readonly TextRange[] {
  const ranges: TextRange[] = [{ start: 0, end: document.rope.length }];
  const add = (range: TextRange) => {
    const { start, end } = ranges.at(-1)!;
    const isInside = start <= range.start && range.end <= end;
    if (isInside && range.end - range.start < end - start && containsOrTouches(range, offset))
      ranges.push(range);
  };
  const statement = document.sources.statementAt(offset);
  if (statement === undefined) return ranges;
  add(statementRange(statement));
  if (statement.kind === 'prefix') add(rangeIn(statement, statement.prefixRange));
  if (statement.kind === 'prefix' || statement.kind === 'base') add(rangeIn(statement, statement.iriRange));
  if (statement.kind !== 'triples') return ranges.reverse();

  const relative = offset - statement.start;
  let parts: readonly TermNode[] = subterms(statement);
  let predicates = statement.predicates;
  for (;;) {
    for (const range of around(predicates, relative)) add(rangeIn(statement, range));
    const node = parts.findLast((part) => containsOrTouches(part, relative));
    if (node === undefined) return ranges.reverse();
    add(rangeIn(statement, node));
    if (node.kind === 'literal') {
      add(rangeIn(statement, node.lexical));
      add(rangeIn(statement, { start: node.lexical.start + 1, end: node.lexical.end - 1 }));
    }
    parts = subterms(node);
    predicates = node.kind === 'propertyList' ? node.predicates : [];
  }
}

/** All predicates of a node, the one at an offset with its objects, and these objects alone. */
function around(predicates: readonly PredicateNode[], offset: number): readonly TextRange[] {
  const [first, last] = [predicates[0], predicates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ranges = [{ start: first.verb.start, end: endOf(last) }];
  const predicate = predicates.findLast(({ verb }) => verb.start <= offset);
  if (predicate && offset <= endOf(predicate)) {
    ranges.push({ start: predicate.verb.start, end: endOf(predicate) });
    const [object] = predicate.objects;
    if (object) ranges.push({ start: object.term.start, end: endOf(predicate) });
  }
  return ranges;
}

function endOf({ verb, objects }: PredicateNode): number {
  return objects.at(-1)?.term.end ?? verb.end;
}
