import { expect, test } from 'vitest';
import { approachText, readApproach, strategies } from './strategy.ts';

test('every strategy can be asked for, also with choices', () => {
  for (const strategy of strategies) {
    for (const choose of [false, true]) {
      const text = approachText({ strategy, choose });
      expect(readApproach(text)).toEqual({ strategy, choose });
    }
  }
});

test.each(['', 'choose', 'choose:', 'choose:choose:SF+', 'SF +', 'sf+', 'F+'])('%j is none', (text) => {
  expect(readApproach(text)).toBe(undefined);
});
