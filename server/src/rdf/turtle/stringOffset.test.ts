import { expect, test } from 'vitest';
import { offsetInString, unescapeText } from './escapes.ts';

test.each([
  ['"ab"', 'b'],
  ['"""a "quoted" b"""', 'b'],
  ["'a\\tb'", 'b'],
  ["'''a\\u0041\\U0001F600b'''", 'b'],
  ['"\\"b"', 'b'],
])('finds a character in %s', (token, character) => {
  const quotes = /^("""|'''|"|')/.exec(token)![0].length;
  const value = unescapeText(token.slice(quotes, -quotes));
  expect(token[offsetInString(token, value.lastIndexOf(character))]).toBe(character);
  expect(offsetInString(token, value.length)).toBe(token.length - quotes);
});
