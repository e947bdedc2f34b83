import { type TermId, terms } from '../../rdf/terms.ts';
import { isTerm, treeObjects } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';

/** The IRIs in the text of a query, wherever they stand in it; none for a text that is no query. */
export function queryIris(text: string, prefixes: ReadonlyMap<string, string>): ReadonlySet<TermId> {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  const found = new Set<TermId>();
  if (read.kind === 'refused' || read.parsed.type !== 'query') return found;
  // The prologue is no part of what the query asks.
  for (const node of treeObjects({ ...read.parsed, prefixes: undefined })) {
    if (isTerm(node) && node.termType === 'NamedNode') found.add(terms.iri(node.value));
  }
  return found;
}
