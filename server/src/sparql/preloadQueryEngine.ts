import { IndexedGraph } from '../rdf/graph.ts';
import { rdf } from '../rdf/vocab.ts';
import { applyUpdate } from './applyUpdate.ts';
import { readUpdate } from './updateText.ts';

let ready: Promise<void> | undefined;

/**
 * Loads what reading and applying updates takes, and runs it once, so that the first update with a WHERE does not wait
 * for that. Keeps the thread busy for about half a second the first time, for when there is nothing better to do.
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
