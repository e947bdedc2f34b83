import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import { type WhyBounds, whyOf } from './why.ts';

const shapes = `ex:S a sh:NodeShape ; sh:targetNode ex:x ; sh:sparql [ sh:select """
  PREFIX ex: <http://example.org/ns#>
  SELECT $this WHERE { $this ex:part ?part . ?part ex:state ex:broken . ?other ex:seen ?part }""" ] .`;
const parts = Array.from({ length: 20 }, (_, i) => `ex:x ex:part ex:p${i} . ex:o${i} ex:seen ex:p${i} .`);
const data = block`
  ${parts.join('\n  ')}
  ex:p7 ex:state ex:broken .`;

/** How many triples are said to be needed for the result, and whether all of them are known to be. */
async function needed(most: WhyBounds): Promise<string> {
  const input = unitOf({ shapes, data });
  await loadEnginesFor(input.shapes);
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
  const [root] = input.shapes.roots;
  const [violation] = evaluator.validateNode(evaluator.targets(root!)[0]!, root!.id);
  const why = whyOf(violation!, input, { most });
  return `${why.needed.length}${why.isMinimal ? '' : ', perhaps fewer'}`;
}

test.each<[string, WhyBounds, string]>([
  ['enough of both', { triples: 10_000, rows: 10_000 }, '3'],
  ['few triples', { triples: 60, rows: 10_000 }, '16, perhaps fewer'],
  ['few rows', { triples: 10_000, rows: 60 }, '7, perhaps fewer'],
])('the search for what a result needs is bounded by counts: %s', async (_, most, expected) => {
  expect(await needed(most)).toBe(expected);
});
