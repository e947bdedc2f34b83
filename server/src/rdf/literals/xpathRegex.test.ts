import { expect, test } from 'vitest';
import { matchesLanguageRange } from '../languageTag.ts';
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
  ['^(?<x>a)b$', '', 'ab', 'b'],
  ['^.$', '', '\u2028', '\r'],
  ['^a$', '', 'a', 'a\n'],
  ['^a$', 'm', 'b\na', 'b\ra'],
  ['a$', 'm', 'a\nb', 'a\rb'],
  ['^$', 'm', 'a\n\nb', 'a\n'],
  ['^a.b$', 'sm', 'a\nb', 'ab'],
  ['^\\p{IsBasicLatin}+$', '', 'az~', 'é'],
  ['^\\P{IsBasicLatin}$', '', 'é', 'a'],
  ['^[\\p{IsGreek}\\p{IsCyrillic}-]+$', '', 'αя-', 'a'],
  ['^[^\\p{IsGreek}]$', '', 'a', 'α'],
  ['^[a\\P{IsBasicLatin}]+$', '', 'aé', 'b'],
  ['^[^a\\P{IsBasicLatin}]+$', '', 'b', 'é'],
  ['^\\p{IsLatin-1Supplement}$', '', 'é', 'ē'],
  ['^\\p{IsEmoticons}$', '', '😀', 'a'],
  ['^\\p{IsCJKUnifiedIdeographs}+$', '', '中文', 'ひ'],
  ['^\\I\\C$', '', '1 ', '1a'],
  ['^[\\C]$', '', ' ', 'a'],
  ['^[\\c-[:]]+$', '', 'a-1', 'a:1'],
  ['^[a-z-[aeiou-[e]]]+$', '', 'bed', 'bad'],
  ['^[\\p{L}-[\\p{Lu}]]+$', '', 'äb', 'Ab'],
  ['^\\p{Nd}{2}$', '', '٣1', 'x1'],
  ['^[^-a]$', '', 'b', '-'],
  ['^[+\\-*/]$', '', '-', ','],
  ['^a{2}$', '', 'aa', 'a'],
  ['^(a|b)*?c$', '', 'abc', 'abd'],
  ['É', 'i', 'é', 'e'],
  ['^\\ $', 'x', ' ', ''],
  ['a b', 'xi', 'AB', 'a b'],
  ['a b', 'qx', 'a b', 'ab'],
  ['^$', 'q', 'x^$', ''],
  ['', '', '', undefined],
])('%s with flags "%s" matches %j and not %j', (pattern, flags, matching, other) => {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') throw new Error(reading.message);
  expect([reading.regex.test(matching), other !== undefined && reading.regex.test(other)]).toEqual([
    true,
    false,
  ]);
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
  ['\\p{IsNoSuchBlock}', ''],
  ['[a-[b]', ''],
  ['[z-a]', ''],
  ['a{,2}', ''],
  ['(?i)a', ''],
  ['a++', ''],
  ['\\Z', ''],
  ['\\2(a)', ''],
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
  ['de-AT', 'de-*', false],
  ['de-Latn-AT', 'de-AT', false],
  ['x-de', 'de', false],
  ['en', '', false],
  ['en', 'e', false],
  ['EN-gb', 'en-GB', true],
])('language %s in range %s: %s', (tag, range, expected) => {
  expect(matchesLanguageRange(tag, range)).toBe(expected);
});
