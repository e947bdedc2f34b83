import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Draft } from '../drafts/draft.ts';
import type { Evidence } from '../drafts/evidence.ts';

const mostHolders = 60;

/**
 * What all nodes that have a value have in common and the given node has otherwise: the unit of four temperatures says
 * nothing of a humidity. Undefined if there is no such difference; `except` are the properties of the value itself.
 */
export function unlikeHolders(
  node: TermId,
  holders: readonly TermId[],
  except: ReadonlySet<TermId>,
  { graph, search }: Draft,
): Evidence | undefined {
  const { dataGraph } = search.input;
  const others = holders.filter((holder) => holder !== node).slice(0, mostHolders);
  const [first, ...rest] = others;
  if (first === undefined || rest.length === 0) return undefined;
  for (const { predicate, object } of dataGraph.outgoing(first)) {
    if (except.has(predicate) || !terms.isIri(object) || graph.has(node, predicate, object)) continue;
    const own = graph.objects(node, predicate);
    // What is not known of the node may be the same; a further class is no other one.
    if (own.length === 0 || !own.some((each) => terms.isIri(each))) continue;
    if (predicate === rdf.type && own.some((type) => isOfSome(type, rest, search))) continue;
    if (!rest.every((holder) => dataGraph.has(holder, predicate, object))) continue;
    const { term } = search;
    return {
      kind: 'unlike',
      words: `all that have it are ${term(predicate)} ${term(object)}, which ${term(node)} is not`,
    };
  }
  return undefined;
}

function isOfSome(type: TermId, nodes: readonly TermId[], { input }: Draft['search']): boolean {
  return nodes.some((node) => input.dataGraph.has(node, rdf.type, type));
}
