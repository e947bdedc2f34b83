import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageMatcher, matchesLanguageRange } from '../languageTag.ts';

test('many ranges are told apart as one after the other', () => {
  const subtag = fc.constantFrom('en', 'EN', 'de', 'x', '1');
  const tag = fc.array(subtag, { maxLength: 4 }).map((parts) => parts.join('-'));
  const range = fc.oneof(tag, fc.constant('*'));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 4 }), tag, (ranges, each) => {
      expect(languageMatcher(ranges)(each)).toBe(ranges.some((one) => matchesLanguageRange(each, one)));
    }),
  );
});
