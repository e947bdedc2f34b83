import { expect, test } from 'vitest';
import { parseJsonc } from './parseJsonc.ts';

test('comments and trailing commas are no matter, in strings they are text', () => {
  const text = `{
    // "a": 0,
    "b": "/* // , ] */ \\" //", /* , */
    "c": [1, 2, /* three */ ],
  }`;
  expect(parseJsonc(text)).toEqual({ kind: 'parsed', value: { b: '/* // , ] */ " //', c: [1, 2] } });
});

test('anything else is an error, in its place', () => {
  const text = '/* one\n two */ { "a": [1,], // secret\n  "b": secret }';
  expect(parseJsonc(text)).toMatchObject({ kind: 'error', problem: 'is not JSON: line 3, column 8' });
  expect(parseJsonc('')).toMatchObject({ kind: 'error' });
});
