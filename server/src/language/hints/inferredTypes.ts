import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs } from '../../rdf/vocab.ts';

/**
 * The named classes of a node that no file states, the ones that say most first: what the domains and ranges of its properties
 * ask for, what was inferred before the last validation, and then the superclasses of these and of the stated ones, the near ones
 * first. Looks at a bounded part of the graphs: the first hundreds of statements about a node.
 */
export function inferredTypes(id: TermId, { documents, analyses }: AnalysedFile): readonly TermId[] {
  const graphs = documents.map(({ graph }) => graph);
  const stated = new Set(graphs.flatMap((graph) => graph.objects(id, rdf.type)));
  const inferred = analyses.flatMap(({ graphs: unit }) => unit.input.dataGraph.objects(id, rdf.type));
  const follows = new Set([...typesOfLinks(id, graphs), ...inferred].filter((type) => !stated.has(type)));
  const nearest = [...follows].filter((type) => !isAboveAny(type, follows, graphs));
  const found = new Set([...nearest, ...follows, ...stated]);
  for (const type of found) {
    if (found.size > mostTypes) break;
    for (const above of aboveOf(type, graphs)) found.add(above);
  }
  return [...found].filter((type) => terms.isIri(type) && !stated.has(type) && !universal.has(type));
}

/** The domains of the predicates that a node has, and the ranges of those that lead to it. */
function* typesOfLinks(id: TermId, graphs: readonly Graph[]): Iterable<TermId> {
  const outgoing = new Set<TermId>();
  const incoming = new Set<TermId>();
  for (const graph of graphs) {
    for (const { predicate } of graph.outgoing(id).slice(0, mostStatements)) outgoing.add(predicate);
    for (const { predicate } of graph.incoming(id).slice(0, mostStatements)) incoming.add(predicate);
  }
  for (const graph of graphs) {
    for (const predicate of withAbove(outgoing, rdfs.subPropertyOf, graphs)) {
      yield* graph.objects(predicate, rdfs.domain);
    }
    for (const predicate of withAbove(incoming, rdfs.subPropertyOf, graphs)) {
      yield* graph.objects(predicate, rdfs.range);
    }
  }
}

function withAbove(
  ids: ReadonlySet<TermId>,
  predicate: TermId,
  graphs: readonly Graph[],
): ReadonlySet<TermId> {
  const reached = new Set(ids);
  for (const id of reached) {
    if (reached.size > mostStatements) break;
    for (const graph of graphs) for (const above of graph.objects(id, predicate)) reached.add(above);
  }
  return reached;
}

/** The direct superclasses, and the classes that are said to be the same. */
function aboveOf(type: TermId, graphs: readonly Graph[]): readonly TermId[] {
  return graphs.flatMap((graph) => [
    ...graph.objects(type, rdfs.subClassOf),
    ...graph.objects(type, owl.equivalentClass),
    ...graph.subjects(owl.equivalentClass, type),
  ]);
}

function isAboveAny(type: TermId, types: ReadonlySet<TermId>, graphs: readonly Graph[]): boolean {
  return [...types].some((each) => each !== type && aboveOf(each, graphs).includes(type));
}

/** Classes that say nothing about a node. */
const universal: ReadonlySet<TermId> = new Set([
  terms.constant(`${namespaces.owl}Thing`),
  terms.constant(`${namespaces.rdfs}Resource`),
  terms.constant(`${namespaces.owl}NamedIndividual`),
]);

const mostStatements = 300;
const mostTypes = 100;
