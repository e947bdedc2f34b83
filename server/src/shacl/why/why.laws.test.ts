import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { whyOf } from './why.ts';

const options = { most: { triples: 1_000_000, rows: 1_000_000 } };

test('a result follows from what is needed for it, and does not without any of that', () => {
  fc.assert(
    fc.property(arbitraryHistory(0, { shacl12: true }), ({ start: { shapes, data, context } }) => {
      const join = (statements: readonly string[]) => statements.join('\n');
      const input = unitOf({ shapes: join(shapes), data: join(data), context: join(context) });
      const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
      for (const shape of input.shapes.roots) {
        for (const node of evaluator.targets(shape)) {
          for (const violation of evaluator.validateNode(node, shape.id).slice(0, 3)) {
            const { needed, isMinimal } = whyOf(violation, input, options);
            expect(isMinimal).toBe(true);
            expect(violates(needed, violation, input)).toBe(true);
            for (const left of needed) {
              const others = needed.filter((triple) => triple !== left);
              expect(violates(others, violation, input)).toBe(false);
            }
          }
        }
      }
    }),
    { numRuns: runs(150) },
  );
});

/** Whether a graph of some triples alone has the result. */
function violates(triples: readonly Triple[], violation: Violation, { shapes }: ValidationInput): boolean {
  const graph = new IndexedGraph(triples);
  const evaluator = createEvaluator(shapes, graph, graph);
  const { rootShape, rootFocusNode } = violation;
  return (
    evaluator.isTarget(shapes.get(rootShape)!, rootFocusNode) &&
    evaluator
      .validateNode(rootFocusNode, rootShape)
      .some((each) => violationKey(each) === violationKey(violation))
  );
}
