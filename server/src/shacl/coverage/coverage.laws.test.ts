import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { violationKey } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { judgesByTriple } from './coverage.testing.ts';
import { coverageOf } from './coverage.ts';
import { naiveCoverage } from './naiveCoverage.testing.ts';

const arbitraryUnit = arbitraryCase().map(({ shapes, data, context }) =>
  unitOf({ shapes: shapes.join('\n'), data: [...data, ...context].join('\n') }),
);

test('each triple is judged by the shapes that look at it in a naive evaluation', () => {
  fc.assert(
    fc.property(arbitraryUnit, (input) => {
      expect(judgesByTriple(input)).toEqual(naiveCoverage(input));
    }),
    { numRuns: runs(300) },
  );
});

test('without a triple that no shape judges, the results are the same', () => {
  fc.assert(
    fc.property(arbitraryUnit, (input) => {
      const coverage = coverageOf(input, createEvaluator(input.shapes, input.dataGraph, input.classGraph));
      const results = resultsOf(input);
      for (const triple of input.dataGraph.triples()) {
        if (coverage.judgesOf(triple.subject, triple.predicate, triple.object) !== 0) continue;
        expect(resultsOf(without(input, triple))).toEqual(results);
      }
    }),
    { numRuns: runs(100) },
  );
});

function without(input: ValidationInput, triple: Triple): ValidationInput {
  const delta = { added: [], removed: [triple] };
  const dataGraph = new OverlayGraph(input.dataGraph, delta);
  return {
    ...input,
    dataGraph,
    reportedGraph: dataGraph,
    classGraph: new OverlayGraph(input.classGraph, delta),
  };
}

function resultsOf({ shapes, dataGraph, classGraph }: ValidationInput): readonly string[] {
  const evaluator = createEvaluator(shapes, dataGraph, classGraph);
  return shapes.roots
    .flatMap((root) => evaluator.targets(root).flatMap((node) => evaluator.validateNode(node, root.id)))
    .map(violationKey)
    .toSorted();
}
