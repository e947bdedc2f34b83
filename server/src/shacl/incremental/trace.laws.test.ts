import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { traceOf } from './trace.ts';

test('the triples of a trace alone give the same results', () => {
  fc.assert(
    fc.property(arbitraryHistory(0, { shacl12: true }), ({ start: { shapes, data, context } }) => {
      const join = (statements: readonly string[]) => statements.join('\n');
      const input = unitOf({ shapes: join(shapes), data: join(data), context: join(context) });
      const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
      for (const shape of input.shapes.roots) {
        for (const node of evaluator.targets(shape)) {
          const trace = traceOf(evaluator.traced, node, shape.id);
          const alone = createEvaluator(
            input.shapes,
            new IndexedGraph(trace.triples),
            new IndexedGraph(trace.subclasses),
          );
          expect(keys(alone.validateNode(node, shape.id))).toEqual(
            keys(evaluator.validateNode(node, shape.id)),
          );
        }
      }
    }),
    { numRuns: runs(500) },
  );
});

function keys(violations: readonly Violation[]): readonly string[] {
  return violations.map(violationKey).toSorted();
}
