import { expect, test } from 'vitest';
import {
  normalUpperQuantile,
  normalUpperTail,
  studentUpperQuantile,
  studentUpperTail,
} from './distribution.ts';
import { expectRelative } from './relative.testing.ts';

// The numbers are those of R 4.2.2: pnorm, qnorm, pt and qt with lower.tail = FALSE.

test.each([
  [0.3, 0.382088577811047],
  [1, 0.158655253931457],
  [1.9, 0.0287165598160018],
  [2, 0.0227501319481792],
  [2.1, 0.0178644205628166],
  [3, 0.00134989803163009],
  [5, 2.86651571879194e-7],
  [8, 6.22096057427178e-16],
  [20, 2.75362411860623e-89],
  [-1, 1 - 0.158655253931457],
])('a normal variable is above %d with probability %d', (x, probability) => {
  expectRelative(normalUpperTail(x), probability, 1e-13);
});

test.each([
  [0.5, 0],
  [0.3, 0.524400512708041],
  [0.025, 1.95996398454005],
  [0.001, 3.09023230616781],
  [1e-10, 6.36134090240406],
  [0.9, -1.2815515655446],
])('with probability %d a normal variable is above %d', (probability, x) => {
  expectRelative(normalUpperQuantile(probability), x, 1e-13);
});

test.each([
  [1, 1, 0.25],
  [2, 2.5, 0.078695747878983],
  [0.2, 3.7, 0.425992920676611],
  [12.7, 7, 2.17115945071162e-6],
  [2, 1000, 0.0228851732466258],
  [8, 250.5, 2.31197796510911e-14],
  [3, 1e6, 0.0013499312707109],
  [40, 5, 9.20598108588648e-8],
  [6, Number.POSITIVE_INFINITY, 9.86587645037698e-10],
  [0, 4, 0.5],
])('t is above %d with %d degrees of freedom with probability %d', (t, degrees, probability) => {
  // A million degrees of freedom cost some digits.
  expectRelative(studentUpperTail(t, degrees), probability, degrees === 1e6 ? 1e-9 : 1e-12);
  expect(studentUpperTail(-t, degrees)).toBeCloseTo(1 - probability, 12);
});

test.each([
  [0.025, 1, 12.7062047361747],
  [0.025, 3.7, 2.86752070719119],
  [0.025, 40.2, 2.02076221697536],
  [0.025, 260.5, 1.96911232968905],
  [0.005, 100_000, 2.57587846990837],
  [0.025, Number.POSITIVE_INFINITY, 1.95996398454005],
])('with probability %d and %d degrees of freedom t is above %d', (probability, degrees, t) => {
  expectRelative(studentUpperQuantile(probability, degrees), t, 1e-10);
});
