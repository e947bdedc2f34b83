import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/**
 * Derives the name of a new node from an existing one (spec/vio.md 15): Alice becomes Alice_2, and Course13 gets the
 * number after the highest one in use. The namespace stays.
 */
export function nameLike(exemplar: TermId, isTaken: (name: TermId) => boolean): TermId {
  const iri = terms.value(exemplar);
  const namespace = namespaceOf(iri);
  const [, stem, number] = /^(.*?)(\d{1,9})?$/s.exec(iri.slice(namespace.length))!;
  const width = number?.startsWith('0') ? number.length : 0;
  const join = number === undefined ? '_' : '';
  for (let next = number === undefined ? 2 : Number(number) + 1; ; next++) {
    const name = terms.iri(`${namespace}${stem}${join}${String(next).padStart(width, '0')}`);
    if (!isTaken(name)) return name;
  }
}

/** A node like a new one: of its type, or with its property elsewhere; undefined where the data has none with an IRI. */
export function exemplarOf(node: TermId, added: readonly Triple[], graph: Graph): TermId | undefined {
  const isNamed = (other: TermId) => terms.isIri(other);
  for (const { subject, predicate, object } of added) {
    if (subject !== node || predicate !== rdf.type) continue;
    const [like] = graph.subjects(rdf.type, object).filter(isNamed);
    if (like !== undefined) return like;
  }
  for (const { subject, predicate, object } of added) {
    const others = SortedGraph.of(graph).sample(predicate, maxUses);
    const [like] = others
      .map((other) => (object === node ? other.object : other.subject))
      .filter((other) => (object === node || subject === node) && isNamed(other));
    if (like !== undefined) return like;
  }
  return undefined;
}

const maxUses = 50;

/** True when the term occurs in the graph. */
export function occursIn(graph: Graph, term: TermId): boolean {
  return (
    graph.outgoing(term).length > 0 || graph.incoming(term).length > 0 || graph.withPredicate(term).length > 0
  );
}
