import { expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

/** What o200k_base makes of them, in its order: 5, 6, 13, 4, 25. */
test.each([
  ['', 0],
  ['You are an expert.', 5],
  ['ex:PaperABC a ex:Paper ;', 9],
  ['"Gebäude"@de', 7],
  ['1234567', 3],
])('%j is about %i tokens', (text, count) => {
  expect(estimateTokens(text)).toBe(count);
});
