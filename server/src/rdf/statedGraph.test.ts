import { expect, test } from 'vitest';
import { graphDifference } from './graphDifference.ts';
import { StatedGraph } from './statedGraph.ts';

const flat = (...triples: readonly (readonly number[])[]) => Int32Array.from(triples.flat());
const [a, b] = [
  [1, 2, 3],
  [4, 2, 3],
] as const;

test('a triple leaves the graph with its last occurrence', () => {
  const twice = StatedGraph.of(flat(a, b, a));
  expect(twice.size).toBe(2);
  const once = twice.changed(flat(a), flat());
  expect(graphDifference(twice, once)).toEqual({ added: [], removed: [] });
  const gone = once.changed(flat(a), flat());
  expect(graphDifference(twice, gone)).toEqual({
    added: [],
    removed: [{ subject: 1, predicate: 2, object: 3 }],
  });
  expect(graphDifference(gone, gone.changed(flat(), flat(a)))).toEqual({
    added: [{ subject: 1, predicate: 2, object: 3 }],
    removed: [],
  });
});

test('taking away what is not stated is a bug', () => {
  expect(() => StatedGraph.of(flat(a)).changed(flat(b), flat())).toThrow(RangeError);
});

test('what is new comes after what stays, in the order of writing', () => {
  const many = Array.from({ length: 20 }, (_, i) => [1, 20 - i, 100 + i]);
  const changed = StatedGraph.of(flat(a)).changed(flat(), flat(...many));
  expect(changed.outgoing(1).map(({ object }) => object)).toEqual([3, ...many.map(([, , object]) => object)]);
});
