import { expect, test } from 'vitest';
import type {
  ComparisonResult,
  Statistics,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { effectsBy, effectTable, metricsOf } from './effects.ts';

type Compared = Extract<ComparisonResult['outcome'], { kind: 'compared' }>;

const paired: Compared['metrics'][number]['paired'] = {
  difference: 0.0528,
  low: -0.01,
  high: 0.1,
  pValue: 0.01,
  adjustedPValue: 0.02,
  exact: true,
  referenceMean: 0.5,
  comparisonMean: 0.5528,
  pairs: 10,
  blocks: 1,
  cases: 10,
  cautions: ['Few cases.'],
};

function statistics(...comparisons: readonly ComparisonResult[]): Statistics {
  return { seed: 1, resamples: 100, averages: [], comparisons };
}

const compared = (reference: string, comparison: string): ComparisonResult => ({
  factor: 'model',
  reference,
  comparison,
  outcome: {
    kind: 'compared',
    datasets: ['a'],
    cautions: ['One data set.'],
    metrics: ['semantic', 'overall'].map((metric) => ({
      metric,
      referenceMean: 0.5,
      comparisonMean: 0.5528,
      paired,
      mixed: { kind: 'notSupported', reason: 'there is only one data set' },
    })),
  },
});

test('the overall effect is what is shown first', () => {
  expect(metricsOf(statistics(compared('a', 'b')))).toEqual(['overall', 'semantic']);
});

test('an effect has its interval, and p by Holm', () => {
  const effects = effectsBy(statistics(compared('a', 'b')), 'overall');
  expect(effectTable(effects).rows).toEqual([['a → b', 'pairs', '+5.28', '-1.00', '+10.00', '0.0200']]);
});

test('what the design does not support is said once, with all that it is about', () => {
  const unsupported: ComparisonResult = {
    factor: 'manifest',
    reference: 'M',
    comparison: 'S',
    outcome: { kind: 'notSupported', reason: 'nothing was tried with M' },
  };
  const effects = effectsBy(statistics(compared('a', 'b'), compared('a', 'c'), unsupported), 'overall');
  expect(effects.comparisons).toEqual(['a → b', 'a → c']);
  expect(effects.remarks).toEqual([
    'One data set. (a → b; a → c)',
    'Few cases. (a → b; a → c)',
    'No mixed model: there is only one data set. (a → b; a → c)',
    'Not compared: nothing was tried with M. (M → S)',
  ]);
});
