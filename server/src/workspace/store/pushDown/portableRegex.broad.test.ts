import fc from 'fast-check';
import oxigraph from 'oxigraph';
import { expect, test } from 'vitest';
import { compileRegex } from '../../../rdf/literals/xpathRegex.ts';
import { runs } from '../../../testing/runs.ts';
import { portableRegex, textOf } from './condition.ts';

test.each([
  ['^[A-Z]{2}-\\d+$', '^[A-Z]{2}[\\-][0-9]+$'],
  ['[\\x21-\\x2f,^]', '[!-/\\^]'],
  ['a.b|(c?)', '[a].[b]|([c]?)'],
  ['[^ -}]', '[~]'],
])('%s is written as %s', (pattern, portable) => {
  expect(portableRegex(pattern, '')).toBe(portable);
});

test.each(['\\p{L}', '(?=a)', '(a)\\1', 'ä', 'a+?', '[a-z-[aeiou]]', '[[:alpha:]]', '\\b', '\\S', '[^ -~]'])(
  '%s is left alone',
  (pattern) => {
    expect(portableRegex(pattern, '')).toBeUndefined();
  },
);

test('flags are left alone', () => {
  expect(portableRegex('a', 'i')).toBeUndefined();
});

test('a store accepts the same texts', () => {
  const store = new oxigraph.Store();
  const part = fc.constantFrom(
    ...[
      'a',
      'b',
      '1',
      '-',
      '.',
      '\\d',
      '\\w',
      '[a-c]',
      '[^a]',
      '[\\x41-]',
      '\\.',
      '(a|b)',
      '(1)',
      '^',
      '$',
      '|',
    ],
  );
  const repeated = fc.tuple(part, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}'));
  const pattern = fc.array(repeated, { minLength: 1, maxLength: 5 }).map((parts) => parts.flat().join(''));
  const text = fc.string({ unit: fc.constantFrom(...'ab1-.Az ~'), maxLength: 6 });
  let matching = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (given, texts) => {
      const local = compileRegex(given, '');
      const portable = portableRegex(given, '');
      fc.pre(local.kind === 'regex' && portable !== undefined);
      for (const each of texts) {
        const isMatch = local.regex.test(each);
        matching += isMatch ? 1 : 0;
        expect(store.query(`ASK { FILTER(REGEX(${textOf(each)}, ${textOf(portable)})) }`)).toBe(isMatch);
      }
    }),
    { numRuns: runs(1500) },
  );
  expect(matching).toBeGreaterThan(runs(1500));
});
