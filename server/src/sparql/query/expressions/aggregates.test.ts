import { expect, test } from 'vitest';
import { startAggregate } from '../groupTable.ts';
import { compileExpression } from './expression.ts';
import { parseExpression, printTerm, testScope } from './expressions.testing.ts';

test.each([
  ['COUNT(?x)', '', '0'],
  ['COUNT(?x)', '1 1.0 error ex:a', '3'],
  ['COUNT(DISTINCT ?x)', '1 1 1.0 error error', '2'],
  ['SUM(?x)', '', '0'],
  ['SUM(?x)', '1 0.1 0.2', '"1.3"^^xsd:decimal'],
  ['SUM(?x)', '9007199254740993 1', '9007199254740994'],
  ['SUM(DISTINCT ?x)', '1 1 2', '3'],
  ['SUM(?x)', '1 "0.5"^^xsd:float', '"1.5E0"^^xsd:float'],
  ['SUM(?x)', '1 "a"', 'error'],
  ['SUM(?x)', '1 error', 'error'],
  ['AVG(?x)', '', '0'],
  ['AVG(?x)', '1 2', '"1.5"^^xsd:decimal'],
  ['AVG(?x)', '1 2.0 3e0', '"2.0E0"^^xsd:double'],
  ['AVG(?x)', '1 1 2', '"1.333333333333333333"^^xsd:decimal'],
  ['AVG(?x)', '1 error', 'error'],
  ['MIN(?x)', '', 'error'],
  ['MIN(?x)', '3 1.0 1 2', '1'],
  ['MIN(?x)', '1 1.0', '1'],
  ['MAX(?x)', '"10" "9"', '"9"'],
  ['MAX(?x)', '10 9', '10'],
  ['MAX(?x)', '"2026-01-01T00:00:00Z"^^xsd:dateTime ex:a', '"2026-01-01T00:00:00Z"^^xsd:dateTime'],
  ['MAX(?x)', '1 error', 'error'],
  ['SAMPLE(?x)', 'error 2 1', '1'],
  ['SAMPLE(?x)', '', 'error'],
  ['GROUP_CONCAT(?x)', '', '""'],
  ['GROUP_CONCAT(?x)', '"b" 1 ex:a "c"@en', '"b 1 http://example.org/a c"'],
  ['GROUP_CONCAT(DISTINCT ?x; SEPARATOR = ", ")', '1 2 1', '"1, 2"'],
  ['GROUP_CONCAT(?x)', '"b" error', 'error'],
])('%s of %s is %s', (expression, values, result) => {
  const aggregate = parseExpression(expression);
  if (Array.isArray(aggregate) || !('type' in aggregate) || aggregate.type !== 'aggregate')
    throw new TypeError(`${expression} is not an aggregate`);
  const accumulator = startAggregate(aggregate, testScope.evaluation);
  for (const value of values.split(' ').filter(Boolean))
    accumulator.add(value === 'error' ? undefined : compileExpression(parseExpression(value), testScope)({}));
  expect(printTerm(accumulator.result())).toBe(result);
});
