import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { Triple } from '../../rdf/terms.ts';
import { arbitraryCase, arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { print, unitOf } from '../../testing/shaclCheck.ts';
import { createEvaluator } from '../evaluator.ts';
import { violationKey } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { judgesByTriple } from './coverage.testing.ts';
import { coverageOf } from './coverage.ts';
import { naiveCoverage } from './naiveCoverage.testing.ts';

/** Statements that tell how a node is to be judged are not judged, and the naive evaluation knows no targets by shapes. */
const isBeyond = (statement: string) => /sh:incomplete|sh:targetWhere/.test(statement);

const arbitraryUnit = fc
  .oneof(
    arbitraryCase(),
    arbitraryHistory(0, { shacl12: true }).map(({ start }) => start),
  )
  .map(({ shapes, data, context }) => {
    const joined = (statements: readonly string[]) =>
      statements.filter((statement) => !isBeyond(statement)).join('\n');
    return unitOf({ shapes: joined(shapes), data: joined([...data, ...context]) });
  });

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

test('reifiers are judged by the reifier shapes of their own triples', () => {
  const shapes = `ex:S sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:reifierShape ex:R ] .
    ex:R a sh:NodeShape ; sh:property [ sh:path ex:source ; sh:minCount 1 ] .`;
  const data = `ex:ann a ex:Person ; ex:age 7 ~ ex:own {| ex:source ex:x |} ; ex:name "Ann" ~ ex:other {| ex:source ex:y |} .
    ex:bob ex:age 8 ~ ex:strange {| ex:source ex:z |} .`;
  const input = unitOf({ shapes, data });
  const judged = judgesByTriple(input);
  const triples = [...input.dataGraph.triples()].filter((triple) => judged.has(tripleKey(triple)));
  const printed = triples.map(({ subject, predicate }) => `${print(subject)} ${print(predicate)}`);
  const expected = ['ex:ann rdf:type', 'ex:ann ex:age', 'ex:own rdf:reifies', 'ex:own ex:source'];
  expect(new Set(printed)).toEqual(new Set(expected));
  expect(judged).toEqual(naiveCoverage(input));
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
