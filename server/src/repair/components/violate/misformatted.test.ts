import { expect, test } from 'vitest';
import { terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { misformatted } from '../valueType.ts';

test.each<[string, keyof typeof xsd, string[]]>([
  ['1975', 'integer', ['1,975', '1975.0', 'ca. 1975']],
  ['70.5', 'decimal', ['70,5', 'ca. 70.5']],
  ['1.0E-2', 'double', ['1,0E-2']],
  ['2025-03-31', 'date', ['31.03.2025', '2025/03/31', '03/31/2025']],
  ['2025-03-04T08:30:00Z', 'dateTime', ['04.03.2025 08:30', '2025/03/04 08:30']],
  ['true', 'boolean', ['yes', 'TRUE']],
  ['Harbour line', 'string', []],
])('%s as %s is written as', (text, datatype, expected) =>
  expect(misformatted(text, xsd[datatype]).map((literal) => terms.value(literal))).toEqual(expected),
);
