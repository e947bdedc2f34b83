import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './parseJson.ts';

test.each<[json: string, place: string]>([
  ['', 'column 1'],
  ['secret', 'column 1'],
  ['{"a":secret}', 'column 6'],
  ['{"a": "secret', 'column 14'],
  ['{"a": "sec\\xret"}', 'column 11'],
  ['{"a": "sec\nret"}', 'line 1, column 11'],
  ['[1,2,]', 'column 6'],
  ['[1 2]', 'column 4'],
  ['{"a":1,}', 'column 8'],
  ['{"a" 1}', 'column 6'],
  ['{a:1}', 'column 2'],
  ['[}', 'column 2'],
  ['{} secret', 'column 4'],
  ['{\n  "a": 1,\r\n  "b": -\n}', 'line 3, column 8'],
  ['[01]', 'column 3'],
])('%j is not JSON from %s on', (json, place) =>
  expect(parseJson(json)).toMatchObject({ kind: 'error', problem: `is not JSON: ${place}` }),
);

test('what is JSON is its value', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(parseJson(json)).toEqual({ kind: 'parsed', value: JSON.parse(json) });
    }),
    { seed: 14 },
  ));

test('the place is in the text, and what is before it can be gone on with', () =>
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.nat(),
      fc.constantFrom('?', '}', ']', ',', '"', '\\'),
      (value, at, wrong) => {
        const json = JSON.stringify(value, null, 1);
        const offset = at % (json.length + 1);
        const given = `${json.slice(0, offset)}${wrong}${json.slice(offset)}`;
        const read = parseJson(given);
        if (read.kind === 'parsed') return;
        const [, line = '1', column] = /^is not JSON: (?:line (\d+), )?column (\d+)$/.exec(read.problem)!;
        expect(String(read.line)).toBe(line);
        const lines = given.split('\n');
        expect(Number(column)).toBeLessThanOrEqual(lines[read.line - 1]!.length + 1);
      },
    ),
    { seed: 14 },
  ));
