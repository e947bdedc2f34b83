import { expect, test } from 'vitest';
import { nearestOf } from './editDistance.ts';

const nearest = (wanted: string, words: readonly string[]) => nearestOf(wanted, words, 2, (word) => word);

test.each([
  ['the same word', 'data', ['date', 'data'], 'data'],
  ['the fewest typos', 'shaeps', ['shape', 'shapes'], 'shapes'],
  ['the first of equally near ones', 'dato', ['data', 'date'], 'data'],
  ['none that is too far', 'context', ['data', 'shapes'], undefined],
  ['none of none', 'data', [], undefined],
])('%s', (_, wanted, words, expected) => expect(nearest(wanted, words)).toBe(expected));
