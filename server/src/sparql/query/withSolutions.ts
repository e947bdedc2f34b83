import type { ConstructQuery, Triple } from 'sparqljs';
import { type TermId, terms } from '../../rdf/terms.ts';
import { isTerm, treeObjects } from '../parsedTree.ts';
import { parseLoaded } from '../parseSparql.ts';

/** The predicate of the triples that `withSolutions` adds to a template. */
export const solutionPredicate = terms.constant('urn:x-solution:value');

/**
 * A CONSTRUCT query that also says what its variables stand for: each of the given ones becomes the object of a triple
 * of the template, so that the answers have a column for it. Undefined when the text is not a CONSTRUCT query.
 */
export function withSolutions(
  text: string,
  prefixes: ReadonlyMap<string, string>,
  variables: readonly string[],
): string | undefined {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  if (read.kind === 'refused' || read.parsed.type !== 'query' || read.parsed.queryType !== 'CONSTRUCT') {
    return undefined;
  }
  const iri = { termType: 'NamedNode', value: terms.value(solutionPredicate) } as const;
  const added = variables.map((value) => ({
    subject: iri,
    predicate: iri,
    object: { termType: 'Variable', value },
  }));
  const template = [...(read.parsed.template ?? []), ...(added as unknown as readonly Triple[])];
  const query: ConstructQuery = { ...read.parsed, template };
  return read.generator.stringify(query);
}

/** The IRIs in the text of a query, wherever they are in it; none for a text that is not a query. */
export function queryIris(text: string, prefixes: ReadonlyMap<string, string>): ReadonlySet<TermId> {
  const read = parseLoaded(text, 'SPARQL query', { prefixes });
  const found = new Set<TermId>();
  if (read.kind === 'refused' || read.parsed.type !== 'query') return found;
  // The prologue is not part of what the query asks.
  for (const node of treeObjects({ ...read.parsed, prefixes: undefined })) {
    if (isTerm(node) && node.termType === 'NamedNode') found.add(terms.iri(node.value));
  }
  return found;
}
