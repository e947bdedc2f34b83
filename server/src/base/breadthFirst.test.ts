import { expect, test } from 'vitest';
import { breadthFirst, shortestWay } from './breadthFirst.ts';

const roads: Readonly<Record<string, string>> = { a: 'bc', b: 'ad', c: 'de', d: 'a', e: '', f: 'a' };
const stepsFrom = (node: string) => [...roads[node]!].map((to) => ({ to, road: node + to }));

test('nodes are visited nearest first, each once', () => {
  const visited = [...breadthFirst<string, { to: string }>('a', stepsFrom)].map(
    ({ node, distance }) => `${node}${distance}`,
  );
  expect(visited).toEqual(['a0', 'b1', 'c1', 'd2', 'e2']);
});

test.each([
  ['a', 'e', ['ac', 'ce']],
  ['a', 'd', ['ab', 'bd']],
  ['a', 'a', []],
  ['a', 'f', undefined],
])('the first shortest way from %s to %s', (start, end, roads) =>
  expect(shortestWay(start, end, stepsFrom)?.map(({ road }) => road)).toEqual(roads),
);
