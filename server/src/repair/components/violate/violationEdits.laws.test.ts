import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTriple } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { validated } from '../../../testing/checkRepair.ts';
import { unitOf } from '../../../testing/checkRepairLaws.ts';
import { changeKey, changeSize } from '../../drafts/change.ts';
import { firstDraft, isEditable, withFix } from '../../drafts/draft.ts';
import { violate } from '../../search/goals.ts';

test('nodes that conform violate their shape after each of the edits that are said to make them', async () => {
  const violated = new Set<TermId>();
  let found = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async (shapesCase) => {
      const start = await validated(unitOf(shapesCase));
      const draft = firstDraft(start);
      const { shapes, input } = draft.search;
      const nodes = new Set([...input.dataGraph.triples()].map(({ subject }) => subject));
      for (const shape of shapes.shapes.slice(0, 6)) {
        for (const node of [...nodes].slice(0, 3)) {
          const fixes = [...violate(node, shape.id, draft, undefined)];
          if (!draft.evaluator.conforms(node, shape.id)) expect(fixes).toEqual([]);
          for (const fix of fixes) {
            found++;
            const { evaluator } = withFix(draft, fix);
            expect(evaluator.conforms(node, shape.id)).toBe(false);
            for (const result of evaluator.validateNode(node, shape.id)) violated.add(result.component);
            expect(changeSize(fix.change)).toBeLessThanOrEqual(12);
            for (const triple of fix.change.removed) expect(isEditable(draft, triple)).toBe(true);
            for (const triple of fix.change.added) expect(hasTriple(input.dataGraph, triple)).toBe(false);
          }
          const again = [...violate(node, shape.id, firstDraft(start), undefined)];
          expect(again.map(({ change }) => changeKey(change))).toEqual(
            fixes.map(({ change }) => changeKey(change)),
          );
        }
      }
    }),
    { numRuns: 20 },
  );
  expect(found).toBeGreaterThan(40);
  expect(violated.size).toBeGreaterThan(8);
});
