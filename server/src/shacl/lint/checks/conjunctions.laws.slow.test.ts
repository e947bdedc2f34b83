import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { runs } from '../../../testing/runs.ts';
import { unitOf } from '../../../testing/shaclCheck.ts';
import { createEvaluator } from '../../evaluator.ts';
import { constraintClashes } from './conjunctions.ts';
import { checkPlanted, checkSatisfiable } from './contradictionChecks.testing.ts';

test('no node of random data conforms to a shape that is said to contradict itself', () => {
  let found = 0;
  fc.assert(
    fc.property(arbitraryCase(), ({ shapes, data, context }) => {
      const input = unitOf({ shapes: shapes.join('\n'), data: [...data, ...context].join('\n') });
      const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph);
      const nodes = new Set(
        [...input.dataGraph.triples()].flatMap(({ subject, object }) => [subject, object]),
      );
      for (const { shape, path } of constraintClashes(input.shapes)) {
        for (const node of nodes) {
          if (path !== undefined && evaluator.values(node, path).length === 0) continue;
          found++;
          expect(evaluator.conforms(node, shape.id)).toBe(false);
        }
      }
    }),
    { numRuns: runs(600) },
  );
  expect(found).toBeGreaterThan(0);
});

test('nothing is said about shapes with a witness that both engines accept', () =>
  checkSatisfiable(runs(200)));

test('a contradiction that is planted into such shapes is found, wherever its parts stand', () => {
  checkPlanted(runs(200));
});

test.each([
  'sh:nodeKind sh:TripleTerm',
  'sh:nodeKind ( sh:IRI sh:Literal sh:BlankNode ) ; sh:minLength 3',
  'sh:nodeKind sh:IRIOrTripleTerm ; sh:not [ sh:nodeKind sh:IRI ]',
  'sh:not [ sh:nodeKind sh:BlankNodeOrIRIOrLiteral ]',
])('what only SHACL 1.2 allows is no contradiction: %s', (constraints) => {
  const { shapes } = unitOf({
    shapes: `ex:S sh:targetClass ex:C ; sh:property [ sh:path ex:p ; ${constraints} ] .`,
    data: '',
  });
  expect(constraintClashes(shapes)).toEqual([]);
});
