import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Triple, terms } from '../../rdf/terms.ts';
import { readDataSet, readUnits } from '../../testing/dataSet.ts';
import { describeShared } from '../../testing/shared.ts';
import { generated, problemOf, vioProblem } from '../../testing/vios.ts';
import type { VioProblem } from '../problem.ts';
import type { GenerateMode } from '../vioCase.ts';
import { referenceCrossCheck } from './crossCheck.ts';
import { goldenComponents, introducedBy } from './goldenChanges.testing.ts';

const { signal } = new AbortController();

/** Counts the verdicts of rdf-validate-shacl on the cases of a suite, and the cases whose statistics are decided. */
async function opinions(problem: VioProblem, mode: GenerateMode) {
  const { baseline, check } = await referenceCrossCheck(problem, signal);
  const { cases } = await generated(problem, { mode, maxCases: 200 });
  const count = { agrees: 0, differs: 0, notCompared: 0 };
  for (const { change, results } of cases) count[(await check(change, results, signal)).kind]++;
  const decided = cases.filter(({ statistics }) => statistics.minRepairSize !== undefined).length;
  return { baseline: baseline.kind, ...count, decided: decided / cases.length };
}

describe('rdf-validate-shacl agrees on all cases but those that it is known to get wrong', () => {
  const hvac = readdirSync('test-fixtures/hvac')
    .filter((name) => name.endsWith('.ttl') && !name.includes('manifest'))
    .map((name) => `test-fixtures/hvac/${name}`);

  test.each(['test-fixtures/university/university.ttl', 'test-fixtures/heldout/library.ttl', ...hvac])(
    'of %s',
    async (path) => {
      const found = await opinions(await problemOf(readDataSet(path)), { kind: 'exhaustive' });
      expect(found).toMatchObject({ baseline: 'agrees', differs: 0, decided: 1 });
      expect(found.agrees).toBeGreaterThan(20);
    },
  );

  test('of @vocabulary/unit', async () => {
    const found = await opinions(await problemOf(readUnits()), { kind: 'cover' });
    expect(found).toMatchObject({ baseline: 'agrees', differs: 0 });
    expect(found.agrees).toBeGreaterThan(134);
    expect(found.decided).toBeGreaterThan(0.95);
  });
});

describeShared('one broken constraint of each component', '../golden/components.json', (file) => {
  test('rdf-validate-shacl agrees', async () => {
    const others: string[] = [];
    for (const { id, problem, change, results } of await goldenComponents(file)) {
      const { check } = await referenceCrossCheck(problem, signal);
      const opinion = await check(change, results, signal);
      if (opinion.kind !== 'agrees') others.push(`${id}: ${opinion.kind}`);
    }
    expect(others).toEqual([]);
  });
});

describeShared('QUDT', 'qudt-v2.1.43-merged', (folder) => {
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  const qudt = () => vioProblem(read('SCHEMA_QUDT_NoOWL-v2.1.ttl'), read('qudt-all-81303.ttl'));

  test('rdf-validate-shacl agrees on changes of the whole', async () => {
    const problem = await qudt();
    const { baseline, check } = await referenceCrossCheck(problem, signal);
    expect(baseline).toEqual({ kind: 'agrees' });
    const triples = [...problem.recorded.input.dataGraph.triples()];
    let telling = 0;
    for (let i = 0; i < triples.length; i += 397) {
      const change = changeAt(triples[i]!, i);
      const results = await introducedBy(problem, change);
      if (results.length > 0) telling++;
      expect(await check(change, results, signal)).toEqual({ kind: 'agrees' });
    }
    expect(telling).toBeGreaterThan(20);
  });

  test('rdf-validate-shacl agrees on the cases of its suite', async () => {
    const found = await opinions(await qudt(), { kind: 'cover' });
    expect(found).toMatchObject({ baseline: 'agrees', differs: 0, notCompared: 0 });
    expect(found.agrees).toBeGreaterThan(134);
    expect(found.decided).toBeGreaterThan(0.95);
  });
});

/** Removes a triple; every second time, replaces its object by a text. */
function changeAt(triple: Triple, i: number) {
  const added = i % 2 === 0 ? [] : [{ ...triple, object: terms.literal('not what it should be') }];
  return { removed: [triple], added };
}
