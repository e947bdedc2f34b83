import { countedRows } from './countedSelect.ts';
import { type Store, StoreError } from './store.ts';

/**
 * Why a store knew nothing of what it was asked, as sentences without its name: it has no triples there. Then an address or a
 * graph is mistyped, or no graph was named although all triples are in named ones.
 *
 * @returns undefined when it has triples there, or does not tell.
 * @throws the signal's reason when aborted.
 */
export async function whyEmpty(store: Store, signal: AbortSignal): Promise<string | undefined> {
  try {
    if ((await valueIn('?s ?p ?value', store, signal)) !== undefined) return undefined;
    const graph = await valueIn('GRAPH ?value { ?s ?p ?o }', store, signal);
    return graph?.startsWith('<')
      ? `Its default graph has no triples, but it has named graphs. Name those that count, such as: ${store.url} FROM ${graph}. It was asked for any triple.`
      : 'It has no triples there. Look whether its address and its graphs are named right. It was asked for any triple.';
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

async function valueIn(pattern: string, store: Store, signal: AbortSignal): Promise<string | undefined> {
  const one = `{ SELECT ?value WHERE { ${pattern} } LIMIT 1 }`;
  return (await countedRows(store, '?value', one, signal))[0]?.value;
}
