import { expect, test } from 'vitest';
import { maxMatchLength, regexRisk } from './linearRegex.ts';

const ways = 'it repeats a group that can match in several ways';

test.each<[string, string | undefined]>([
  ['^[A-Z]{2}\\d+$', undefined],
  ['^.*foo.*bar.*$', undefined],
  ['^(\\d{3}-)+\\d$', undefined],
  ['^(foo|bar)?$', undefined],
  ['^(?:a+|b){1}$', undefined],
  ['(a+)(b*)', undefined],
  ['[(a+)+]*', undefined],
  ['\\(a+\\)+', undefined],
  ['[]()a+]+', undefined],
  ['(?=a+)b+', undefined],
  ['(a+)+$', ways],
  ['(a*)*', ways],
  ['(?:a+)*', ways],
  ['(a|a)*b', ways],
  ['(a?){30}', ways],
  ['((a+))+', ways],
  ['([a-z]+\\.)*x', ways],
  ['(x(y|z))+', ways],
  ['(a{1,3})+', ways],
  ['(a{2,})+?', ways],
  ['[[](a+)+', ways],
  ['(a)\\1+', 'it refers back to what a group matched'],
])('%s', (pattern, risk) => expect(regexRisk(pattern, '')).toBe(risk));

test('flags may change what a pattern says', () => {
  expect(regexRisk('(a+)+', 'q')).toBeUndefined();
  expect(regexRisk('a + b', 'x')).toBe('with the flag x, white space in it is ignored');
});

test.each<[string, string, number]>([
  ['^[A-Z]{2}-\\d{4}$', '', Infinity],
  ['foo', '', Infinity],
  ['^a*b', '', Infinity],
  ['a.*b', 'q', Infinity],
  ['[*+?]\\*', '', Infinity],
  ['^ +| +$', '', 10_000],
  ['a*b', '', 10_000],
  ['^a*b', 'm', 10_000],
  ['a*a*b', '', 464],
  ['(?:a|b)(?:a|c)', '', 464],
  ['.*.*.*b', '', 100],
  ['a?'.repeat(30), '', 1],
])('%s with flags %j is matched in time on up to %d characters', (pattern, flags, most) =>
  expect(maxMatchLength(pattern, flags)).toBe(most),
);
