import { cholesky, logDeterminant, solveLower, solveUpper, type Triangle } from './cholesky.ts';
import { type Crossproducts, crossproductsOf, type MixedModel, residualsOf } from './crossproducts.ts';
import { minimize } from './minimize.ts';

export type MixedModelResult = MixedModelFit | { readonly kind: 'notFitted'; readonly reason: string };

export interface MixedModelFit {
  readonly kind: 'fitted';
  readonly observations: number;
  readonly intercept: FixedEffect;
  readonly effects: readonly FixedEffect[];
  readonly factors: readonly RandomIntercepts[];
  /** The standard deviation of the residuals. */
  readonly residualDeviation: number;
  /** -2 times the logarithm of the restricted likelihood, like lme4's REMLcrit. */
  readonly criterion: number;
  /** The response minus the fixed effects and the predicted intercepts. */
  readonly residuals: readonly number[];
  /** Reasons for not relying on the numbers, as sentences. */
  readonly cautions: readonly string[];
}

export interface FixedEffect {
  readonly name: string;
  readonly estimate: number;
  readonly standardError: number;
  /** By Satterthwaite's approximation; undefined when the likelihood is too flat for it. */
  readonly degreesOfFreedom: number | undefined;
}

export interface RandomIntercepts {
  readonly name: string;
  readonly levels: number;
  /** 0 when the likelihood is greatest without this factor: lme4's singular fit. */
  readonly standardDeviation: number;
}

/**
 * Fits a linear mixed model by restricted maximum likelihood, as lme4 does (D. Bates, M. Mächler, B. Bolker, S. Walker:
 * Fitting Linear Mixed-Effects Models Using lme4, J. Stat. Softw. 67(1), 2015, section 3.4). The fixed effects and the
 * residual variance follow from the ratios of the other standard deviations to that of the residuals, so the search is
 * over these ratios only. Intended for up to some thousand observations and some hundred levels.
 */
export function fitMixedModel(model: MixedModel): MixedModelResult {
  const reason = whyNot(model);
  if (reason !== undefined) return { kind: 'notFitted', reason };
  const scale = scaleOf(model.response);
  const unitModel = { ...model, response: model.response.map(scale.toUnit) };
  const products = crossproductsOf(unitModel);
  const deviance = (ratios: readonly number[]) =>
    profiledDevianceAt(products, ratios)?.deviance ?? Number.POSITIVE_INFINITY;
  const start = model.factors.map(() => 1);
  if (profiledDevianceAt(products, start) === undefined) {
    return { kind: 'notFitted', reason: 'the fixed effects cannot be told apart' };
  }
  const minimum = minimize(deviance, start);
  const ratios = atBoundary(deviance, minimum.at);
  const profile = profiledDevianceAt(products, ratios)!;
  if (profile.residualVariance < nothing) {
    return { kind: 'notFitted', reason: 'the model leaves nothing unexplained to compare with' };
  }
  const cautions = minimum.converged ? [] : ['The search for the greatest likelihood was given up early.'];
  return fitOf(unitModel, { products, profile, ratios, scale }, [...cautions, ...cautionsOf(model, ratios)]);
}

/** What rounding, or ratios that grow without bound, leave of a variance of 1. */
const nothing = 1e-12;

interface Solution {
  readonly products: Crossproducts;
  readonly profile: ProfiledDeviance;
  readonly ratios: readonly number[];
  readonly scale: Scale;
}

function fitOf(unitModel: MixedModel, solution: Solution, cautions: readonly string[]): MixedModelFit {
  const { products, profile, ratios, scale } = solution;
  const deviation = Math.sqrt(profile.residualVariance);
  const fixed = ['intercept', ...unitModel.effects.map(({ name }) => name)].map((name, i): FixedEffect => {
    const estimate = profile.fixed[i]! * scale.unit;
    const isExact = profile.unscaledVariances[i]! === 0;
    return {
      name,
      estimate: i === 0 ? estimate + scale.center : estimate,
      standardError: deviation * Math.sqrt(profile.unscaledVariances[i]!) * scale.unit,
      degreesOfFreedom: isExact ? undefined : degreesOfFreedom(products, ratios, profile, i),
    };
  });
  return {
    kind: 'fitted',
    observations: unitModel.response.length,
    intercept: fixed[0]!,
    effects: fixed.slice(1),
    factors: unitModel.factors.map(({ name, levels }, i) => ({
      name,
      levels: new Set(levels).size,
      standardDeviation: ratios[i]! * deviation * scale.unit,
    })),
    residualDeviation: deviation * scale.unit,
    criterion: profile.deviance + 2 * (products.observations - products.fixedCount) * Math.log(scale.unit),
    residuals: residualsOf(unitModel, profile).map((residual) => residual * scale.unit),
    cautions,
  };
}

/** Why the model cannot be fitted to these observations, if so. */
function whyNot({ response, effects, factors }: MixedModel): string | undefined {
  if (factors.length === 0) return 'there is no factor with two or more levels';
  for (const { name, levels } of factors) {
    const count = new Set(levels).size;
    if (count < 2) return `there is only one ${name}`;
    if (count === levels.length) return `each ${name} was observed only once`;
  }
  const parameters = 2 + effects.length + factors.length;
  if (response.length <= parameters) {
    return `${response.length} observations are too few for ${parameters} parameters`;
  }
  if (response.every((value) => value === response[0])) return 'all observations are the same';
  return undefined;
}

function cautionsOf({ factors }: MixedModel, ratios: readonly number[]): readonly string[] {
  const few = factors
    .map(({ name, levels }) => ({ name, count: new Set(levels).size }))
    .filter(({ count }) => count < 5);
  return [
    ...(few.length === 0
      ? []
      : [
          `A variance is poorly known from so few levels: ${few.map(({ name, count }) => `${name} (${count})`).join(', ')}.`,
        ]),
    ...factors
      .filter((_, i) => ratios[i] === 0)
      .map(
        ({ name }) => `The likelihood is greatest with no variance of ${name} at all: the fit is singular.`,
      ),
  ];
}

interface Scale {
  readonly center: number;
  readonly unit: number;
  readonly toUnit: (value: number) => number;
}

/** Standardises the response to mean 0 and variance 1, so that rounding does not depend on its scale. */
function scaleOf(response: readonly number[]): Scale {
  const center = response.reduce((sum, value) => sum + value, 0) / response.length;
  const unit = Math.sqrt(response.reduce((sum, value) => sum + (value - center) ** 2, 0) / response.length);
  return { center, unit, toUnit: (value) => (value - center) / unit };
}

/**
 * The deviance does not depend on the signs of the ratios. Ratios that are 0 within the precision of the search become
 * 0.
 */
function atBoundary(
  deviance: (ratios: readonly number[]) => number,
  found: readonly number[],
): readonly number[] {
  let ratios = found.map(Math.abs);
  for (const i of ratios.keys()) {
    const without = ratios.with(i, 0);
    if (ratios[i]! < 1e-2 && deviance(without) <= deviance(ratios) + 1e-8) ratios = without;
  }
  return ratios;
}

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
function degreesOfFreedom(
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

/** The best fit for given ratios of the standard deviations to that of the residuals. */
interface ProfiledDeviance {
  /** -2 times the logarithm of the restricted likelihood. */
  readonly deviance: number;
  readonly residualVariance: number;
  /** The fixed effects. */
  readonly fixed: Float64Array;
  /** Their variances, relative to the residual variance. */
  readonly unscaledVariances: Float64Array;
  /** The predicted intercept of each column of Z. */
  readonly random: Float64Array;
}

/** @returns undefined when the fixed effects cannot be distinguished. */
function profiledDevianceAt(
  products: Crossproducts,
  ratios: readonly number[],
): ProfiledDeviance | undefined {
  const { observations, fixedCount: p, xy, yy } = products;
  const random = randomPart(products, ratios);
  if (random === undefined) return undefined;
  const { outer, right, lambda } = random;
  // RZX of the paper, a column for each fixed effect.
  const mixed = Array.from({ length: p }, (_, i) =>
    solveLower(
      outer,
      lambda.map((ratio, a) => ratio * products.zx[a * p + i]!),
    ),
  );
  const inner = fixedPart(products, mixed);
  if (inner === undefined) return undefined;
  const reduced = solveLower(
    inner,
    xy.map((value, i) => value - dot(mixed[i]!, right)),
  );
  const fixed = solveUpper(inner, reduced);
  const degrees = observations - p;
  const residualVariance = Math.max(0, yy - dot(right, right) - dot(reduced, reduced)) / degrees;
  const spherical = solveUpper(
    outer,
    right.map((value, a) => mixed.reduce((rest, column, i) => rest - column[a]! * fixed[i]!, value)),
  );
  return {
    deviance:
      logDeterminant(outer) +
      logDeterminant(inner) +
      degrees * (1 + Math.log(2 * Math.PI * residualVariance)),
    residualVariance,
    fixed,
    unscaledVariances: diagonalOfInverse(inner),
    random: spherical.map((value, a) => value * lambda[a]!),
  };
}

/** L with LLᵀ = ΛZᵀZΛ + 1, and L⁻¹ΛZᵀy, where Λ has the ratios on its diagonal. */
function randomPart({ factorOf, zz, zy }: Crossproducts, ratios: readonly number[]) {
  const q = factorOf.length;
  const lambda = Float64Array.from(factorOf, (factor) => ratios[factor]!);
  const matrix = new Float64Array(q * q);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) matrix[a * q + b] = lambda[a]! * zz[a * q + b]! * lambda[b]!;
    matrix[a * q + a]! += 1;
  }
  const outer = cholesky(matrix, q);
  return (
    outer && {
      outer,
      lambda,
      right: solveLower(
        outer,
        lambda.map((ratio, a) => ratio * zy[a]!),
      ),
    }
  );
}

/** The triangle of XᵀX without the part that the random intercepts explain. */
function fixedPart(
  { fixedCount: p, xx }: Crossproducts,
  mixed: readonly Float64Array[],
): Triangle | undefined {
  const matrix = xx.slice();
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) matrix[i * p + j]! -= dot(mixed[i]!, mixed[j]!);
  }
  return cholesky(matrix, p);
}

/** The diagonal of (LLᵀ)⁻¹: the squared lengths of the columns of L⁻¹. */
function diagonalOfInverse(triangle: Triangle): Float64Array {
  return Float64Array.from({ length: triangle.size }, (_, i) => {
    const unit = new Float64Array(triangle.size);
    unit[i] = 1;
    const column = solveLower(triangle, unit);
    return dot(column, column);
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
