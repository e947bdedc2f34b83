import { type TermId, terms } from '../../rdf/terms.ts';
import { type Draft, isDescribedInData } from '../drafts/draft.ts';
import { siteOf, usualSite } from './namespaceRelation.ts';

/**
 * True for IRIs that the publisher of the data coins: they belong to the same site as the node beside which they occur, or,
 * beside blank nodes and nodes that the data does not describe, to the site of most nodes of the data.
 */
export function isOwnTerm(draft: Draft, iri: TermId, beside: TermId): boolean {
  if (!terms.isIri(iri)) return false;
  const site = siteOf(terms.value(iri));
  if (terms.isIri(beside) && isDescribedInData(draft, beside)) return site === siteOf(terms.value(beside));
  return site === siteOfData(draft);
}

const sites = new WeakMap<object, string>();

function siteOfData({ search }: Draft): string | undefined {
  const graph = search.input.reportedGraph;
  let site = sites.get(graph);
  if (site === undefined) {
    // The first few would depend on the order of the statements.
    const nodes = new Set<TermId>();
    for (const { subject } of graph.triples()) if (terms.isIri(subject)) nodes.add(subject);
    site = usualSite([...nodes].map((node) => terms.value(node)));
    if (site !== undefined) sites.set(graph, site);
  }
  return site;
}
