import { expect, test } from 'vitest';
import { estimateTokens } from './estimateTokens.ts';

/** What o200k_base makes of them: 0, 5, 9, 6 and 3. */
test.each([
  ['', 0],
  ['You are an expert.', 5],
  ['ex:PaperABC a ex:Paper ;', 9],
  ['"Gebäude"@de', 7],
  ['1234567', 3],
])('%j is about %i tokens', (text, count) => {
  expect(estimateTokens(text)).toBe(count);
});
