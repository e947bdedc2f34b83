import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describeShared } from '../../testing/shared.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { fetchAll } from '../../workspace/store/fetchAll.ts';
import type { Store } from '../../workspace/store/store.ts';
import { plantedAreFound, wholeStoreEqualsLocal } from '../../workspace/store/wholeStore.testing.ts';
import { filledGraphs, startedStores, traitsOf } from './filledGraphs.testing.ts';
import { httpStore } from './httpStore.ts';

const never = new AbortController().signal;
/** Where `npm run test:stores` puts QUDT. */
const qudtGraph = 'http://example.org/qudt';

describe.each(startedStores())('%s', (name, address) => {
  const { leftOut, isQuick } = traitsOf(name);
  const fill = filledGraphs(address, 'http://example.org/whole');
  // Virtuoso writes some literals in another way than it finds them. Jena in memory finds values rather than literals.
  const maxOpen = name === 'virtuoso' ? 0.4 : name === 'jena' ? 0.1 : 0;

  test('a whole store has the results of a file with all its triples, in shards and when resumed too', () =>
    wholeStoreEqualsLocal(fill, { runs: isQuick ? 30 : 8, leftOut, maxOpen }));

  test('violations planted at every component are found, and no others', () => plantedAreFound(fill, 24, 6));

  // One that cuts answers is enough: others take as long, and cut none.
  const describeQudt = name === 'virtuoso' ? describeShared : describe.skip;
  describeQudt('QUDT', 'qudt-v2.1.43-merged', (folder) => {
    test('has the same results as a file', async () => {
      const store = httpStore(`${address}?default-graph-uri=${qudtGraph}`);
      const schema = readFileSync(`${folder}/SCHEMA_QUDT_NoOWL-v2.1.ttl`, 'utf8');
      // All of QUDT conforms to its own shapes.
      const shapes = `${schema}\n<x:Unit> a sh:NodeShape ; sh:targetClass qudt:Unit ; sh:property [ sh:path qudt:ucumCode ; sh:minCount 1 ] .`;
      // Virtuoso writes large decimals as INF.
      const { text } = await fetchAll(store, never);
      await equalsLocal({ store, shapes, all: text });
    });
  });
});

describeShared('an office with Brick', 'brick-buildingmotif', (folder) => {
  test('has the same results as a file', async () => {
    const shapes = readFileSync(`${folder}/Brick.ttl`, 'utf8');
    const all = `${readFileSync(`${folder}/mediumOffice_brick.ttl`, 'utf8')}\n${shapes}`;
    await equalsLocal({ store: new StoreInMemory(all), shapes, all });
  });
});

describeShared('a model of 223P', '223p', (folder) => {
  test('has the same results as a file, with its rules', async () => {
    const shapes = readFileSync(`${folder}/223p.ttl`, 'utf8');
    const all = `${readFileSync(`${folder}/models/guideline36-2021-A-1.ttl`, 'utf8')}\n${shapes}`;
    await equalsLocal({ store: new StoreInMemory(all), shapes, all, options: '--inference rules' });
  });
});

/** Compares the results of a store with those of a file with the same triples. */
async function equalsLocal({
  store,
  shapes,
  all,
  options = '',
}: {
  readonly store: Store;
  readonly shapes: string;
  readonly all: string;
  readonly options?: string;
}): Promise<void> {
  const setup = { files: '', texts: { '/shapes.ttl': shapes, '/all.ttl': all } };
  let requests = 0;
  const counting = {
    url: store.url,
    select(query: string, signal: AbortSignal) {
      requests++;
      return store.select(query, signal);
    },
  };
  const rest = `--shapes shapes.ttl --format json ${options}`.trim();
  const cpu = process.cpuUsage();
  const remote = await runInMemory(`validate --endpoint https://store.example/ ${rest}`, {
    ...setup,
    store: counting,
  });
  const { user } = process.cpuUsage(cpu);
  const local = await runInMemory(`validate all.ttl ${rest}`, setup);
  const found = JSON.parse(remote.out);
  console.info(
    `${found.focusNodes} focus nodes, ${found.results.length} results, ${requests} requests, ${Math.round(user / 1e6)} s of CPU`,
    found.reasons,
  );
  expect(resultsOf(remote.out)).toEqual(resultsOf(local.out));
  expect(resultsOf(remote.out).length).toBeGreaterThan(0);
}

function resultsOf(json: string): readonly string[] {
  const { results } = JSON.parse(json) as { readonly results: readonly Record<string, unknown>[] };
  return results
    .map(({ focusNode, sourceShape, component, path, value }) =>
      JSON.stringify([focusNode, sourceShape, component, path, value]).replace(/_:\w+/g, '_:b'),
    )
    .toSorted();
}
