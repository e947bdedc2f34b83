import { expect, test } from 'vitest';
import type { FactorComparison } from './observation.ts';
import { observationsFrom } from './observations.testing.ts';
import { pairingOf } from './pairing.ts';

const manifest: FactorComparison = { factor: 'manifest', reference: 'M', comparison: 'S' };
const graph: FactorComparison = { factor: 'graph', reference: 'G', comparison: 'F' };
const models: FactorComparison = { factor: 'model', reference: 'gpt', comparison: 'llama' };
const systems: FactorComparison = { factor: 'model', reference: 'gpt', comparison: 'symbolic' };

test('contexts are paired with the same model, the same other context and the same case', () =>
  check(
    manifest,
    `
    hvac gpt   MF iso a+ b-
    hvac gpt   SF iso a+ b+
    hvac gpt   SG iso a-
    hvac llama MF iso a-
    hvac llama SF iso a+`,
    `
    hvac a++ b-+
    hvac a-+
    without counterpart: 1`,
  ));

test('models are paired with the same strategy', () =>
  check(
    models,
    `
    hvac gpt   MF iso a+
    hvac llama MF iso a-
    hvac gpt   SF iso a-
    hvac llama SF iso a+`,
    `
    hvac a+-
    hvac a-+`,
  ));

test('a system without strategies is paired with each strategy of a model', () =>
  check(
    systems,
    `
    hvac gpt      MF iso a+ b-
    hvac gpt      SF iso a-
    hvac symbolic -  iso a+ b+`,
    `
    hvac a++ b-+
    hvac a-+`,
  ));

test('data sets that were left out for one side are named and not paired', () =>
  check(
    graph,
    `
    hvac gpt SG iso a+
    hvac gpt SF iso a-
    qudt gpt SF iso z-`,
    `
    hvac a+-
    qudt: only F`,
  ));

function check(comparison: FactorComparison, observations: string, expected: string): void {
  const { blocks, oneSided, unpaired } = pairingOf(observationsFrom(observations), comparison);
  const lines = [
    ...blocks.map(({ dataset, pairs }) =>
      [dataset, ...pairs.map((pair) => pair.caseId + '-+'[pair.reference]! + '-+'[pair.comparison]!)].join(
        ' ',
      ),
    ),
    ...oneSided.map(({ dataset, only }) => `${dataset}: only ${only}`),
    ...(unpaired > 0 ? [`without counterpart: ${unpaired}`] : []),
  ];
  expect(lines).toEqual(
    expected
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  );
}
