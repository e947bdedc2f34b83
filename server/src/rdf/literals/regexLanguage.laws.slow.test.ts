import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { isNoTextLike, type RegexSource, sampleText } from './regexLanguage.ts';
import { compileRegex } from './xpathRegex.ts';

const pattern: fc.Arbitrary<string> = fc.letrec<{ choice: string; part: string }>((tie) => ({
  choice: fc.oneof(
    { depthSize: 'small' },
    tie('part'),
    fc.tuple(tie('part'), tie('choice')).map((parts) => parts.join('')),
    fc.tuple(tie('choice'), tie('choice')).map((parts) => `(${parts.join('|')})`),
  ),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', '1', '.', '\\d', '\\w', '[^a]', '[a-c-[b]]', '\\p{L}', '^', '$', '\\i', '-'),
    fc
      .tuple(tie('choice'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
      .map(([part, sign]) => `(?:${part})${sign}`),
  ),
})).choice;

const regex = fc.record({ pattern, flags: fc.constantFrom('', '', 'i', 's', 'x') });

const alphabet = ['a', 'B', 'b', '1', '-', '\n', 'ſ'];
const texts = [''];
for (const text of texts) if (text.length < 4) texts.push(...alphabet.map((each) => text + each));

test('no text fulfils demands of which it is proven, and a text that is found fulfils them', () => {
  const found = { none: 0, text: 0, unknown: 0 };
  fc.assert(
    fc.property(
      fc.array(regex, { minLength: 1, maxLength: 3 }),
      fc.array(regex, { maxLength: 2 }),
      fc.nat(3),
      fc.constantFrom(0, 1, 3, 9, 1000),
      (wanted, unwanted, minLength, maxLength) => {
        const matching = wanted.map(read);
        const avoiding = unwanted.map(read);
        const sampled = sampleText({ matching, avoiding, minLength, maxLength });
        found[sampled.kind]++;
        const isRight = (text: string) =>
          [...text].length >= minLength &&
          [...text].length <= maxLength &&
          matching.every(({ regex }) => regex.test(text)) &&
          !avoiding.some(({ regex }) => regex.test(text));
        if (sampled.kind === 'none') expect(texts.filter(isRight)).toEqual([]);
        if (sampled.kind === 'text') expect(isRight(sampled.text)).toBe(true);
      },
    ),
    { numRuns: runs(2000) },
  );
  expect(found.none).toBeGreaterThan(20);
  expect(found.text).toBeGreaterThan(20);
});

interface Read extends RegexSource {
  readonly regex: RegExp;
}

function read({ pattern, flags }: { readonly pattern: string; readonly flags: string }): Read {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') throw new Error(`${pattern}: ${reading.message}`);
  return { regex: reading.regex, source: reading.regex.source, ignoreCase: reading.regex.ignoreCase };
}

test.each([
  [['^[A-Z]{3}$', '^[a-z]']],
  [['^.{3}$', '^.{5,}$']],
  [['^[0-9]+$', '[a-z]']],
  [['^(ab)*$', '^a(ba)*$', '.']],
  [['^\\p{Lu}+$', '\\p{Ll}']],
  [['a^']],
])('%j have no text in common', (patterns) => {
  const matching = patterns.map((pattern) => read({ pattern, flags: '' }));
  expect(isNoTextLike({ matching, avoiding: [], minLength: 0, maxLength: 1000 })).toBe(true);
});
