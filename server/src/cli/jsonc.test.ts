import { expect, test } from 'vitest';
import { parseJsonc } from './jsonc.ts';

test('comments and trailing commas are no matter, in strings they are text', () => {
  const text = `{
    // "a": 0,
    "b": "/* // , ] */ \\" //", /* , */
    "c": [1, 2, /* three */ ],
  }`;
  expect(parseJsonc(text)).toEqual({ b: '/* // , ] */ " //', c: [1, 2] });
});

test('anything else is an error', () => {
  expect(() => parseJsonc('{ "a": }')).toThrow(SyntaxError);
  expect(() => parseJsonc('')).toThrow(SyntaxError);
});
