import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ComparisonResult, type ComparisonStatistics, statisticsOf } from './comparisonStatistics.ts';
import type { Observation } from './observation.ts';
import { observationsFrom } from './observations.testing.ts';

const metrics = ['semantic', 'isomorphism'];

const run = observationsFrom(`
  hvac gpt      MF semantic    a+ b+ c- d- e+ f-
  hvac gpt      MF isomorphism a+ b- c- d- e- f-
  hvac gpt      SF semantic    a+ b+ c+ d+ e+ f-
  hvac gpt      SF isomorphism a+ b+ c+ d- e- f-
  hvac gpt      SG semantic    a+ b+ c+ d+ e- f-
  hvac gpt      SG isomorphism a+ b- c+ d+ e- f-
  hvac llama    MF semantic    a+ b- c- d- e+ f+
  hvac llama    MF isomorphism a- b- c- d- e+ f-
  hvac llama    SF semantic    a+ b+ c- d- e+ f+
  hvac llama    SF isomorphism a+ b- c- d- e+ f+
  hvac symbolic -  semantic    a+ b+ c+ d+ e+ f+
  hvac symbolic -  isomorphism a+ b+ c+ d- e- f-
  qudt gpt      MF semantic    u+ v- w- x+
  qudt gpt      MF isomorphism u- v- w- x+
  qudt gpt      SF semantic    u+ v+ w- x+
  qudt gpt      SF isomorphism u+ v- w- x+
  qudt llama    SF semantic    u+ v+ w+ x+
  qudt llama    SF isomorphism u- v- w+ x+
`);

test('a run compares contexts and models, and says where it cannot', async () => {
  expect(summary(await statistics(run))).toMatchInlineSnapshot(`
    "M → S: hvac, qudt
      semantic: 25.0 [11.0, 44.5] p 0.125 (0.625), 3 blocks, 10 cases; mixed: 28.1 none
      isomorphism: 30.6 [11.1, 47.2] p 0.063 (0.313), 3 blocks, 10 cases; mixed: 30.4 none
      overall: 27.8 [15.3, 40.3] p 0.016 (0.078), 3 blocks, 10 cases; mixed: 29.5 boxCox
      ! 10 answers have no counterpart and are left out of the pairs.
    S → Sn: nothing was tried with Sn
    M → Sn: nothing was tried with Sn
    G → F: hvac
      semantic: 16.7 [0.0, 50.0] p 1.000 (1.000), 1 blocks, 6 cases; mixed: 1.2 none
      isomorphism: 0.0 [-50.0, 50.0] p 1.000 (1.000), 1 blocks, 6 cases; mixed: -13.1 none
      overall: 8.3 [-16.9, 33.3] p 1.000 (1.000), 1 blocks, 6 cases; mixed: -6.8 none
      ! G was not tried on qudt: the means of all cells cannot be compared, the differences can.
      ! All pairs are from hvac: they say nothing about other data sets.
      ! 18 answers have no counterpart and are left out of the pairs.
    F → F+: nothing was tried with F+
    G → F+: nothing was tried with F+
    gpt → llama: hvac, qudt
      semantic: 2.8 [-22.2, 36.1] p 1.000 (1.000), 3 blocks, 10 cases; mixed: 7.2 none
      isomorphism: 0.0 [-33.4, 44.4] p 1.000 (1.000), 3 blocks, 10 cases; mixed: 0.6 none
      overall: 1.4 [-25.0, 36.1] p 1.000 (1.000), 3 blocks, 10 cases; mixed: 3.9 none
      ! 10 answers have no counterpart and are left out of the pairs.
    gpt → symbolic: hvac
      semantic: 33.3 [11.1, 61.1] p 0.125 (0.625), 3 blocks, 6 cases; mixed: 35.0 none
      isomorphism: 11.1 [-16.7, 33.3] p 0.750 (1.000), 3 blocks, 6 cases; mixed: 11.7 none
      overall: 22.2 [5.6, 36.1] p 0.125 (0.500), 3 blocks, 6 cases; mixed: 33.7 arcsine
      ! symbolic was not tried on qudt: the means of all cells cannot be compared, the differences can.
      ! All pairs are from hvac: they say nothing about other data sets.
    llama → symbolic: hvac
      semantic: 41.7 [8.3, 75.2] p 0.250 (0.750), 2 blocks, 6 cases; mixed: 4 observations are too few for 4 parameters
      isomorphism: 16.7 [-33.3, 75.0] p 0.813 (1.000), 2 blocks, 6 cases; mixed: 4 observations are too few for 4 parameters
      overall: 29.2 [-8.4, 70.8] p 0.344 (1.000), 2 blocks, 6 cases; mixed: 27.0 none
      ! symbolic was not tried on qudt: the means of all cells cannot be compared, the differences can.
      ! All pairs are from hvac: they say nothing about other data sets."
  `);
});

test('systems without prompts are compared with each other only', async () => {
  const { comparisons } = await statistics(
    observationsFrom(`
      hvac noop     - semantic a- b- c-
      hvac symbolic - semantic a+ b+ c-`),
    ['semantic'],
  );
  expect(
    comparisons.map(({ factor, reference, comparison }) => `${factor}: ${reference} → ${comparison}`),
  ).toEqual(['model: noop → symbolic']);
});

test('what was repeated counts by its mean', async () => {
  const twice = observationsFrom(`
    hvac gpt   SF semantic a+ a- b+
    hvac llama SF semantic a+ b-`);
  expect(means(await statistics(twice, ['semantic']))).toEqual([0.75, 0.5]);
});

test('the order of observations does not matter, the seed does', async () => {
  const expected = await statistics(run);
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...run], { minLength: run.length }), async (shuffled) => {
      expect(await statistics(shuffled)).toEqual(expected);
    }),
    { numRuns: 1 },
  );
  const { seed, comparisons, ...rest } = await statistics(run, metrics, 2);
  expect({ ...rest, seed, comparisons }).not.toEqual(expected);
});

test('is given up when aborted', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(statisticsOf(run, { metrics, models: ['gpt', 'llama'], seed: 1 }, signal)).rejects.toThrow(
    'enough',
  );
});

function statistics(
  observations: readonly Observation[],
  names = metrics,
  seed = 1,
): Promise<ComparisonStatistics> {
  const models = [...new Set(observations.map(({ model }) => model))].sort((a, b) => (a < b ? -1 : 1));
  const options = { metrics: names, models, seed, resamples: 200 };
  return statisticsOf(observations, options, new AbortController().signal);
}

function means({ comparisons }: ComparisonStatistics): readonly number[] {
  const [first] = comparisons.flatMap(({ factor, outcome }) =>
    factor === 'model' && outcome.kind === 'compared' ? outcome.metrics : [],
  );
  return [first!.referenceMean, first!.comparisonMean];
}

function summary({ comparisons }: ComparisonStatistics): string {
  return comparisons.map(lines).join('\n');
}

function lines({ reference, comparison, outcome }: ComparisonResult): string {
  const title = `${reference} → ${comparison}`;
  if (outcome.kind === 'notSupported') return `${title}: ${outcome.reason}`;
  const rows = outcome.metrics.map(({ metric, paired, mixed }) => {
    const own = `${points(paired.difference)} [${points(paired.low)}, ${points(paired.high)}]`;
    const p = `p ${paired.pValue.toFixed(3)} (${paired.adjustedPValue.toFixed(3)})`;
    const model =
      mixed.kind === 'estimated' ? `${points(mixed.effect)} ${mixed.transformation}` : mixed.reason;
    return `  ${metric}: ${own} ${p}, ${paired.blocks} blocks, ${paired.cases} cases; mixed: ${model}`;
  });
  return [
    `${title}: ${outcome.datasets.join(', ')}`,
    ...rows,
    ...outcome.cautions.map((text) => `  ! ${text}`),
  ].join('\n');
}

function points(share: number): string {
  return (100 * share).toFixed(1);
}
