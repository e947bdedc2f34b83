import { memoized } from '../../../base/memoized.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { classTypes, propertyTypes } from '../../../rdf/schemaTypes.ts';
import { StatedGraph } from '../../../rdf/statedGraph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { isOneTypoAway } from '../../../repair/slips/oneTypo.ts';

/** The classes and properties that a graph uses or describes, with how often they are used. */
export interface KnownTerms {
  readonly classes: ReadonlyMap<TermId, number>;
  readonly properties: ReadonlyMap<TermId, number>;
}

/** Collected once for each graph; for a union from its members, most of which an edit leaves unchanged. */
export const knownTerms: (graph: Graph) => KnownTerms = memoized((graph) =>
  graph instanceof UnionGraph ? joined(graph.members.map(knownTerms)) : collected(graph),
);

function joined(parts: readonly KnownTerms[]): KnownTerms {
  const sum = (lists: readonly ReadonlyMap<TermId, number>[]) => {
    const counts = new Map<TermId, number>();
    for (const list of lists) for (const [id, count] of list) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  };
  return {
    classes: sum(parts.map(({ classes }) => classes)),
    properties: sum(parts.map(({ properties }) => properties)),
  };
}

/** How often terms are properties of triples and classes of nodes, where they are. */
const usedTerms: (graph: Graph) => KnownTerms = memoized((graph) => {
  // Shared parts of versions of a document are counted once.
  const { index, changes } =
    graph instanceof StatedGraph ? graph.indexed : { index: graph, changes: undefined };
  const before = changes === undefined ? undefined : usedTerms(index);
  const classes = new Map(before?.classes);
  const properties = new Map(before?.properties);
  const count = (triples: Iterable<Triple>, by: number) => {
    for (const { predicate, object } of triples) {
      add(properties, predicate, by);
      if (predicate === rdf.type) add(classes, object, by);
    }
  };
  count(changes ? changes.removed.triples() : [], -1);
  count(changes ? changes.added.triples() : index.triples(), 1);
  return { classes, properties };
});

function add(counts: Map<TermId, number>, id: TermId, by: number): void {
  if (!terms.isIri(id)) return;
  const sum = (counts.get(id) ?? 0) + by;
  if (sum > 0) counts.set(id, sum);
  else counts.delete(id);
}

function collected(graph: Graph): KnownTerms {
  const used = usedTerms(graph);
  const classes = new Map(used.classes);
  const properties = new Map(used.properties);
  const count = (counts: Map<TermId, number>, id: TermId, by: number) => {
    if (terms.isIri(id)) counts.set(id, (counts.get(id) ?? 0) + by);
  };
  for (const { subject, object } of graph.withPredicate(rdfs.subClassOf)) {
    count(classes, subject, 0);
    count(classes, object, 0);
  }
  for (const type of classTypes) for (const each of graph.subjects(rdf.type, type)) count(classes, each, 0);
  for (const type of propertyTypes)
    for (const each of graph.subjects(rdf.type, type)) count(properties, each, 0);
  for (const predicate of [sh.targetClass, sh.class]) {
    for (const { object } of graph.withPredicate(predicate)) count(classes, object, 0);
  }
  for (const { object } of graph.withPredicate(sh.path)) count(properties, object, 0);
  return { classes, properties };
}

/**
 * The classes or properties that only this document names, once, that nothing describes, and that are one typing error away
 * from a term known from elsewhere: offering them would spread the error.
 */
export function slipsAmong(
  kind: keyof KnownTerms,
  { world, document }: { readonly world: Graph; readonly document: Graph },
): ReadonlySet<TermId> {
  const known = knownTerms(world)[kind];
  const others = world instanceof UnionGraph ? world.members.filter((each) => each !== document) : [];
  const isDoubtful = (id: TermId) =>
    known.get(id) === 1 &&
    world.outgoing(id).length === 0 &&
    !others.some((each) => knownTerms(each)[kind].has(id));
  const doubtful = [...knownTerms(document)[kind]].flatMap(([id, uses]) =>
    uses === 1 && isDoubtful(id) ? [id] : [],
  );
  return new Set(besideNearName(doubtful, known.keys(), isDoubtful));
}

/**
 * The same for nodes that are values: those among the given ones that occur once, as the object of a statement of this
 * document.
 */
export function slipsAmongValues(
  values: Iterable<TermId>,
  { world, document }: { readonly world: Graph; readonly document: Graph },
): readonly TermId[] {
  const nodes = [...values].filter((id) => terms.isIri(id));
  const isDoubtful = (id: TermId) =>
    world.outgoing(id).length === 0 && world.incoming(id).length === 1 && document.incoming(id).length === 1;
  const doubtful = nodes.filter(isDoubtful);
  // Where many names occur once, this is intended.
  return doubtful.length > mostSlips ? [] : besideNearName(doubtful, nodes, isDoubtful);
}

const mostSlips = 20;

/** The doubtful terms that are one typing error away from a known one that is not doubtful. */
function besideNearName(
  doubtful: readonly TermId[],
  known: Iterable<TermId>,
  isDoubtful: (id: TermId) => boolean,
): readonly TermId[] {
  const byNamespace = new Map<string, string[]>();
  for (const id of doubtful.length > 0 ? known : []) {
    if (isDoubtful(id)) continue;
    const iri = terms.value(id);
    const names = byNamespace.get(namespaceOf(iri));
    if (names) names.push(localName(iri));
    else byNamespace.set(namespaceOf(iri), [localName(iri)]);
  }
  return doubtful.filter((id) => {
    const iri = terms.value(id);
    return byNamespace.get(namespaceOf(iri))?.some((name) => isOneTypoAway(localName(iri), name));
  });
}

/** Terms that nobody writes by hand, because Turtle and SHACL have other ways to express them. */
export const neverWritten: ReadonlySet<TermId> = new Set([rdf.first, rdf.rest]);
