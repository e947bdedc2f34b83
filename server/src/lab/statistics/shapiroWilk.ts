import { normalUpperQuantile, normalUpperTail } from './distribution.ts';

/** How close a sample is to normal: `w` is 1 for a perfect fit. */
export interface ShapiroWilk {
  readonly w: number;
  /** The probability of a `w` this small for a normal distribution. */
  readonly pValue: number;
}

/**
 * The Shapiro-Wilk test with Royston's approximations (P. Royston: Remark AS R94, Applied Statistics 44(4), 1995), as
 * in R and SciPy.
 *
 * @returns undefined for fewer than 3 or more than 5,000 values, and when all are equal.
 */
export function shapiroWilk(sample: readonly number[]): ShapiroWilk | undefined {
  const n = sample.length;
  const sorted = sample.toSorted((a, b) => a - b);
  const range = n === 0 ? 0 : sorted.at(-1)! - sorted[0]!;
  if (n < 3 || n > 5000 || range <= 0) return undefined;
  const mean = sorted.reduce((sum, x) => sum + x, 0) / n;
  const deviations = sorted.map((x) => (x - mean) / range);
  const weights = weightsOf(n);
  const total = deviations.reduce((sum, x) => sum + x * x, 0);
  const explained = deviations.reduce((sum, x, i) => sum + weights[i]! * x, 0) ** 2;
  // 1 - w, computed separately, because the logarithm of a small difference matters.
  const rest = Math.max(Number.EPSILON, (total - explained) / total);
  return { w: 1 - rest, pValue: probabilityOf(rest, n) };
}

/** The weights of the ordered values: approximately the normal scores, with a correction for the outermost ones. */
function weightsOf(n: number): readonly number[] {
  if (n === 3) return [-Math.SQRT1_2, 0, Math.SQRT1_2];
  // Those of the upper half, greatest first.
  const scores = Array.from({ length: Math.floor(n / 2) }, (_, i) =>
    normalUpperQuantile((i + 1 - 0.375) / (n + 0.25)),
  );
  const squares = 2 * scores.reduce((sum, score) => sum + score * score, 0);
  const root = 1 / Math.sqrt(n);
  const length = Math.sqrt(squares);
  const corrected = [scores[0]! / length + polynomial(firstWeight, root)];
  if (n > 5) corrected.push(scores[1]! / length + polynomial(secondWeight, root));
  const replaced = 2 * scores.slice(0, corrected.length).reduce((sum, score) => sum + score * score, 0);
  const taken = 2 * corrected.reduce((sum, weight) => sum + weight * weight, 0);
  const divisor = Math.sqrt((squares - replaced) / (1 - taken));
  const upper = scores.map((score, i) => corrected[i] ?? score / divisor);
  const middle = n % 2 === 1 ? [0] : [];
  return [...upper.map((weight) => -weight), ...middle, ...upper.toReversed()];
}

function probabilityOf(rest: number, n: number): number {
  if (n === 3)
    return Math.max(0, (6 / Math.PI) * (Math.asin(Math.sqrt(1 - rest)) - Math.asin(Math.sqrt(0.75))));
  const log = Math.log(n);
  if (n > 11) {
    const deviation = Math.exp(polynomial(largeDeviation, log));
    return normalUpperTail((Math.log(rest) - polynomial(largeMean, log)) / deviation);
  }
  const bound = -2.273 + 0.459 * n;
  if (Math.log(rest) >= bound) return 0;
  const value = -Math.log(bound - Math.log(rest));
  return normalUpperTail((value - polynomial(smallMean, n)) / Math.exp(polynomial(smallDeviation, n)));
}

// The coefficients of Royston's polynomials, constant term first.
const firstWeight = [0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056];
const secondWeight = [0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633];
const smallMean = [0.544, -0.39978, 0.025054, -6.714e-4];
const smallDeviation = [1.3822, -0.77857, 0.062767, -0.0020322];
const largeMean = [-1.5861, -0.31082, -0.083751, 0.0038915];
const largeDeviation = [-0.4803, -0.082676, 0.0030302];

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0);
}
