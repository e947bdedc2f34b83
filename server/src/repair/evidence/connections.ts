import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Draft } from '../drafts/draft.ts';

const maxNeighbours = 40;

/**
 * How two nodes are connected in the graph, by one triple or by two triples that share a node, as predicates with
 * directions.
 */
export function connections({ graph }: Draft, from: TermId, to: TermId): ReadonlySet<string> {
  const found = new Set<string>();
  const there = neighbours(graph, to);
  for (const [node, steps] of neighbours(graph, from)) {
    if (node === to) for (const step of steps) found.add(step);
    if (node === from || node === to) continue;
    for (const last of there.get(node) ?? []) for (const step of steps) found.add(`${step} then ${last}`);
  }
  return found;
}

/**
 * The nodes that share a triple with a node, each with the predicates. Types and literals do not count as connections.
 */
function neighbours(graph: Draft['graph'], node: TermId): ReadonlyMap<TermId, readonly string[]> {
  const found = new Map<TermId, string[]>();
  const add = (other: TermId, step: string) => {
    const steps = found.get(other);
    if (steps) steps.push(step);
    else found.set(other, [step]);
  };
  for (const { predicate, object } of graph.outgoing(node).slice(0, maxNeighbours)) {
    if (predicate !== rdf.type && !terms.isLiteral(object)) add(object, `>${predicate}`);
  }
  for (const { predicate, subject } of graph.incoming(node).slice(0, maxNeighbours)) {
    if (predicate !== rdf.type) add(subject, `<${predicate}`);
  }
  return found;
}
