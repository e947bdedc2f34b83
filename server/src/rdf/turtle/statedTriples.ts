import { TripleCounts } from '../tripleCounts.ts';
import { IntList } from './intList.ts';
import type { ChunkSlice } from './statementSequence.ts';
import type { StatementVisitor } from './syntaxTree.ts';
import { visitStatement } from './tapedStatement.ts';

/**
 * The triples that statements state, as subject, predicate and object in turn and in document order, including those of
 * lists. A triple that is stated twice comes twice.
 */
export function statedTriples(slices: readonly ChunkSlice[]): Int32Array {
  const triples = new IntList();
  const collect: StatementVisitor = {
    triple: (subject, predicate, object) => {
      triples.pushPair(subject, predicate);
      triples.push(object);
    },
  };
  for (const { chunk, first, last } of slices) {
    for (let statement = first; statement < last; statement++) visitStatement(chunk, statement, collect);
  }
  return triples.toArray();
}

/** True when both lists contain the same triples equally often. */
export function areSameTriples(left: Int32Array, right: Int32Array): boolean {
  if (left.length !== right.length) return false;
  if (left.every((term, at) => term === right[at])) return true;
  const counts = new TripleCounts();
  for (let at = 0; at < left.length; at += 3) {
    counts.add(left[at]!, left[at + 1]!, left[at + 2]!, 1);
    counts.add(right[at]!, right[at + 1]!, right[at + 2]!, -1);
  }
  let same = true;
  counts.forEach(() => {
    same = false;
  });
  return same;
}
