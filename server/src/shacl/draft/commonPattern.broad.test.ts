import { expect, test } from 'vitest';
import { commonPattern, extremes } from './commonPattern.ts';

test('what hundreds of thousands of texts have in common is found', () => {
  const count = 200_000;
  const alike = Array.from({ length: count }, (_, i) => `N${String(i).padStart(6, '0')}`);
  expect(commonPattern(alike)).toBe('^[A-Z][0-9]{6}$');
  const unlike = alike.map((text, i) => (i % 2 === 0 ? `${text}X` : text));
  expect(commonPattern(unlike)).toBe('^[A-Z0-9]{7,8}$');
  expect(extremes(alike.map((_, i) => i + 1))).toEqual({ least: 1, most: count });
});
