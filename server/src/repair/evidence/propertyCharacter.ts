import type { Graph } from '../../rdf/graph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, rdf } from '../../rdf/vocab.ts';
import type { SearchState } from '../drafts/draft.ts';
import { inversesOf } from './inverses.ts';

/** Why a property does not hold of a node: it would lead from the node back to itself. */
export interface Contradiction {
  /** Whether that is known about the property, or only true of all its statements in the data. */
  readonly isKnown: boolean;
  readonly words: string;
}

/**
 * Why a statement can't be true beside the others: a concept that is narrower than another is not broader than it, and
 * people do not report to those who report to them. A property leads back to no node if its ontology declares it asymmetric
 * or irreflexive, if it is a hierarchy of a common vocabulary, or if the data have chains of it and none of them is closed.
 */
export function contradictionOf(
  { subject, predicate, object }: Triple,
  graph: Graph,
  search: SearchState,
): Contradiction | undefined {
  if (terms.isLiteral(object) || predicate === rdf.type) return undefined;
  const { term } = search;
  const isHierarchy = isKnownHierarchy(predicate);
  const declared = (type: TermId) => search.input.classGraph.has(predicate, rdf.type, type);
  if (declared(symmetricProperty)) return undefined;
  const isAsymmetric = isHierarchy || declared(asymmetricProperty);
  if (subject === object) {
    if (isAsymmetric || declared(irreflexiveProperty))
      return { isKnown: true, words: `${term(predicate)} never links a node to itself` };
    return isOrdered(search.input.dataGraph, predicate)
      ? { isKnown: false, words: `${term(predicate)} links no other node to itself` }
      : undefined;
  }
  const known = isAsymmetric || (isOrdered(search.input.dataGraph, predicate) ? false : undefined);
  if (known === undefined) return undefined;
  const inverses = inversesOf(search.input.classGraph, predicate).map(({ inverse }) => inverse);
  // A property that is only asymmetric may lead back on a longer path.
  const mostSteps = isHierarchy || !isAsymmetric ? longestWay : 1;
  if (!leadsTo(graph, object, subject, predicate, inverses, mostSteps)) return undefined;
  return { isKnown: known, words: `${term(object)} already leads to ${term(subject)} by ${term(predicate)}` };
}

const owlTerm = (name: string) => terms.constant(`${namespaces.owl}${name}`);
const symmetricProperty = owlTerm('SymmetricProperty');
const asymmetricProperty = owlTerm('AsymmetricProperty');
const irreflexiveProperty = owlTerm('IrreflexiveProperty');

/** Properties of common vocabularies that lead from a part, a narrower or a later thing to the other, and back. */
const hierarchies: ReadonlySet<string> = new Set(
  [
    [
      'http://www.w3.org/2004/02/skos/core#',
      'broader narrower broaderTransitive narrowerTransitive topConceptOf hasTopConcept inScheme',
    ],
    [
      'http://purl.org/dc/terms/',
      'isPartOf hasPart isVersionOf hasVersion replaces isReplacedBy isRequiredBy requires',
    ],
    [
      'http://www.w3.org/ns/org#',
      'subOrganizationOf hasSubOrganization unitOf hasUnit reportsTo memberOf hasMember headOf',
    ],
    [
      'http://www.w3.org/ns/prov#',
      'wasDerivedFrom wasRevisionOf wasQuotedFrom hadPrimarySource wasInformedBy',
    ],
    ['http://www.w3.org/2006/time#', 'before after inside'],
    ['http://www.w3.org/ns/dcat#', 'dataset distribution previousVersion'],
    ['http://www.w3.org/ns/adms#', 'prev next last'],
    ['https://brickschema.org/schema/Brick#', 'isPartOf hasPart isPointOf hasPoint isLocationOf hasLocation'],
    ['http://data.ashrae.org/standard223#', 'contains hasConnectionPoint'],
    ['http://www.opengis.net/ont/geosparql#', 'sfWithin sfContains ehInside ehContains'],
    ...['http://schema.org/', 'https://schema.org/'].map(
      (namespace) =>
        [
          namespace,
          'isPartOf hasPart parentOrganization subOrganization containedInPlace containsPlace superEvent subEvent memberOf isBasedOn parent children',
        ] as const,
    ),
  ].flatMap(([namespace, names]) => names!.split(' ').map((name) => `${namespace}${name}`)),
);

function isKnownHierarchy(predicate: TermId): boolean {
  return hierarchies.has(terms.value(predicate));
}

const longestWay = 30;
const mostVisited = 2000;

/** True if the property, or its inverse the other way round, leads from one node to another. */
function leadsTo(
  graph: Graph,
  from: TermId,
  to: TermId,
  property: TermId,
  inverses: readonly TermId[],
  mostSteps: number,
): boolean {
  const seen = new Set([from]);
  let level: readonly TermId[] = [from];
  for (let steps = 0; steps < mostSteps && level.length > 0 && seen.size < mostVisited; steps++) {
    const next: TermId[] = [];
    for (const node of level) {
      const reached = [
        ...graph.objects(node, property),
        ...inverses.flatMap((inverse) => graph.subjects(inverse, node)),
      ];
      for (const each of reached) {
        if (each === to) return true;
        if (terms.isLiteral(each) || seen.has(each)) continue;
        seen.add(each);
        next.push(each);
      }
    }
    level = next;
  }
  return false;
}

const mostStatements = 1000;

const ordered = new WeakMap<Graph, Map<TermId, boolean>>();

/** True if statements with the property follow one another in the data, and no path leads back to its start. */
export function isOrdered(graph: Graph, property: TermId): boolean {
  const known = ordered.get(graph) ?? new Map<TermId, boolean>();
  ordered.set(graph, known);
  let found = known.get(property);
  if (found === undefined) {
    found = hasOpenChains(SortedGraph.of(graph).sample(property, mostStatements + 1));
    known.set(property, found);
  }
  return found;
}

function hasOpenChains(statements: readonly Triple[]): boolean {
  if (statements.length > mostStatements) return false;
  const next = new Map<TermId, TermId[]>();
  const open = new Map<TermId, number>();
  for (const { subject, object } of statements) {
    if (terms.isLiteral(object)) return false;
    next.set(subject, [...(next.get(subject) ?? []), object]);
    open.set(object, (open.get(object) ?? 0) + 1);
    if (!open.has(subject)) open.set(subject, 0);
  }
  if (!statements.some(({ object }) => next.has(object))) return false;
  // Nodes that nothing leads to are removed until none is left: what remains is a cycle.
  const starts = [...open].filter(([, count]) => count === 0).map(([node]) => node);
  let left = open.size;
  for (let node = starts.pop(); node !== undefined; node = starts.pop()) {
    left--;
    for (const object of next.get(node) ?? []) {
      const count = open.get(object)! - 1;
      open.set(object, count);
      if (count === 0) starts.push(object);
    }
  }
  return left === 0;
}
