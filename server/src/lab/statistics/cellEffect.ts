import type { MetricCell } from './averages.ts';
import { studentUpperQuantile, studentUpperTail } from './distribution.ts';
import { fitMixedModel, type MixedModelFit } from './mixedModel.ts';
import { type ComparedFactor, type FactorComparison, levelOf } from './observation.ts';
import { type ShapiroWilk, shapiroWilk } from './shapiroWilk.ts';
import {
  type Transformation,
  type TransformationName,
  transformationsFor,
  untransformed,
} from './transformations.ts';

/**
 * Estimates the effect of a comparison as in the paper: a linear mixed model of the shares of cases, with the
 * comparison as fixed effect and random intercepts for datasets, models and, when all metrics are pooled, metrics. The
 * comparison of models omits the intercepts for models. When residuals are not normal, transformed shares are tried.
 */
export type CellEffect = EstimatedEffect | { readonly kind: 'notSupported'; readonly reason: string };

export interface EstimatedEffect {
  readonly kind: 'estimated';
  /** The change of the share from the reference to the comparison, transformed back at the mean of the reference. */
  readonly effect: number;
  /** The 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** By Student's t, with Satterthwaite's degrees of freedom. */
  readonly pValue: number;
  readonly observations: number;
  readonly transformation: TransformationName;
  /** The exponent of the Box-Cox transformation. */
  readonly lambda: number | undefined;
  /** The test of the residuals for normality; undefined when impossible. */
  readonly normality: ShapiroWilk | undefined;
  /** The fitted model in transformed shares. */
  readonly fit: {
    readonly intercept: number;
    readonly estimate: number;
    readonly standardError: number;
    readonly degreesOfFreedom: number | undefined;
    readonly factors: MixedModelFit['factors'];
    readonly residualDeviation: number;
  };
  /** Reasons for not relying on the numbers, as sentences. */
  readonly cautions: readonly string[];
}

export function cellEffect(cells: readonly MetricCell[], comparison: FactorComparison): CellEffect {
  const sides = cells.filter((cell) => isIn(cell, comparison));
  if (factorsOf(sides, comparison.factor).length === 0) {
    const others = comparison.factor === 'model' ? 'data set' : 'data set and one model';
    return { kind: 'notSupported', reason: `there is only one ${others}` };
  }
  const plain = attempt(sides, comparison, untransformed);
  if (plain.kind === 'notFitted') return { kind: 'notSupported', reason: plain.reason };
  if (isNormal(plain)) return effectOf(plain, []);
  for (const transformation of transformationsFor(sides.map(({ value }) => value))) {
    const other = attempt(sides, comparison, transformation);
    if (other.kind === 'fitted' && isNormal(other)) return effectOf(other, []);
  }
  return effectOf(plain, ['The residuals are not normal under any of the transformations.']);
}

interface Attempt {
  readonly kind: 'fitted';
  readonly transformation: Transformation;
  readonly fit: MixedModelFit;
  readonly normality: ShapiroWilk | undefined;
}

function attempt(cells: readonly MetricCell[], comparison: FactorComparison, transformation: Transformation) {
  const result = fitMixedModel({
    response: cells.map(({ value }) => transformation.transform(value)),
    effects: [{ name: comparison.comparison, values: cells.map((cell) => indicator(cell, comparison)) }],
    factors: factorsOf(cells, comparison.factor),
  });
  if (result.kind === 'notFitted') return result;
  return {
    kind: 'fitted',
    transformation,
    fit: result,
    normality: shapiroWilk(result.residuals),
  } satisfies Attempt;
}

function isNormal({ normality }: Attempt): boolean {
  return normality !== undefined && normality.pValue > 0.05;
}

function effectOf({ transformation, fit, normality }: Attempt, cautions: readonly string[]): EstimatedEffect {
  const { name, lambda, back } = transformation;
  const { estimate, standardError, degreesOfFreedom } = fit.effects[0]!;
  const degrees = degreesOfFreedom ?? Number.POSITIVE_INFINITY;
  const margin = studentUpperQuantile(0.025, degrees) * standardError;
  const intercept = fit.intercept.estimate;
  const change = (by: number) => back(intercept + by) - back(intercept);
  return {
    kind: 'estimated',
    effect: change(estimate),
    low: change(estimate - margin),
    high: change(estimate + margin),
    pValue: 2 * studentUpperTail(Math.abs(estimate) / standardError, degrees),
    observations: fit.observations,
    transformation: name,
    lambda,
    normality,
    fit: {
      intercept,
      estimate,
      standardError,
      degreesOfFreedom,
      factors: fit.factors,
      residualDeviation: fit.residualDeviation,
    },
    cautions: [...cautions, ...fit.cautions],
  };
}

function isIn(cell: MetricCell, { factor, reference, comparison }: FactorComparison): boolean {
  const level = levelOf(cell, factor);
  return level === reference || level === comparison;
}

function indicator(cell: MetricCell, { factor, comparison }: FactorComparison): number {
  return levelOf(cell, factor) === comparison ? 1 : 0;
}

/** The factors with more than one level. */
function factorsOf(cells: readonly MetricCell[], compared: ComparedFactor) {
  const names = (['dataset', 'model', 'metric'] as const).filter((name) => name !== compared);
  return names
    .map((name) => ({ name, levels: cells.map((cell) => cell[name]) }))
    .filter(({ levels }) => new Set(levels).size > 1);
}
