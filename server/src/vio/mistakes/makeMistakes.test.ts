import { expect, test } from 'vitest';
import { shortForm } from '../../shacl/model/words.ts';
import { changeLines, generated, vioProblem } from '../../testing/vios.ts';
import { defaultMistakeProfile } from './mistakeProfile.ts';

const shapes = `
  ex:PumpShape a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:feeds ; sh:minCount 1 ; sh:class ex:Tank ] .`;
const data = `
  ex:pump1 a ex:Pump ; ex:feeds ex:tank1 ; rdfs:comment "old" .
  ex:pump2 a ex:Pump ; ex:feeds ex:tank1 .
  ex:tank1 a ex:Tank .`;

const mistakes = { kind: 'mistakes', frequencies: defaultMistakeProfile.frequencies } as const;

test('what violates nothing is counted as silent, and is no case', async () => {
  const problem = await vioProblem(shapes, data);
  const mode = { kind: 'mistakes', frequencies: { missingType: 1 } } as const;
  const suite = await generated(problem, { mode });
  expect(suite.cases.map(changeLines)).toEqual([
    [
      '- <http://example.org/ns#tank1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Tank> .',
    ],
  ]);
  expect([...suite.mistakes!]).toEqual([['missingType', { tried: 3, silent: 2, made: 1 }]]);
});

test('a mistake names its operator, and the result that shows it', async () => {
  const problem = await vioProblem(shapes, data);
  const { cases } = await generated(problem, {
    mode: { kind: 'mistakes', frequencies: { misspeltProperty: 1 } },
  });
  expect(cases.length).toBeGreaterThan(1);
  for (const each of cases) {
    expect(each.operator).toBe('misspeltProperty');
    expect(shortForm(each.expected.component)).toBe('sh:MinCountConstraintComponent');
    expect(each.change.removed.map(({ subject }) => subject)).toEqual([each.expected.focusNode]);
  }
});

test('the seed chooses the mistakes; the same seed makes the same ones', async () => {
  const made = async (seed: number) => {
    const { cases } = await generated(await vioProblem(shapes, data), { mode: mistakes, seed, maxCases: 6 });
    return cases.map(changeLines);
  };
  expect(await made(1)).toEqual(await made(1));
  expect(await made(1)).not.toEqual(await made(2));
});

test('frequencies tell how often a mistake is made', async () => {
  const frequencies = { misspeltProperty: 9, misspeltClass: 1 };
  const problem = await vioProblem(shapes, data);
  const { cases } = await generated(problem, { mode: { kind: 'mistakes', frequencies }, maxCases: 8 });
  const properties = cases.filter(({ operator }) => operator === 'misspeltProperty');
  expect(properties.length).toBeGreaterThan(4);
});
