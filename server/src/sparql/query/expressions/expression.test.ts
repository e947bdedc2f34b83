import { expect, test } from 'vitest';
import { evaluate } from './expressions.testing.ts';

test.each([
  // Errors in && and || (SPARQL 1.1, 17.2).
  ['true && ?unbound', 'error'],
  ['?unbound && true', 'error'],
  ['?unbound && false', 'false'],
  ['false && ?unbound', 'false'],
  ['true || ?unbound', 'true'],
  ['?unbound || true', 'true'],
  ['?unbound || false', 'error'],
  ['false || ?unbound', 'error'],
  ['!?unbound', 'error'],
  // Effective boolean values.
  ['!""', 'true'],
  ['!"a"', 'false'],
  ['!0.0', 'true'],
  ['!"NaN"^^xsd:double', 'true'],
  ['!"x"^^xsd:integer', 'true'],
  ['!"a"@en', 'error'],
  ['!ex:a', 'error'],
  // Equality.
  ['1 = 1.0', 'true'],
  ['1 = "a"', 'false'],
  ['"a"@en = "a"@EN', 'true'],
  ['"a"@en = "a"', 'false'],
  ['"a"@en = "a"^^ex:t', 'false'],
  ['"2026-01-01"^^xsd:date = "2026-01-01T00:00:00"^^xsd:dateTime', 'false'],
  ['"a"^^ex:t = "a"^^ex:t', 'true'],
  ['"a"^^ex:t = "b"^^ex:t', 'error'],
  ['"a"^^ex:t != "b"^^ex:t', 'error'],
  ['"NaN"^^xsd:double = "NaN"^^xsd:double', 'false'],
  ['ex:a = "a"', 'false'],
  ['9007199254740993 = 9007199254740992', 'false'],
  // Order.
  ['"NaN"^^xsd:double < 1', 'false'],
  ['"2026-01-01T12:00:00"^^xsd:dateTime < "2026-01-01T12:00:00Z"^^xsd:dateTime', 'error'],
  ['"2026-01-01T12:00:00+01:00"^^xsd:dateTime < "2026-01-01T12:00:00Z"^^xsd:dateTime', 'true'],
  ['"a" < 1', 'error'],
  ['ex:a < ex:b', 'error'],
  // IN.
  ['2 IN (1, 2.0)', 'true'],
  ['2 IN (?unbound, 2)', 'true'],
  ['2 IN (?unbound, 1)', 'error'],
  ['2 IN ()', 'false'],
  ['2 NOT IN ()', 'true'],
  ['2 NOT IN (?unbound, 1)', 'error'],
  ['BOUND(?unbound)', 'false'],
])('%s is %s', (expression, value) => expect(evaluate(expression)).toBe(value));
