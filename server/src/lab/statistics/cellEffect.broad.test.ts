import { expect, test } from 'vitest';
import type { MetricCell } from './averages.ts';
import { cellEffect, type EstimatedEffect } from './cellEffect.ts';
import type { FactorComparison } from './observation.ts';
import { expectRelative } from './relative.testing.ts';
import { type ReferenceShares, statisticsReference } from './statisticsReference.testing.ts';

const comparison: FactorComparison = { factor: 'manifest', reference: 'M', comparison: 'S' };
const references = statisticsReference().shares;

test.each(references)('is what R finds with the transformation $transformation', (reference) => {
  const found = estimated(cellsFrom(reference));
  expect(found.transformation).toBe(reference.transformation);
  expectRelative(found.effect, reference.effect, 1e-3);
  expectRelative(found.low, reference.low, 1e-3);
  expectRelative(found.high, reference.high, 1e-3);
  expectRelative(found.pValue, reference.p, 1e-2);
  expectRelative(found.normality?.pValue, reference.normality, 1e-2);
});

test('says when no transformation helps', () => {
  expect(estimated(cellsFrom(references.at(-1)!)).cautions).toMatchInlineSnapshot(`
    [
      "The residuals are not normal under any of the transformations.",
      "A variance is poorly known from so few levels: dataset (3).",
      "The likelihood is greatest with no variance of dataset at all: the fit is singular.",
      "The likelihood is greatest with no variance of model at all: the fit is singular.",
    ]
  `);
});

test('models are compared with intercepts for data sets', () => {
  const cells = cellsFrom(references[0]!);
  const found = cellEffect(cells, { factor: 'model', reference: 'm1', comparison: 'm2' });
  if (found.kind !== 'estimated') throw new Error(found.reason);
  expect(found.observations).toBe(cells.filter(({ model }) => model === 'm1' || model === 'm2').length);
  expect(found.fit.factors.map(({ name }) => name)).toEqual(['dataset']);
});

test.each([
  [
    'there is only one data set and one model',
    (cell: MetricCell) => cell.dataset === 'd1' && cell.model === 'm1',
  ],
  ['the fixed effects cannot be told apart', (cell: MetricCell) => cell.strategy?.manifest === 'M'],
])('is not supported where %s', (reason, isKept) => {
  const cells = cellsFrom(references[0]!).filter(isKept);
  expect(cellEffect(cells, comparison)).toEqual({ kind: 'notSupported', reason });
});

function estimated(cells: readonly MetricCell[]): EstimatedEffect {
  const found = cellEffect(cells, comparison);
  if (found.kind !== 'estimated') throw new Error(found.reason);
  return found;
}

function cellsFrom({ share, context, other, dataset, model }: ReferenceShares): readonly MetricCell[] {
  return share.map((value, i) => ({
    dataset: dataset[i]!,
    model: model[i]!,
    strategy: { manifest: context[i]!, graph: other[i]! },
    metric: 'isomorphism',
    value,
  }));
}
