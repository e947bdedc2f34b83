import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { FilledStore } from '../../workspace/store/equalsLocal.testing.ts';
import { readSelectResults } from '../../workspace/store/selectResults.ts';
import { chunksOf } from '../../workspace/store/targetPlan.ts';
import { httpStore } from './httpStore.ts';

const never = new AbortController().signal;

/** The addresses of the stores that `npm run test:stores` started, by name. */
export function startedStores(): readonly [name: string, address: string][] {
  return Object.entries(JSON.parse(process.env.TEST_STORES!) as Record<string, string>);
}

/** What is known of a store that `npm run test:stores` started. */
export function traitsOf(name: string) {
  return {
    // Once it has been given a NaN, Virtuoso 7.2.5 takes no triple any more.
    leftOut: ['virtuoso', 'jena'].includes(name) ? /NaN/i : /(?!)/,
    // The others take long to answer.
    isQuick: ['virtuoso', 'oxigraph'].includes(name),
  };
}

/**
 * Fills graphs of a store, one for each text.
 *
 * @param prefix what the names of the graphs begin with.
 * @returns makes a store of a Turtle text; of undefined when the store refuses it.
 */
export function filledGraphs(
  address: string,
  prefix: string,
): (turtle: string) => Promise<FilledStore | undefined> {
  let graphs = 0;
  return async (turtle) => {
    const graph = `${prefix}${graphs++}`;
    const lines = Array.from(
      new TurtleDocument('file:///stored.ttl', 0, turtle).graph.triples(),
      tripleToNTriples,
    );
    // Virtuoso refuses long updates. A blank node is the same one within one update only.
    const withBlanks = lines.filter((line) => line.includes('_:'));
    const named = lines.filter((line) => !line.includes('_:'));
    for (const chunk of [...chunksOf(named, 1000), withBlanks]) {
      // Virtuoso refuses years before Christ, among others.
      if (!(await update(address, `INSERT { GRAPH <${graph}> { ${chunk.join('\n')} } } WHERE {}`)))
        return undefined;
    }
    const store = httpStore(`${address}?default-graph-uri=${graph}`);
    const dump = async () => {
      const rows = readSelectResults(await store.select('SELECT ?s ?p ?o { ?s ?p ?o }', never), 1_000_000);
      return rows.map(({ s, p, o }) => `${s} ${p} ${o} .`).join('\n');
    };
    return { store, dump };
  };
}

/** Whether a store took an update. */
async function update(address: string, text: string): Promise<boolean> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ update: text }) });
  await response.text();
  return response.ok;
}
