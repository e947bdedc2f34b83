import { expect, test } from 'vitest';
import { shortened, spread } from './labels.ts';

test('a name that is too long keeps its beginning and its end', () => {
  expect(shortened('model:gpt-4o SF+', 200)).toBe('model:gpt-4o SF+');
  expect(shortened('model:a-very-long-name-of-a-model SF+', 120)).toBe('model:a-…odel SF+');
});

test('labels that would cover one another move away from the nearer end, others stay', () => {
  const label = (left: number, y: number) => ({ left, right: left + 100, y });
  expect(spread([label(0, 50), label(10, 52), label(20, 60), label(300, 52)], 300)).toEqual([50, 65, 80, 52]);
  expect(spread([label(0, 300), label(10, 299), label(300, 299)], 300)).toEqual([300, 285, 299]);
});
