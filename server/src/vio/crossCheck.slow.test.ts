import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Triple, terms } from '../rdf/terms.ts';
import { goldenComponents, introducedBy, problemOf } from '../testing/goldenChanges.ts';
import { describeShared } from '../testing/shared.ts';
import { referenceCrossCheck } from './crossCheck.ts';

const { signal } = new AbortController();

describeShared('one broken constraint of each component', '../golden/components.json', (file) => {
  test('rdf-validate-shacl agrees on all but what it is known to get wrong', async () => {
    const opinions: string[] = [];
    for (const { id, problem, change, results } of await goldenComponents(file)) {
      const { check } = await referenceCrossCheck(problem, signal);
      const opinion = await check(change, results, signal);
      if (opinion.kind !== 'agrees') opinions.push(`${id}: ${opinion.kind}`);
    }
    expect(opinions).toEqual([]);
  });
});

describeShared('QUDT', 'qudt-v2.1.43-merged', (folder) => {
  test('rdf-validate-shacl agrees on changes of the whole', async () => {
    const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
    const problem = await problemOf(read('SCHEMA_QUDT_NoOWL-v2.1.ttl'), read('qudt-all-81303.ttl'));
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
});

/** Takes a triple away; every other time, a text stands in its place. */
function changeAt(triple: Triple, i: number) {
  const added = i % 2 === 0 ? [] : [{ ...triple, object: terms.literal('not what it should be') }];
  return { removed: [triple], added };
}
