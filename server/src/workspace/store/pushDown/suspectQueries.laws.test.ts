import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { terms } from '../../../rdf/terms.ts';
import { createEvaluator } from '../../../shacl/evaluator.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { arbitraryHistory } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { documentOf, isLoadable } from '../equalsLocal.testing.ts';
import { allHashes } from '../hashRange.ts';
import { isListed } from '../targetPlan.ts';
import { suspectQueries, suspectsIn } from './suspectQueries.ts';

test('all nodes with results are suspect, and most others are not', async () => {
  let passed = 0;
  let conforming = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(0, { shacl12: true, reifiers: false }), async ({ start }) => {
      const shapes = readShapes(documentOf('shapes', start.shapes).graph);
      const stored = [...start.data, ...start.context].filter(isLoadable);
      const store = new StoreInMemory(suppliedPrefixes + stored.join('\n'));
      const { graph } = documentOf('data', [store.dump]);
      const evaluator = createEvaluator(shapes, graph, graph);
      const queries = suspectQueries(shapes, graph);
      const suspects = await suspectsIn(store, queries, allHashes, new AbortController().signal);
      for (const shape of shapes.roots) {
        const listed = { ...shape, targets: shape.targets.filter(isListed) };
        for (const node of evaluator.targets(listed).filter((id) => !terms.isBlank(id))) {
          const results = evaluator.validateNode(node, shape.id);
          if (results.length > 0) expect(suspects).toContain(termToNTriples(node));
          else {
            conforming++;
            if (!suspects.has(termToNTriples(node))) passed++;
          }
        }
      }
    }),
    { numRuns: runs(400) },
  );
  expect(passed).toBeGreaterThan(conforming / 3);
});
