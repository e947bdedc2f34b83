import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { compareForOrder } from '../sortRows.ts';
import { compileExpression } from './expression.ts';
import { parseExpression, testScope } from './expressions.testing.ts';

const values: readonly (TermId | undefined)[] = [
  undefined,
  terms.blankNode('solutionOrder'),
  ...[
    'ex:a ex:b 1 1.0 2 1e0 "NaN"^^xsd:double "NaN"^^xsd:float "x"^^xsd:integer "a" "b" "a"@en "a"@de true false',
    '"2026-01-01T12:00:00"^^xsd:dateTime "2026-01-01T12:00:00Z"^^xsd:dateTime "2026-01-01T13:00:00+05:00"^^xsd:dateTime',
    '"2026-01-01"^^xsd:date "P1M"^^xsd:duration "P30D"^^xsd:duration "P31D"^^xsd:duration "a"^^ex:t "b"^^ex:t',
  ].flatMap((line) => line.split(' ').map((text) => compileExpression(parseExpression(text), testScope)({}))),
];

test('ORDER BY has a total order', () => {
  const anyValue = fc.constantFrom(...values);
  fc.assert(
    fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
      expect(Math.sign(compareForOrder(a, b)) + Math.sign(compareForOrder(b, a))).toBe(0);
      if (compareForOrder(a, b) <= 0 && compareForOrder(b, c) <= 0)
        expect(compareForOrder(a, c)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 5000 },
  );
});

test('no value comes first, then blank nodes, IRIs and literals', () => {
  const [none, blank, iri, , literal] = values;
  const inOrder = [none, blank, iri, literal];
  for (let i = 1; i < inOrder.length; i++)
    expect(compareForOrder(inOrder[i - 1], inOrder[i])).toBeLessThan(0);
});
