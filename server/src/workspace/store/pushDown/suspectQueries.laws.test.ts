import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { terms } from '../../../rdf/terms.ts';
import { createEvaluator } from '../../../shacl/evaluator.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { loadEnginesFor } from '../../../shacl/sparql/loadEngines.ts';
import { arbitraryHistory } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { queryShapes } from '../../../testing/queryShapes.ts';
import { runs } from '../../../testing/runs.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { documentOf, isLoadable } from '../equalsLocal.testing.ts';
import { allHashes } from '../hashRange.ts';
import { isListed } from '../targetPlan.ts';
import { suspectQueries, suspectsIn } from './suspectQueries.ts';

test('all nodes with results are suspect, and most others are not', async () => {
  const { passed, conforming } = await suspectsCoverResults(400, undefined);
  expect(passed).toBeGreaterThan(conforming / 4);
});

test('the same with queries of shapes', async () => {
  const { passed, conforming } = await suspectsCoverResults(300, fc.constantFrom(...queryShapes));
  expect(passed).toBeGreaterThan(conforming / 4);
});

/** @param queries shapes to judge instead of random ones. */
async function suspectsCoverResults(cases: number, queries: fc.Arbitrary<string> | undefined) {
  let passed = 0;
  let conforming = 0;
  await fc.assert(
    fc.asyncProperty(histories, queries ?? fc.constant(undefined), async ({ start }, query) => {
      const shapes = readShapes(documentOf('shapes', query ? [query] : start.shapes).graph);
      await loadEnginesFor(shapes);
      const stored = [...start.data, ...start.context].filter(isLoadable);
      const store = new StoreInMemory(suppliedPrefixes + stored.join('\n'));
      const { graph } = documentOf('data', [store.dump]);
      const evaluator = createEvaluator(shapes, graph, graph);
      const queries = suspectQueries(shapes, graph);
      const suspects = await suspectsIn(store, queries, allHashes, new AbortController().signal);
      for (const shape of shapes.roots) {
        const listed = { ...shape, targets: shape.targets.filter(isListed) };
        const nodes = evaluator.targets(listed).filter((id) => !terms.isBlank(id));
        evaluator.askQueries(shape.id, nodes);
        for (const node of nodes) {
          const results = evaluator.validateNode(node, shape.id);
          if (results.length > 0) expect(suspects).toContain(termToNTriples(node));
          else {
            conforming++;
            if (!suspects.has(termToNTriples(node))) passed++;
          }
        }
      }
    }),
    { numRuns: runs(cases) },
  );
  return { passed, conforming };
}

const histories = arbitraryHistory(0, { shacl12: true, reifiers: false });
