import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { fetchAll } from '../../store/fetchAll.ts';
import { readSelectResults } from '../../store/selectResults.ts';
import { wholeStoreEqualsLocal } from '../../store/wholeStore.testing.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { describeShared } from '../../testing/shared.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { httpStore } from './httpStore.ts';

/** The addresses of the stores that `npm run test:stores` started, by name. */
const stores = Object.entries(JSON.parse(process.env.TEST_STORES!) as Record<string, string>);
const never = new AbortController().signal;
/** Where `npm run test:stores` puts QUDT. */
const qudtGraph = 'http://example.org/qudt';

describe.each(stores)('%s', (name, address) => {
  let graphs = 0;
  // Once it has been given a NaN, Virtuoso 7.2.5 takes no triple any more.
  const leftOut = ['virtuoso', 'jena'].includes(name) ? /NaN/i : /(?!)/;
  // It also writes some literals in another way than it finds them. Jena in memory finds values rather than literals.
  const maxOpen = name === 'virtuoso' ? 0.4 : name === 'jena' ? 0.1 : 0;
  // The others take long to answer.
  const isQuick = ['virtuoso', 'oxigraph'].includes(name);

  /** A graph of its own for each text. */
  async function fill(turtle: string) {
    const graph = `http://example.org/whole${graphs++}`;
    const document = new TurtleDocument('file:///stored.ttl', 0, turtle);
    const lines = Array.from(document.graph.triples(), tripleToNTriples).join('\n');
    const update = `INSERT { GRAPH <${graph}> { ${lines} } } WHERE {}`;
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ update }) });
    await response.text();
    // Virtuoso refuses years before Christ, among others.
    if (!response.ok) return undefined;
    const store = httpStore(`${address}?default-graph-uri=${graph}`);
    const dump = async () => {
      const rows = readSelectResults(await store.select('SELECT ?s ?p ?o { ?s ?p ?o }', never));
      return rows.map(({ s, p, o }) => `${s} ${p} ${o} .`).join('\n');
    };
    return { store, dump };
  }

  test('a whole store has the results of a file with all its triples, in shards and when resumed too', () =>
    wholeStoreEqualsLocal(fill, { runs: isQuick ? 30 : 8, leftOut, maxOpen }));

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
  readonly store: Parameters<typeof runInMemory>[1]['store'] & object;
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
