import type { Random } from '../../base/random.ts';
import { mean } from './averages.ts';

/** Describes how values are distributed. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  /** The 95 % bootstrap interval of the mean. */
  readonly low: number;
  readonly high: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
}

/** Undefined when there are no values. */
export function distributionOf(values: readonly number[], random: Random): Distribution | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const isConstant = sorted[0] === sorted.at(-1);
  const means = Float64Array.from({ length: isConstant ? 1 : resamples }, () =>
    resampledMean(values, random),
  ).sort();
  return {
    count: values.length,
    mean: mean(values),
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
    min: sorted[0]!,
    q1: percentile(sorted, 0.25),
    median: percentile(sorted, 0.5),
    q3: percentile(sorted, 0.75),
    max: sorted.at(-1)!,
  };
}

const resamples = 1000;

function resampledMean(values: readonly number[], random: Random): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[random.below(values.length)]!;
  return sum / values.length;
}

/** The percentile by linear interpolation, like R's default quantile. NaN for an empty array. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (position - below) * (sorted[above]! - sorted[below]!);
}

/** The probability that a standard normal variable exceeds `x`, to about 14 digits, even far out in the tail. */
export function normalUpperTail(x: number): number {
  if (x < 0) return 1 - normalUpperTail(-x);
  return x < 2 ? 0.5 - nearMiddle(x) : farOut(x);
}

/** The value that a standard normal variable exceeds with this probability (between 0 and 1, exclusive). */
export function normalUpperQuantile(probability: number): number {
  if (probability > 0.5) return -normalUpperQuantile(1 - probability);
  return probability === 0.5 ? 0 : decreasingRoot(normalUpperTail, probability);
}

/** The probability between 0 and x, by the series x + x³/3 + x⁵/(3·5) + … times the density. */
function nearMiddle(x: number): number {
  let sum = x;
  let term = x;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum * normalDensity(x);
}

/** Laplace's continued fraction x + 1/(x + 2/(x + 3/(x + …))), which converges within 200 steps from x = 2 on. */
function farOut(x: number): number {
  let fraction = x;
  for (let step = 200; step > 0; step--) fraction = x + step / fraction;
  return normalDensity(x) / fraction;
}

const rootOfTwoPi = Math.sqrt(2 * Math.PI);

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / rootOfTwoPi;
}

/**
 * Where a decreasing function of the positive numbers takes a value, to the last representable digit. The function must
 * start above the value and fall below it.
 */
function decreasingRoot(decreasing: (x: number) => number, value: number): number {
  let low = 0;
  let high = 1;
  while (decreasing(high) > value) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (decreasing(middle) > value) low = middle;
    else high = middle;
  }
}

/**
 * The probability that Student's t with these degrees of freedom exceeds `t`. The degrees need not be whole, and may be
 * Infinity.
 */
export function studentUpperTail(t: number, degrees: number): number {
  if (t < 0) return 1 - studentUpperTail(-t, degrees);
  if (isNormal(degrees)) return normalUpperTail(t);
  return regularizedBeta(degrees / (degrees + t * t), (t * t) / (degrees + t * t), degrees / 2, 0.5) / 2;
}

/** The value that Student's t exceeds with this probability (between 0 and 1/2). */
export function studentUpperQuantile(probability: number, degrees: number): number {
  if (isNormal(degrees)) return normalUpperQuantile(probability);
  return decreasingRoot((t) => studentUpperTail(t, degrees), probability);
}

/** From here on, rounding in the logarithms below exceeds the difference from the normal distribution. */
const isNormal = (degrees: number) => degrees > 1e8;

/**
 * The regularised incomplete beta function at x, by the continued fraction DLMF 8.17.22. `rest` is 1 - x, which is
 * passed because near 1 it would be lost to rounding.
 */
function regularizedBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  // The continued fraction converges quickly only on this side of the middle.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(rest, x, b, a);
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  return Math.exp(a * Math.log(x) + b * Math.log(rest) - logBeta) / a / betaFraction(x, a, b);
}

function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  // It takes about as many steps as the square root of the larger parameter.
  for (let m = 50 + Math.ceil(5 * Math.sqrt(Math.max(a, b))); m >= 0; m--) {
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    fraction = 1 + odd / fraction;
    if (m > 0) fraction = 1 + even / fraction;
  }
  return fraction;
}

/** Stirling's series, after shifting the argument to where the first terms give all digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 15; at++) shift += Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}
