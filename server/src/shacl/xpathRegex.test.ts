import { expect, test } from 'vitest';
import { matchesLanguageRange } from './languageRange.ts';
import { compileRegex } from './xpathRegex.ts';

test.each([
  ['^a-b$', '', 'a-b', 'ab'],
  ['^a\\-b\\_c\\/d\\"$', '', 'a-b_c/d"', 'a-b_c/d'],
  ['^[\\-\\.a]+$', '', '-.a', 'b'],
  ['^[a-z-[aeiou]]+$', '', 'bcd', 'bad'],
  ['^[^a-[b]]$', '', 'c', 'b'],
  ['^[\\w\\d\\s]+$', '', 'a_1 ', 'ä'],
  ['^\\i\\c*$', '', 'é1-x', '1a'],
  ['^[\\i]+$', '', 'aé', '-'],
  ['^\\p{Lu}\\P{L}$', '', 'É1', 'éa'],
  ['^.$', '', '😀', '\n'],
  ['^.$', 's', '\n', 'ab'],
  ['^b', 'm', 'a\nb', 'a b'],
  ['^ABC$', 'i', 'abc', 'ab'],
  [' a b # c ', 'x', 'ab#c', 'a b'],
  ['[ a]', 'x', ' ', 'b'],
  ['a.b(', 'q', 'xa.b(y', 'axb('],
  ['A.B', 'qi', 'a.b', 'axb'],
  ['(a)\\1', '', 'aa', 'ab'],
  ['^(?:a|(?=b)b)$', '', 'b', 'c'],
])('%s with flags "%s" matches %j and not %j', (pattern, flags, matching, other) => {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') throw new Error(reading.message);
  expect([reading.regex.test(matching), reading.regex.test(other)]).toEqual([true, false]);
});

test.each([
  ['(', ''],
  ['a', 'z'],
  ['[', ''],
  ['a{2,1}', ''],
  ['*', ''],
  ['\\', ''],
  ['\\A', ''],
  ['\\p{NoSuch}', ''],
])('%s with flags "%s" is ill-formed, in a sentence', (pattern, flags) => {
  expect(compileRegex(pattern, flags)).toMatchObject({
    kind: 'illFormed',
    message: expect.stringMatching(/\.$/),
  });
});

test.each([
  ['en', 'en', true],
  ['en-GB', 'EN', true],
  ['en', 'en-GB', false],
  ['eng', 'en', false],
  ['de-AT-1996', 'de-at', true],
  ['fr', '*', true],
  ['', '*', false],
])('language %s in range %s: %s', (tag, range, expected) => {
  expect(matchesLanguageRange(tag, range)).toBe(expected);
});
