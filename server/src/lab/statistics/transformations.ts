import { mean } from './averages.ts';

/** An invertible transformation of values between 0 and 1, after which they may be normal. */
export interface Transformation {
  readonly name: TransformationName;
  /** The exponent of the Box-Cox transformation. */
  readonly lambda: number | undefined;
  readonly transform: (value: number) => number;
  /** The inverse of `transform`; outside of its range, the nearest possible value. */
  readonly back: (transformed: number) => number;
}

export type TransformationName = 'none' | 'arcsine' | 'logit' | 'boxCox';

export const untransformed: Transformation = {
  name: 'none',
  lambda: undefined,
  transform: (value) => value,
  back: (value) => value,
};

/** The paper's transformations that are possible for these values, in its order. */
export function transformationsFor(values: readonly number[]): readonly Transformation[] {
  const boxCox = boxCoxFor(values);
  return boxCox === undefined ? [arcsine, logit] : [arcsine, logit, boxCox];
}

const arcsine: Transformation = {
  name: 'arcsine',
  lambda: undefined,
  transform: (value) => Math.asin(Math.sqrt(value)),
  back: (angle) => Math.sin(Math.min(Math.max(angle, 0), Math.PI / 2)) ** 2,
};

/** Keeps the logit of 0 and 1 finite. */
const epsilon = 1e-6;

const logit: Transformation = {
  name: 'logit',
  lambda: undefined,
  transform: (value) => Math.log((value + epsilon) / (1 - value + epsilon)),
  back: (odds) => {
    const share = 1 / (1 + Math.exp(-odds));
    return Math.min(Math.max(share * (1 + 2 * epsilon) - epsilon, 0), 1);
  },
};

/**
 * The Box-Cox transformation, (yᵏ - 1) / k or the logarithm for k = 0, with the k that makes the values most likely to
 * be normal. The paper's formula divides by y, which must be a typo.
 *
 * @returns undefined unless the values are positive and differ, and when no k between -40 and 40 is best.
 */
export function boxCoxFor(values: readonly number[]): Transformation | undefined {
  if (new Set(values).size < 2 || values.some((value) => value <= 0)) return undefined;
  const lambda = mostLikely(values);
  if (lambda === undefined) return undefined;
  return {
    name: 'boxCox',
    lambda,
    transform: (value) => power(Math.log(value), lambda),
    back: (value) => {
      const base = lambda * value + 1;
      if (isZero(lambda)) return Math.exp(value);
      return base > 0 ? base ** (1 / lambda) : lambda > 0 ? 0 : Number.POSITIVE_INFINITY;
    },
  };
}

const isZero = (lambda: number) => Math.abs(lambda) < 1e-9;

function power(logarithm: number, lambda: number): number {
  return isZero(lambda) ? logarithm : Math.expm1(lambda * logarithm) / lambda;
}

/** By golden-section search: the profile likelihood has a single maximum. */
function mostLikely(values: readonly number[]): number | undefined {
  const logarithms = values.map(Math.log);
  const center = mean(logarithms);
  // Values relative to their geometric mean have a Jacobian of 1 for every exponent.
  const centered = logarithms.map((value) => value - center);
  const spread = (lambda: number) => varianceOf(centered.map((value) => power(value, lambda)));
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [-bound, bound];
  while (high - low > 1e-8) {
    const left = high - golden * (high - low);
    const right = low + golden * (high - low);
    if (spread(left) < spread(right)) high = right;
    else low = left;
  }
  const lambda = (low + high) / 2;
  return Math.abs(lambda) > bound - 1e-6 ? undefined : lambda;
}

const bound = 40;

function varianceOf(values: readonly number[]): number {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
}
