import type { ComparisonResult, MetricComparison, Statistics } from '../statistics/statistics.ts';
import type { TransformationName } from '../statistics/transformations.ts';
import { type Row, table } from './markdownTable.ts';

/** The comparisons of contexts and models as tables. */
export function statisticsMarkdown({ comparisons, resamples }: Statistics): string {
  const paired = comparisons.flatMap(pairedRows);
  const mixed = comparisons.flatMap(mixedRows);
  const remarks = comparisons.flatMap(remarksOn);
  return `${[
    '## Comparisons',
    ...(comparisons.length === 0 ? ['There is nothing to compare: one system, and one strategy.'] : []),
    ...(paired.length === 0
      ? []
      : [
          `By pairs, in percentage points: the same case with all else alike. The intervals are by resampling cases, the p values by flipping signs, ${resamples.toLocaleString('en')} times; the last ones are Holm's for all comparisons by a metric.`,
          table(['comparison', 'metric', 'from', 'to', 'difference', '95 %', 'p', 'p (Holm)'], paired),
        ]),
    ...(mixed.length === 0
      ? []
      : [
          "By the paper's linear mixed model of rates, in percentage points.",
          table(['comparison', 'metric', 'effect', '95 %', 'p', 'transformed', 'normal (p)'], mixed),
        ]),
    ...(remarks.length === 0 ? [] : [remarks.map((remark) => `- ${remark}`).join('\n')]),
  ].join('\n\n')}\n`;
}

function pairedRows(comparison: ComparisonResult): readonly Row[] {
  return metricsOf(comparison).map(({ metric, paired }) => [
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

/** What to know of a comparison. What is about some metrics is said once, with their names. */
function remarksOn(comparison: ComparisonResult): readonly string[] {
  const { outcome } = comparison;
  if (outcome.kind === 'notSupported') return [`${title(comparison)}: not compared, ${outcome.reason}.`];
  const metrics = new Map<string, string[]>();
  for (const { metric, paired, mixed } of outcome.metrics) {
    const ofModel = mixed.kind === 'estimated' ? mixed.cautions : [`No mixed model: ${mixed.reason}.`];
    for (const remark of [...paired.cautions, ...ofModel]) {
      metrics.set(remark, [...(metrics.get(remark) ?? []), metricName(metric)]);
    }
  }
  return [
    ...outcome.cautions.map((caution) => `${title(comparison)}: ${caution}`),
    ...[...metrics].map(([remark, names]) => {
      const which = names.length === outcome.metrics.length ? '' : ` (${names.join(', ')})`;
      return `${title(comparison)}${which}: ${remark}`;
    }),
  ];
}

function metricsOf({ outcome }: ComparisonResult): readonly MetricComparison[] {
  return outcome.kind === 'compared' ? outcome.metrics : [];
}

/** As the other tables have them. */
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
