import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import '../../testing/seed.ts';
import { linearTest, loadLinearRegex } from './linearRegex.ts';
import { compileRegex } from './xpathRegex.ts';

beforeAll(loadLinearRegex);

const letters = fc.constantFrom(
  ...'abAB1-_ .\n\r\t\u00e9\u00c9\u00df\u017f\u212a\u03b1\u0391\u00a0\u2028\ufeff\u{1F600}\u{10400}\u{10428}',
);
const atoms = fc.oneof(
  letters.map((letter) => letter.replace(/[.-]/, '\\$&')),
  fc.constantFrom(
    '.',
    '\\s',
    '\\S',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\b',
    '\\i',
    '\\c',
    '\\p{L}',
    '\\P{Lu}',
    '\\p{Nd}',
  ),
  fc.constantFrom(
    '[a-b]',
    '[^a-b]',
    '[\\s\\-a]',
    '[\\S]',
    '[^\\s1]',
    '[^\\S]',
    '[\\w.]',
    '[\\c]',
    '[^\\i]',
    '[a-b-[a]]',
    '\\p{IsGreek}',
    '[^\\p{Lu}]',
  ),
);
const quantifiers = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', '+?');
const patterns = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .tuple(fc.constantFrom('', '^'), fc.array(tie('piece'), { maxLength: 4 }), fc.constantFrom('', '$'))
    .map(([start, pieces, end]) => start + pieces.join('') + end),
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(atoms, quantifiers).map((parts) => (parts[0] === '\\b' ? parts[0] : parts.join(''))),
    fc.tuple(tie('pattern'), tie('pattern'), quantifiers).map(([a, b, often]) => `(${a}|${b})${often}`),
  ),
})).pattern;

test('what RE2 answers is what V8 answers', () => {
  let answered = 0;
  fc.assert(
    fc.property(
      patterns,
      fc.constantFrom('', '', 'i', 's', 'x', 'q'),
      fc.array(letters, { maxLength: 8 }),
      (pattern, flags, text) => {
        const reading = compileRegex(pattern, flags);
        if (reading.kind === 'illFormed') return;
        const { regex } = reading;
        const linear = linearTest(regex.source, regex.ignoreCase);
        if (linear === undefined) return;
        answered++;
        expect(linear(text.join(''))).toBe(regex.test(text.join('')));
      },
    ),
    { numRuns: runs(20_000) },
  );
  expect(answered).toBeGreaterThan(runs(8_000));
}, 300_000);

test.each([
  ['^(a+)+$', '', false],
  ['^(a|aa)+!$', '', true],
  ['(\\w+\\s?)+$', 's', false],
  ['^([a-z]|[A-Z]|-)*\\.$', 'i', false],
  ['(.*a){12}b', 's', false],
])('%s with flags "%s" is matched with a text that V8 would try for years', (pattern, flags, expected) => {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') throw new Error(reading.message);
  const text = `${'a'.repeat(100_000)}!`;
  expect(reading.mayHang(text.length)).toBeUndefined();
  expect(reading.test(text)).toBe(expected);
});

test.each([
  ['^(?=a)(a+)+$', 'it repeats a group that can match in several ways'],
  ['^(a+)\\1+$', 'it refers back to what a group matched'],
  ['(a+){1001}', 'it repeats a group that can match in several ways'],
])('%s is beyond RE2', (pattern, why) => {
  const reading = compileRegex(pattern, '');
  if (reading.kind === 'illFormed') throw new Error(reading.message);
  expect(reading.mayHang(100_001)).toBe(why);
});
