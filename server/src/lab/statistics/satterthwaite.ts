import { cholesky, solveLower } from './cholesky.ts';
import type { Crossproducts } from './crossproducts.ts';
import { type ProfiledDeviance, profiledDevianceAt } from './profiledDeviance.ts';

/**
 * Satterthwaite's degrees of freedom for a fixed effect, as in lmerTest (A. Kuznetsova, P. Brockhoff, R. Christensen,
 * J. Stat. Softw. 82(13), 2017): those of a t distribution whose uncertainty about its variance equals that of the fit
 * about the variance of the effect. The latter follows from the curvature of the deviance in the standard deviations,
 * which is computed by finite differences.
 *
 * @param ratios those at the minimum of the deviance. Ratios of 0 count as known.
 *
 * @returns undefined when the deviance is too flat there.
 */
export function degreesOfFreedom(
  products: Crossproducts,
  ratios: readonly number[],
  profile: ProfiledDeviance,
  effect: number,
): number | undefined {
  const degrees = products.observations - products.fixedCount;
  const active = ratios.flatMap((ratio, i) => (ratio > 0 ? [i] : []));
  // The parameters are the ratios, and the logarithm of the residual deviation relative to the fitted one.
  const at = [...active.map((i) => ratios[i]!), 0];
  const profiled = (parameters: readonly number[]) => {
    const moved = [...ratios];
    active.forEach((i, k) => {
      moved[i] = parameters[k]!;
    });
    return profiledDevianceAt(products, moved)!;
  };
  const deviance = (parameters: readonly number[]) => {
    const { deviance, residualVariance } = profiled(parameters);
    const logDeviation = parameters.at(-1)!;
    const part = residualVariance / profile.residualVariance;
    return deviance + degrees * (2 * logDeviation + part * Math.exp(-2 * logDeviation) - 1 - Math.log(part));
  };
  const variance = (parameters: readonly number[]) =>
    profiled(parameters).unscaledVariances[effect]! * Math.exp(2 * parameters.at(-1)!);
  const curvature = cholesky(curvatureOf(deviance, at), at.length);
  if (curvature === undefined) return undefined;
  const slope = solveLower(curvature, slopeOf(variance, at));
  return variance(at) ** 2 / slope.reduce((sum, value) => sum + value * value, 0);
}

type Scalar = (at: readonly number[]) => number;

const stepAt = (x: number) => 1e-3 * Math.max(x, 0.1);
const moved = (at: readonly number[], i: number, by: number) => at.with(i, at[i]! + by);

/** The first derivatives, by central differences. */
function slopeOf(evaluate: Scalar, at: readonly number[]): readonly number[] {
  return at.map((x, i) => {
    const step = stepAt(x);
    return (evaluate(moved(at, i, step)) - evaluate(moved(at, i, -step))) / (2 * step);
  });
}

/** The second derivatives, by central differences. */
function curvatureOf(evaluate: Scalar, at: readonly number[]): Float64Array {
  const size = at.length;
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const [di, dj] = [stepAt(at[i]!), stepAt(at[j]!)];
      const value = (si: number, sj: number) => evaluate(moved(moved(at, i, si * di), j, sj * dj));
      matrix[i * size + j] = (value(1, 1) - value(1, -1) - value(-1, 1) + value(-1, -1)) / (4 * di * dj);
    }
  }
  return matrix;
}
