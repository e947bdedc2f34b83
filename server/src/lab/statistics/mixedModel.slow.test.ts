import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MixedModel } from './crossproducts.ts';
import { fitMixedModel, type MixedModelFit } from './mixedModel.ts';
import { expectRelative } from './relative.testing.ts';
import {
  type ReferenceDesign,
  type ReferenceFit,
  statisticsReference,
} from './statisticsReference.testing.ts';

const reference = statisticsReference();

test('is the fit of lme4 to the Penicillin data', () => {
  checkFit(penicillin(), reference.penicillin.fit);
});

test.each(['unbalanced', 'sparse', 'boundary'] as const)(
  'is the fit of lme4 to the %s design of three factors and two effects',
  (name) => checkFit(designOf(reference[name]), reference[name].fit),
);

test('says that a variance is nil, and that one is poorly known', () => {
  expect(fitted(designOf(reference.boundary)).cautions).toMatchInlineSnapshot(`
    [
      "A variance is poorly known from so few levels: metric (4).",
      "The likelihood is greatest with no variance of model at all: the fit is singular.",
    ]
  `);
});

test('balanced designs have the estimates of an analysis of variance', () => {
  const spread = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 15, maxLength: 15 });
  fc.assert(
    fc.property(spread, fc.nat(300), fc.nat(300), (noise, betweenRows, betweenColumns) => {
      const y = (row: number, column: number) =>
        noise[row * 3 + column]! + betweenRows * row + betweenColumns * column * column;
      const model = crossed(5, 3, y);
      const fit = fitMixedModel(model);
      const { rowSquares, columnSquares, restSquares } = squares(5, 3, y);
      const residual = restSquares / 8;
      const rows = (rowSquares / 4 - residual) / 3;
      const columns = (columnSquares / 2 - residual) / 5;
      // Where a difference of mean squares is negative, the likelihood is greatest elsewhere.
      fc.pre(residual > 0 && rows > 0 && columns > 0 && fit.kind === 'fitted');
      expectRelative(fit.residualDeviation, Math.sqrt(residual), 1e-5);
      expectRelative(fit.factors[0]!.standardDeviation, Math.sqrt(rows), 1e-3);
      expectRelative(fit.factors[1]!.standardDeviation, Math.sqrt(columns), 1e-3);
    }),
    { numRuns: 20 },
  );
});

test('neither units nor the order of observations change what a fit says', () => {
  const model = designOf(reference.sparse);
  const fit = fitted(model);
  const order = fc.shuffledSubarray([...model.response.keys()], { minLength: model.response.length });
  const factor = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(order, factor, fc.integer({ min: -1000, max: 1000 }), (indices, unit, shift) => {
      const other = fitted(reordered(model, indices, (y) => y * unit + shift));
      expectRelative(other.intercept.estimate, fit.intercept.estimate * unit + shift, 1e-6);
      expectRelative(other.residualDeviation, fit.residualDeviation * unit, 1e-5);
      other.effects.forEach((effect, i) => {
        expectRelative(effect.estimate, fit.effects[i]!.estimate * unit, 1e-4);
        expectRelative(effect.standardError, fit.effects[i]!.standardError * unit, 1e-4);
        expectRelative(effect.degreesOfFreedom, fit.effects[i]!.degreesOfFreedom!, 1e-3);
      });
    }),
    { numRuns: 5 },
  );
});

test.each([
  ['there is no factor with two or more levels', { factors: [] }],
  ['there is only one dataset', { factors: [{ name: 'dataset', levels: Array(6).fill('a') }] }],
  ['each case was observed only once', { factors: [{ name: 'case', levels: [...'abcdef'] }] }],
  ['all observations are the same', { response: Array(6).fill(0.5) }],
  ['the fixed effects cannot be told apart', { effects: [{ name: 'S', values: Array(6).fill(1) }] }],
  [
    'the model leaves nothing unexplained to compare with',
    { response: [1, 3, 1, 3, 1, 3], effects: [{ name: 'S', values: [0, 1, 0, 1, 0, 1] }] },
  ],
  ['the model leaves nothing unexplained to compare with', { response: [1, 1, 3, 3, 7, 7] }],
  [
    '3 observations are too few for 3 parameters',
    { response: [1, 2, 3], factors: [{ name: 'dataset', levels: [...'aab'] }] },
  ],
])('is refused where %s', (reason, change) => {
  const model = {
    response: [1, 2, 4, 3, 5, 6],
    effects: [],
    factors: [{ name: 'dataset', levels: [...'aabbcc'] }],
    ...change,
  };
  expect(fitMixedModel(model)).toEqual({ kind: 'notFitted', reason });
});

function checkFit(model: MixedModel, expected: ReferenceFit): void {
  const fit = fitted(model);
  [fit.intercept, ...fit.effects].forEach((effect, i) => {
    expectRelative(effect.estimate, expected.estimates[i]!, 1e-4);
    expectRelative(effect.standardError, expected.standardErrors[i]!, 1e-4);
    expectRelative(effect.degreesOfFreedom, expected.degreesOfFreedom[i]!, 1e-3);
  });
  expected.factors.forEach((name, i) => {
    const found = fit.factors.find((factor) => factor.name === name);
    expectRelative(found?.standardDeviation, expected.standardDeviations[i]!, 1e-4);
  });
  expectRelative(fit.residualDeviation, expected.residualDeviation, 1e-4);
  expectRelative(fit.criterion, expected.criterion, 1e-8);
  expected.residuals.forEach((residual, i) => {
    expectRelative(fit.residuals[i], residual, 1e-3);
  });
}

function fitted(model: MixedModel): MixedModelFit {
  const fit = fitMixedModel(model);
  if (fit.kind === 'notFitted') throw new Error(fit.reason);
  return fit;
}

function designOf({ response, context, ...factors }: ReferenceDesign): MixedModel {
  return {
    response,
    effects: ['S', 'Sn'].map((name) => ({ name, values: context.map((each) => (each === name ? 1 : 0)) })),
    factors: (['dataset', 'model', 'metric'] as const).map((name) => ({ name, levels: factors[name] })),
  };
}

/**
 * Observations with the mean and the sums of squares of lme4's data set Penicillin, 24 plates with 6 samples each. The
 * likelihood depends on nothing else, since each plate has each sample once.
 */
function penicillin(): MixedModel {
  const { mean, plateSquares, sampleSquares, residualSquares } = reference.penicillin;
  const arbitrary = (row: number, column: number) =>
    Math.sin(1 + 7 * row + 13 * column * column) + row + 2 * column;
  const { rowSquares, columnSquares, restSquares, parts } = squares(24, 6, arbitrary);
  const { factors, ...model } = crossed(24, 6, (row, column) => {
    const part = parts(row, column);
    return (
      mean +
      part.row * Math.sqrt(plateSquares / rowSquares) +
      part.column * Math.sqrt(sampleSquares / columnSquares) +
      part.rest * Math.sqrt(residualSquares / restSquares)
    );
  });
  return { ...model, factors: factors.map(({ levels }, i) => ({ name: ['plate', 'sample'][i]!, levels })) };
}

/** One observation for each row and column. */
function crossed(rows: number, columns: number, y: (row: number, column: number) => number): MixedModel {
  const cells = cellsOf(rows, columns);
  return {
    response: cells.map(([row, column]) => y(row, column)),
    effects: [],
    factors: [
      { name: 'row', levels: cells.map(([row]) => `${row}`) },
      { name: 'column', levels: cells.map(([, column]) => `${column}`) },
    ],
  };
}

/** Takes a table apart into its mean, what rows and columns differ by from that, and the rest. */
function squares(rows: number, columns: number, y: (row: number, column: number) => number) {
  const cells = cellsOf(rows, columns);
  const mean = average(cells.map(([row, column]) => y(row, column)));
  const rowParts = [...Array(rows).keys()].map(
    (row) => average([...Array(columns).keys()].map((column) => y(row, column))) - mean,
  );
  const columnParts = [...Array(columns).keys()].map(
    (column) => average([...Array(rows).keys()].map((row) => y(row, column))) - mean,
  );
  const parts = (row: number, column: number) => ({
    row: rowParts[row]!,
    column: columnParts[column]!,
    rest: y(row, column) - mean - rowParts[row]! - columnParts[column]!,
  });
  const sumOf = (part: 'row' | 'column' | 'rest') =>
    cells.reduce((sum, [row, column]) => sum + parts(row, column)[part] ** 2, 0);
  return { parts, rowSquares: sumOf('row'), columnSquares: sumOf('column'), restSquares: sumOf('rest') };
}

function cellsOf(rows: number, columns: number): readonly (readonly [number, number])[] {
  return Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns] as const);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function reordered(
  { response, effects, factors }: MixedModel,
  indices: readonly number[],
  scale: (y: number) => number,
): MixedModel {
  return {
    response: indices.map((i) => scale(response[i]!)),
    effects: effects.map(({ name, values }) => ({ name, values: indices.map((i) => values[i]!) })),
    factors: factors.map(({ name, levels }) => ({ name, levels: indices.map((i) => levels[i]!) })),
  };
}
