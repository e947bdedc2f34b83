import { yieldToEventLoop } from '../../base/abort.ts';
import { seededRandom, seedOf } from '../../base/random.ts';
import {
  type Average,
  averagesOf,
  cellsOf,
  type MetricCell,
  mean,
  meanOfRepeats,
  poolMetrics,
} from './averages.ts';
import { type CaseEffect, caseEffect } from './caseEffect.ts';
import { type CellEffect, cellEffect } from './cellEffect.ts';
import { comparisonsOf, type FactorComparison, levelOf, type Observation } from './observation.ts';
import { type PairedEffect, pairedEffects } from './pairedEffect.ts';
import { type Pairing, pairingOf } from './pairing.ts';

/**
 * What a run says about contexts and models: the `statistics` of a report. Each comparison is made twice: first by
 * pairs over cases, which is the result to rely on, then by the paper's mixed model over shares of cases, to compare
 * with the paper's figures. All numbers are shares, not percentages.
 */
export interface ComparisonStatistics {
  readonly seed: number;
  /** The number of resamples and sign flips behind each interval and p value. */
  readonly resamples: number;
  /** The means of the metrics over all cells, and over those of each level of a factor. */
  readonly averages: readonly Average[];
  readonly comparisons: readonly ComparisonResult[];
}

export interface ComparisonResult extends FactorComparison {
  readonly outcome: ComparisonOutcome;
}

type ComparisonOutcome =
  | {
      readonly kind: 'compared';
      /** The datasets on which both sides were tried. */
      readonly datasets: readonly string[];
      /** Each metric, and `overall`, the mean of all. */
      readonly metrics: readonly MetricComparison[];
      /** Remarks for reading the numbers, as sentences. */
      readonly cautions: readonly string[];
    }
  | { readonly kind: 'notSupported'; readonly reason: string };

export interface MetricComparison {
  readonly metric: string;
  /** The means over all cells of a side, as printed in the paper, including cells without a counterpart. */
  readonly referenceMean: number;
  readonly comparisonMean: number;
  readonly paired: PairedEffect & {
    /** The p value by Holm's method, over all comparisons by this metric. */
    readonly adjustedPValue: number;
  };
  readonly mixed: CellEffect;
  /** For single answers; absent if it was not asked for, and for `overall`. */
  readonly byCases?: CaseEffect;
}

interface StatisticsOptions {
  /** The metrics to compare one by one; their mean is `overall`. */
  readonly metrics: readonly string[];
  /** The models to compare in pairs. */
  readonly models: readonly string[];
  readonly seed: number;
  readonly resamples?: number;
  /** Whether to fit the model of single answers as well, which takes up to seconds for each comparison and metric. */
  readonly byCases?: boolean;
}

export const overall = 'overall';

/** The metrics of a comparison; none where the design does not support it. */
export function metricsOf({ outcome }: ComparisonResult): readonly MetricComparison[] {
  return outcome.kind === 'compared' ? outcome.metrics : [];
}

/**
 * Compares contexts and models, using all answers of a run. The same observations, in any order, give the same numbers with
 * the same seed.
 *
 * @throws the signal's reason when aborted.
 */
export async function statisticsOf(
  observations: readonly Observation[],
  { metrics, models, seed, resamples = 10_000, byCases = false }: StatisticsOptions,
  signal: AbortSignal,
): Promise<ComparisonStatistics> {
  const each = meanOfRepeats(observations.filter(({ metric }) => metrics.includes(metric)));
  const measures = [
    ...metrics.map((metric): Measure => {
      const own = each.filter((observation) => observation.metric === metric);
      const answers = byCases ? observations.filter((observation) => observation.metric === metric) : [];
      return { metric, observations: own, cells: cellsOf(own), answers };
    }),
    { metric: overall, observations: poolMetrics(each, metrics, overall), cells: cellsOf(each), answers: [] },
  ];
  const comparisons: ComparisonResult[] = [];
  for (const comparison of comparisonsOf(each, models)) {
    comparisons.push({
      ...comparison,
      outcome: await outcomeOf(comparison, measures, { seed, resamples }, signal),
    });
  }
  return {
    seed,
    resamples,
    averages: averagesOf(cellsOf(each), metrics),
    comparisons: adjusted(comparisons),
  };
}

/** The observations of one metric, one value each. */
interface Measure {
  readonly metric: string;
  readonly observations: readonly Observation[];
  /** The cells that the mixed model is fitted to; for `overall`, those of all metrics. */
  readonly cells: readonly MetricCell[];
  /** Repeats are separate observations; empty unless the model of single answers is requested. */
  readonly answers: readonly Observation[];
}

async function outcomeOf(
  comparison: FactorComparison,
  measures: readonly Measure[],
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
  signal: AbortSignal,
): Promise<ComparisonOutcome> {
  const missing = missingSide(comparison, measures);
  if (missing !== undefined) return { kind: 'notSupported', reason: `nothing was tried with ${missing}` };
  const { factor, reference, comparison: other } = comparison;
  await yieldToEventLoop(signal);
  const paired = measures
    .map((measure) => ({ measure, pairing: pairingOf(measure.observations, comparison) }))
    .filter(({ pairing }) => pairing.blocks.length > 0);
  const [first] = paired;
  if (first === undefined) {
    return {
      kind: 'notSupported',
      reason: `${reference} and ${other} were never tried on the same case`,
    };
  }
  // A seed for each comparison, so that it does not depend on the other comparisons.
  const random = seededRandom(seedOf(seed, factor, reference, other));
  const effects = pairedEffects(
    paired.map(({ pairing }) => pairing.blocks),
    resamples,
    random,
  );
  const metrics: MetricComparison[] = [];
  for (const [i, { measure }] of paired.entries()) {
    await yieldToEventLoop(signal);
    metrics.push({
      metric: measure.metric,
      referenceMean: sideMean(measure, comparison, reference),
      comparisonMean: sideMean(measure, comparison, other),
      paired: { ...effects[i]!, adjustedPValue: effects[i]!.pValue },
      mixed: cellEffect(measure.cells, comparison),
      ...(measure.answers.length > 0 && { byCases: caseEffect(measure.answers, comparison) }),
    });
  }
  const datasets = [...new Set(first.pairing.blocks.map(({ dataset }) => dataset))];
  return { kind: 'compared', datasets, metrics, cautions: cautionsOf(comparison, first.pairing, datasets) };
}

function missingSide({ factor, reference, comparison }: FactorComparison, measures: readonly Measure[]) {
  return [reference, comparison].find(
    (level) => !measures.some(({ cells }) => cells.some((cell) => levelOf(cell, factor) === level)),
  );
}

function sideMean({ cells }: Measure, { factor }: FactorComparison, level: string): number {
  return mean(cells.filter((cell) => levelOf(cell, factor) === level).map(({ value }) => value));
}

function cautionsOf(
  { reference, comparison }: FactorComparison,
  { oneSided, unpaired }: Pairing,
  datasets: readonly string[],
): readonly string[] {
  const cautions = oneSided.map(({ dataset, only }) => {
    const other = only === reference ? comparison : reference;
    return `${other} was not tried on ${dataset}: the means of all cells cannot be compared, the differences can.`;
  });
  if (datasets.length === 1) {
    cautions.push(`All pairs are from ${datasets[0]}: they say nothing about other data sets.`);
  }
  if (unpaired > 0) {
    cautions.push(
      `${unpaired} ${unpaired === 1 ? 'answer has' : 'answers have'} no counterpart and are left out of the pairs.`,
    );
  }
  return cautions;
}

/** The p values of all comparisons by the same metric, adjusted together. */
function adjusted(comparisons: readonly ComparisonResult[]): readonly ComparisonResult[] {
  const all = comparisons.flatMap(metricsOf);
  const pValues = new Map<MetricComparison, number>();
  for (const metric of new Set(all.map((each) => each.metric))) {
    const family = all.filter((each) => each.metric === metric);
    holm(family.map(({ paired }) => paired.pValue)).forEach((pValue, i) => {
      pValues.set(family[i]!, pValue);
    });
  }
  return comparisons.map((comparison) => {
    const { outcome } = comparison;
    if (outcome.kind !== 'compared') return comparison;
    const metrics = outcome.metrics.map((each) => {
      return { ...each, paired: { ...each.paired, adjustedPValue: pValues.get(each)! } };
    });
    return { ...comparison, outcome: { ...outcome, metrics } };
  });
}

/** P values adjusted for multiple comparisons by Holm's method, in the given order. */
export function holm(pValues: readonly number[]): readonly number[] {
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  order.forEach((index, rank) => {
    highest = Math.max(highest, Math.min(1, (pValues.length - rank) * pValues[index]!));
    adjusted[index] = highest;
  });
  return adjusted;
}
