import type {
  ComparisonResult,
  Statistics,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { ChartTable } from '../../page/view/chart.ts';
import { percentagePoints, pValueText } from './numbers.ts';

/** An estimated difference with its 95 % interval, as shares. */
export interface EffectInterval {
  readonly comparison: string;
  readonly kind: 'paired' | 'mixed';
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  /** Holm's correction over all comparisons of the metric, where it is computed by pairs. */
  readonly pValue: number;
}

export interface Effects {
  readonly comparisons: readonly string[];
  readonly estimates: readonly EffectInterval[];
  /** Why something is missing, and remarks about what is there. */
  readonly remarks: readonly string[];
}

/** `overall` first, then the tiers. */
export function metricsOf({ comparisons }: Statistics): readonly string[] {
  const found = new Set(
    comparisons.flatMap(({ outcome }) =>
      outcome.kind === 'compared' ? outcome.metrics.map(({ metric }) => metric) : [],
    ),
  );
  return [...found].sort((a, b) => Number(b === 'overall') - Number(a === 'overall'));
}

/** What a metric is called on the page. */
export function metricName(metric: string): string {
  return (
    {
      overall: 'overall, the mean of all tiers',
      relaxedIsomorphism: 'relaxed',
      isomorphism: 'isomorphic',
    }[metric] ?? metric
  );
}

/** The effects by one metric. */
export function effectsBy({ comparisons }: Statistics, metric: string): Effects {
  const estimates: EffectInterval[] = [];
  const remarks = new Map<string, string[]>();
  const add = (remark: string, title: string) => remarks.set(remark, [...(remarks.get(remark) ?? []), title]);
  for (const each of comparisons) {
    const title = titleOf(each);
    const { outcome } = each;
    if (outcome.kind === 'notSupported') {
      add(`Not compared: ${outcome.reason}.`, title);
      continue;
    }
    for (const caution of outcome.cautions) add(caution, title);
    const found = outcome.metrics.find((one) => one.metric === metric);
    if (!found) continue;
    const { paired, mixed } = found;
    estimates.push({
      comparison: title,
      kind: 'paired',
      effect: paired.difference,
      low: paired.low,
      high: paired.high,
      pValue: paired.adjustedPValue,
    });
    for (const caution of paired.cautions) add(caution, title);
    if (mixed.kind === 'notSupported') {
      add(`No mixed model: ${mixed.reason}.`, title);
      continue;
    }
    const { effect, low, high, pValue } = mixed;
    estimates.push({ comparison: title, kind: 'mixed', effect, low, high, pValue });
    for (const caution of mixed.cautions) add(caution, title);
  }
  return {
    comparisons: [...new Set(estimates.map(({ comparison }) => comparison))],
    estimates,
    remarks: [...remarks].map(([remark, titles]) => `${remark} (${named(titles)})`),
  };
}

/** Many comparisons have the same remark. */
function named(titles: readonly string[]): string {
  const most = 4;
  const more = titles.length - most;
  return more > 1 ? `${titles.slice(0, most).join('; ')} and ${more} more` : titles.join('; ');
}

function titleOf({ reference, comparison }: ComparisonResult): string {
  return `${reference} → ${comparison}`;
}

export function effectTable({ estimates }: Effects): ChartTable {
  return {
    columns: ['comparison', 'by', 'difference', '95 % from', 'to', 'p'],
    headings: 2,
    rows: estimates.map(({ comparison, kind, effect, low, high, pValue }) => [
      comparison,
      kindName(kind),
      percentagePoints(effect),
      percentagePoints(low),
      percentagePoints(high),
      pValueText(pValue),
    ]),
  };
}

export function kindName(kind: EffectInterval['kind']): string {
  return kind === 'paired' ? 'pairs' : 'mixed model';
}
