import { keyOf } from './averages.ts';
import { normalUpperQuantile } from './distribution.ts';
import { fitLogisticMixedModel, type LogisticModelFit } from './logisticMixedModel.ts';
import { type ComparedFactor, type FactorComparison, levelOf, type Observation } from './observation.ts';

/**
 * The effect of a comparison on single answers: a logistic mixed model with the comparison as fixed effect and random
 * intercepts for cases, models and data sets. Shares near 0 and 1, and cases that everybody or nobody solves, count as
 * what they are, which the paper's model of shares can't do.
 */
export type CaseEffect =
  | {
      readonly kind: 'estimated';
      /** The odds of the comparison over those of the reference, with the 95 % interval by Wald. */
      readonly oddsRatio: number;
      readonly low: number;
      readonly high: number;
      readonly pValue: number;
      readonly answers: number;
      readonly factors: LogisticModelFit['factors'];
    }
  | { readonly kind: 'notSupported'; readonly reason: string };

/** @param observations of one metric: 0 or 1 each. */
export function caseEffect(observations: readonly Observation[], comparison: FactorComparison): CaseEffect {
  const groups = new Map<string, Group>();
  for (const observation of observations) {
    const level = levelOf(observation, comparison.factor);
    if (level !== comparison.reference && level !== comparison.comparison) continue;
    const { dataset, model, caseId } = observation;
    const side = level === comparison.comparison ? 1 : 0;
    const key = keyOf(dataset, model, caseId, String(side));
    const group = groups.get(key) ?? { dataset, model, caseId, side, successes: 0, trials: 0 };
    group.successes += observation.value;
    group.trials++;
    groups.set(key, group);
  }
  // In a canonical order, so that not even rounding depends on the order of the observations.
  const rows = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const fit = fitLogisticMixedModel({
    successes: rows.map(({ successes }) => successes),
    trials: rows.map(({ trials }) => trials),
    effects: [{ name: comparison.comparison, values: rows.map(({ side }) => side) }],
    factors: factorsOf(rows, comparison.factor),
  });
  if (fit.kind === 'notFitted') return { kind: 'notSupported', reason: fit.reason };
  const { estimate, standardError, pValue } = fit.effects[0]!;
  const margin = normalUpperQuantile(0.025) * standardError;
  return {
    kind: 'estimated',
    oddsRatio: Math.exp(estimate),
    low: Math.exp(estimate - margin),
    high: Math.exp(estimate + margin),
    pValue,
    answers: fit.trials,
    factors: fit.factors,
  };
}

interface Group {
  readonly dataset: string;
  readonly model: string;
  readonly caseId: string;
  readonly side: 0 | 1;
  successes: number;
  trials: number;
}

/** The factors with more than one level; models are not among them when they are compared. */
function factorsOf(rows: readonly Group[], compared: ComparedFactor) {
  const all = [
    { name: 'case', levels: rows.map(({ dataset, caseId }) => keyOf(dataset, caseId)) },
    ...(compared === 'model' ? [] : [{ name: 'model', levels: rows.map(({ model }) => model) }]),
    { name: 'data set', levels: rows.map(({ dataset }) => dataset) },
  ];
  return all.filter(({ levels }) => new Set(levels).size > 1);
}
