import { expect, test } from 'vitest';
import { alphaDistribution, alphaText } from './alphas.ts';

test.each([
  ['no cases', [], []],
  ['one number', [1, 1], ['1: 2']],
  ['a number between that no case has', [1, 3, 3], ['1: 1', '2: 0', '3: 2']],
  [
    'many numbers',
    [1, 2, 7, 26, 26],
    ['1: 1', '2: 1', '3: 0', '4: 0', '5: 0', '6–10: 1', '11–20: 0', '21–50: 2'],
  ],
  ['a very large one', [600, 5000], ['501–1,000: 1', 'over 1,000: 1']],
])('%s', (_, alphas, expected) => {
  const bars = alphaDistribution(alphas.map((alpha) => ({ alpha })));
  expect(bars.map((bar) => `${alphaText(bar)}: ${bar.cases}`)).toEqual(expected);
});
