import { describe, expect, test } from 'vitest';
import type { LogisticModel } from './logisticDesign.ts';
import { fitLogisticMixedModel, type LogisticModelFit } from './logisticMixedModel.ts';
import { type ReferenceLogistic, statisticsReference } from './statisticsReference.testing.ts';

const references = statisticsReference().logistic;

function modelOf({ successes, trials, side, ...levels }: ReferenceLogistic): LogisticModel {
  return {
    successes,
    trials,
    effects: [{ name: 'side', values: side }],
    factors: (['dataset', 'case', 'model'] as const).map((name) => ({ name, levels: levels[name] })),
  };
}

function fitted(model: LogisticModel): LogisticModelFit {
  const result = fitLogisticMixedModel(model);
  if (result.kind === 'notFitted') throw new Error(result.reason);
  return result;
}

describe.each(references.map((reference, i) => [i, reference] as const))(
  'as glmer of lme4 (%i)',
  (_, reference) => {
    const fit = fitted(modelOf(reference));

    test('the effects and their standard errors', () => {
      const fixed = [fit.intercept, ...fit.effects];
      for (const [i, { estimate, standardError }] of fixed.entries()) {
        expect(Math.abs(estimate - reference.estimates[i]!)).toBeLessThan(1e-2);
        expect(Math.abs(standardError / reference.standardErrors[i]! - 1)).toBeLessThan(1e-2);
      }
    });

    test('the deviations of the random intercepts', () => {
      for (const { name, standardDeviation } of fit.factors) {
        const expected = reference.standardDeviations[reference.factors.indexOf(name)]!;
        expect(Math.abs(standardDeviation - expected)).toBeLessThan(1e-2);
      }
    });

    test('the likelihood, which is not smaller', () => {
      expect(fit.criterion).toBeLessThan(reference.criterion + 1e-4);
      expect(fit.criterion).toBeGreaterThan(reference.criterion - 1e-2);
    });
  },
);

test('answers one by one give what they give together', () => {
  const together = modelOf(references[0]!);
  const places = together.trials.flatMap((count, place) =>
    Array.from({ length: count }, (_, i) => ({ place, success: i < together.successes[place]! ? 1 : 0 })),
  );
  const alone: LogisticModel = {
    successes: places.map(({ success }) => success),
    trials: places.map(() => 1),
    effects: together.effects.map(({ name, values }) => ({
      name,
      values: places.map(({ place }) => values[place]!),
    })),
    factors: together.factors.map(({ name, levels }) => ({
      name,
      levels: places.map(({ place }) => levels[place]!),
    })),
  };
  const [one, other] = [fitted(alone), fitted(together)];
  expect(one.effects[0]!.estimate).toBeCloseTo(other.effects[0]!.estimate, 5);
  expect(one.criterion).toBeCloseTo(other.criterion, 5);
});

test('what can not be fitted is told', () => {
  const reason = (model: LogisticModel) => {
    const result = fitLogisticMixedModel(model);
    return result.kind === 'notFitted' ? result.reason : result.kind;
  };
  const few = {
    successes: [0, 1, 0, 1, 0, 1, 1, 1],
    trials: [1, 1, 1, 1, 1, 1, 1, 1],
    effects: [{ name: 'side', values: [0, 0, 0, 0, 1, 1, 1, 1] }],
    factors: [{ name: 'case', levels: ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'] }],
  };
  expect(reason({ ...few, successes: few.successes.map(() => 1) })).toBe('all answers are the same');
  expect(reason({ ...few, factors: [] })).toBe('there is no factor with two or more levels');
  expect(reason({ ...few, factors: [{ name: 'case', levels: few.trials.map(() => 'a') }] })).toBe(
    'there is only one case',
  );
  expect(reason({ ...few, successes: [0, 1, 0, 1, 1, 1, 1, 1] })).toBe(
    'all answers of one side are the same, so the odds are unbounded',
  );
});
