import { normalUpperTail } from './distribution.ts';
import {
  type Curvature,
  curvatureAt,
  type LogisticDesign,
  type LogisticModel,
  logisticDesign,
} from './logisticDesign.ts';
import { minimize } from './minimize.ts';

export type LogisticModelResult = LogisticModelFit | { readonly kind: 'notFitted'; readonly reason: string };

export interface LogisticModelFit {
  readonly kind: 'fitted';
  readonly trials: number;
  readonly intercept: LogOdds;
  readonly effects: readonly LogOdds[];
  readonly factors: readonly {
    readonly name: string;
    readonly levels: number;
    /** In logarithms of odds. */
    readonly standardDeviation: number;
  }[];
  /** -2 times the log-likelihood of single trials, by Laplace's approximation. */
  readonly criterion: number;
}

/** A fixed effect, in logarithms of odds. */
export interface LogOdds {
  readonly name: string;
  readonly estimate: number;
  readonly standardError: number;
  /** By Wald's test: the estimate over its standard error against the normal distribution. */
  readonly pValue: number;
}

/**
 * Fits a logistic mixed model by maximum likelihood with Laplace's approximation, as `glmer` of lme4 does with nAGQ = 1:
 * random intercepts are integrated out around their mode, which is found by penalized, iteratively reweighted least
 * squares (D. Bates et al., lme4: Mixed-effects modeling with R, chapter 5). Standard errors are those at the fitted
 * deviations. Made for some thousand observations, one factor of some thousand levels and others of some dozens.
 */
export function fitLogisticMixedModel(model: LogisticModel): LogisticModelResult {
  const reason = whyNot(model);
  if (reason !== undefined) return { kind: 'notFitted', reason };
  const design = logisticDesign(model);
  const fixedCount = 1 + model.effects.length;
  const fixedOf = (at: readonly number[]) => at.slice(0, fixedCount);
  const deviationsOf = (at: readonly number[]) => at.slice(fixedCount);
  // The mode of a point nearby is a good place to start from; results depend on it only within rounding.
  let mode: Float64Array | undefined;
  const deviance = (at: readonly number[]) => {
    const curvature = curvatureAt(design, fixedOf(at), deviationsOf(at), mode);
    if (curvature === undefined) return Number.POSITIVE_INFINITY;
    mode = curvature.mode;
    return curvature.deviance;
  };
  const start = [oddsOf(model), ...model.effects.map(() => 0), ...model.factors.map(() => 1)];
  const { at, converged } = minimize(deviance, start, maxEvaluations);
  if (!converged) return { kind: 'notFitted', reason: 'the likelihood maximization did not converge' };
  const curvature = curvatureAt(design, fixedOf(at), deviationsOf(at), undefined)!;
  if (fixedOf(at).some((estimate) => Math.abs(estimate) > unbounded)) {
    return { kind: 'notFitted', reason: 'all answers of one side are the same, so the odds are unbounded' };
  }
  return fitOf(model, design, at, curvature);
}

const maxEvaluations = 4000;
/** In logarithms of odds: shares beyond 0.999999 can't be distinguished from 1. */
const unbounded = 14;

function whyNot({ successes, trials, effects, factors }: LogisticModel): string | undefined {
  if (factors.length === 0) return 'there is no factor with two or more levels';
  for (const { name, levels } of factors) if (new Set(levels).size < 2) return `there is only one ${name}`;
  const all = sum(trials);
  if (all <= 1 + effects.length + factors.length) return `${all} answers are too few`;
  const passed = sum(successes);
  return passed === 0 || passed === all ? 'all answers are the same' : undefined;
}

function oddsOf({ successes, trials }: LogisticModel): number {
  const share = sum(successes) / sum(trials);
  return Math.log(share / (1 - share));
}

function fitOf(
  { effects, factors, trials }: LogisticModel,
  { fixedVariances }: LogisticDesign,
  at: readonly number[],
  curvature: Curvature,
): LogisticModelFit {
  const variances = fixedVariances(curvature);
  const fixed = ['intercept', ...effects.map(({ name }) => name)].map((name, i): LogOdds => {
    const estimate = at[i]!;
    const standardError = Math.sqrt(variances[i]!);
    return { name, estimate, standardError, pValue: 2 * normalUpperTail(Math.abs(estimate) / standardError) };
  });
  return {
    kind: 'fitted',
    trials: sum(trials),
    intercept: fixed[0]!,
    effects: fixed.slice(1),
    factors: factors.map(({ name, levels }, i) => ({
      name,
      levels: new Set(levels).size,
      standardDeviation: Math.abs(at[fixed.length + i]!),
    })),
    criterion: curvature.deviance,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
