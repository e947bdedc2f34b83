import { IndexedGraph } from '../rdf/graph.ts';
import { rdf } from '../rdf/vocab.ts';
import { applyUpdate } from './applyUpdate.ts';
import { readUpdate } from './updateText.ts';

let ready: Promise<void> | undefined;

/**
 * Loads and warms up everything needed to read and apply updates, so that the first update with a WHERE does not have
 * to wait. The first call blocks the thread for about half a second, so call it when idle.
 */
export function preloadQueryEngine(): Promise<void> {
  ready ??= runOnce();
  return ready;
}

async function runOnce(): Promise<void> {
  const graph = new IndexedGraph([{ subject: rdf.type, predicate: rdf.type, object: rdf.type }]);
  const read = await readUpdate('DELETE { ?s ?p ?o } WHERE { ?s ?p ?o . FILTER(?s = ?o) }');
  if (read.kind === 'update') await applyUpdate(graph, read.update, new AbortController().signal);
}
