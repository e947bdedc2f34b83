import { alignedTable, type Block, folded, heading, list, type Row } from '../../../base/report/report.ts';
import type { Average, AveragedFactor } from '../../statistics/averages.ts';
import {
  type ComparisonResult,
  type ComparisonStatistics,
  metricsOf,
  overall,
} from '../../statistics/comparisonStatistics.ts';
import type { TransformationName } from '../../statistics/transformations.ts';

/**
 * Averages, and the comparisons of contexts and models as tables: by the mean of all metrics first, the comparisons by each
 * metric folded.
 */
export function statisticsBlocks({
  averages,
  comparisons,
  resamples,
}: ComparisonStatistics): readonly Block[] {
  const paired = comparisons.flatMap((each) => pairedRows(each));
  const mixed = comparisons.flatMap(mixedRows);
  const remarks = remarksOn(comparisons);
  return [
    ...averagesSection(averages),
    heading(2, 'Comparisons'),
    ...(comparisons.length === 0
      ? ['There is nothing to compare: there is only one system and one strategy.']
      : []),
    ...(paired.length === 0
      ? []
      : [
          `Paired differences in percentage points: the same case with everything else equal. The intervals come from resampling the cases, the p values from flipping signs, ${resamples.toLocaleString('en')} times each; the last column corrects them for all comparisons by a metric (Holm).`,
          alignedTable(
            pairedHeader,
            comparisons.flatMap((each) => pairedRows(each, overall)),
          ),
          folded('By each metric', alignedTable(pairedHeader, paired)),
        ]),
    ...(mixed.length === 0
      ? []
      : [
          folded(
            "By the paper's linear mixed model of rates, in percentage points",
            alignedTable(['comparison', 'metric', 'effect', '95 %', 'p', 'transformed', 'normal (p)'], mixed),
          ),
        ]),
    ...(remarks.length === 0 ? [] : [folded(`Notes on these numbers (${remarks.length})`, list(remarks))]),
  ];
}

const pairedHeader = ['comparison', 'metric', 'from', 'to', 'difference', '95 %', 'p', 'p (Holm)'];

const averageTitles: Readonly<Record<AveragedFactor, string>> = {
  all: 'all',
  manifest: 'shapes',
  graph: 'data',
  strategy: 'strategy',
  model: 'model',
  dataset: 'data set',
};

function averagesSection(averages: readonly Average[]): readonly Block[] {
  const [all] = averages;
  if (all === undefined || all.cells < 2) return [];
  const rows = averages.map(
    ({ factor, level, cells, means }): Row => [
      averageTitles[factor],
      level,
      cells,
      ...Object.values(means).map(points),
    ],
  );
  const header = ['by', '', 'cells', ...Object.keys(all.means).map(metricName)];
  return [
    heading(2, 'Averages'),
    'Each cell, a data set with a model and a strategy, weighs the same. Levels with different numbers of cells cannot be compared by these.',
    folded('All, and by context, model and data set', alignedTable(header, rows)),
  ];
}

function pairedRows(comparison: ComparisonResult, only?: string): readonly Row[] {
  const metrics = metricsOf(comparison).filter(({ metric }) => only === undefined || metric === only);
  return metrics.map(({ metric, paired }) => [
    title(comparison),
    metricName(metric),
    points(paired.referenceMean),
    points(paired.comparisonMean),
    signed(paired.difference),
    interval(paired),
    pText(paired.pValue),
    pText(paired.adjustedPValue),
  ]);
}

function mixedRows(comparison: ComparisonResult): readonly Row[] {
  return metricsOf(comparison).flatMap(({ metric, mixed }): readonly Row[] => {
    if (mixed.kind === 'notSupported') return [];
    const { effect, pValue, transformation, normality } = mixed;
    return [
      [
        title(comparison),
        metricName(metric),
        signed(effect),
        interval(mixed),
        pText(pValue),
        transformationNames[transformation],
        normality ? pText(normality.pValue) : '–',
      ],
    ];
  });
}

const transformationNames: Readonly<Record<TransformationName, string>> = {
  none: 'no',
  arcsine: 'arcsine',
  logit: 'logit',
  boxCox: 'Box-Cox',
};

/** Remarks for readers of the numbers: each once, with the comparisons and metrics that it is about. */
function remarksOn(comparisons: readonly ComparisonResult[]): readonly string[] {
  const subjects = new Map<string, string[]>();
  const add = (remark: string, subject: string) =>
    subjects.set(remark, [...(subjects.get(remark) ?? []), subject]);
  for (const comparison of comparisons) {
    const { outcome } = comparison;
    if (outcome.kind === 'notSupported') add(`Not compared: ${outcome.reason}.`, title(comparison));
    else for (const caution of outcome.cautions) add(caution, title(comparison));
    for (const [remark, names] of metricRemarks(comparison)) {
      const isAll = names.length === metricsOf(comparison).length;
      add(remark, isAll ? title(comparison) : `${title(comparison)} by ${names.join(', ')}`);
    }
  }
  return [...subjects].map(([remark, all]) => `${remark} (${all.join('; ')})`);
}

/** The metrics of a comparison that each remark is about. */
function metricRemarks(comparison: ComparisonResult): ReadonlyMap<string, readonly string[]> {
  const metrics = new Map<string, string[]>();
  for (const { metric, paired, mixed } of metricsOf(comparison)) {
    const ofModel = mixed.kind === 'estimated' ? mixed.cautions : [`No mixed model: ${mixed.reason}.`];
    for (const remark of [...paired.cautions, ...ofModel]) {
      metrics.set(remark, [...(metrics.get(remark) ?? []), metricName(metric)]);
    }
  }
  return metrics;
}

/** The name of a metric as in the other tables. */
function metricName(metric: string): string {
  return { relaxedIsomorphism: 'relaxed', isomorphism: 'isomorphic' }[metric] ?? metric;
}

function title({ reference, comparison }: ComparisonResult): string {
  return `${reference} → ${comparison}`;
}

function interval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${signed(low)} to ${signed(high)}`;
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${points(share)}`;
}

function points(share: number): string {
  return (100 * share).toFixed(2);
}

function pText(pValue: number): string {
  return pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4);
}
