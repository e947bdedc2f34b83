import { expect } from 'vitest';

/** Fails unless the number is as expected up to this part of it. */
export function expectRelative(actual: number | undefined, expected: number, tolerance: number): void {
  const difference = Math.abs((actual ?? Number.NaN) - expected);
  expect(
    difference <= tolerance * Math.abs(expected),
    `${actual} is not ${expected} within ${tolerance}`,
  ).toBe(true);
}
