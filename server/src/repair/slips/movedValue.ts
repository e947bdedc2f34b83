import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, xsd } from '../../rdf/vocab.ts';
import type { Draft } from '../drafts/draft.ts';
import { labelProperties } from '../evidence/nameProperties.ts';
import type { Restatement } from './misstatements.ts';

const maxPeers = 40;
const leastPeers = 2;

/**
 * A statement whose value stands at another property than it was meant for: values of its kind stand at that property with the
 * other nodes of the class, and at no node where it stands now. One of several such properties is meant if others have the very
 * value there.
 */
export function* movedValue(triple: Triple, draft: Draft): Iterable<Restatement> {
  const { subject, predicate, object } = triple;
  if (predicate === rdf.type || predicate === rdfs.subClassOf || terms.isBlank(object)) return;
  const kind = kindOf(object, draft);
  // Where a name stands in two languages, half of the texts of other nodes are in each.
  const isOneOfTexts = isTagged(object) && draft.graph.objects(subject, predicate).length > 1;
  const fitting = [...placesAmongPeers(subject, draft)].filter(
    ([property, { values, users }]) =>
      property !== predicate &&
      property !== rdf.type &&
      // A name stays one.
      (!labelProperties.includes(predicate) || labelProperties.includes(property)) &&
      !draft.graph.has(subject, property, object) &&
      users >= leastPeers &&
      hasRoom(subject, property, values.length >= 1.5 * users, draft) &&
      2 * values.filter((value) => kindOf(value, draft) === kind).length >
        (isOneOfTexts ? users : values.length),
  );
  if (fitting.length === 0) return;
  // All uses are looked at, so their order does not matter; most often one of the first is enough.
  const uses = draft.search.recorded.input.dataGraph.withPredicate(predicate);
  // Among texts, one is wrong for its language or what it says, not for its place.
  const belongsHere = (value: TermId) => kindOf(value, draft) === kind || (isText(object) && isText(value));
  if (uses.some((each) => each.subject !== subject && belongsHere(each.object))) return;
  const reused = fitting.filter(([, { values }]) => values.includes(object));
  const [best, ...rivals] = reused.length > 0 ? reused : fitting;
  if (best === undefined || rivals.length > 0) return;
  const [property, { values, users, peers }] = best;
  const { term } = draft.search;
  const count = values.filter((value) => value === object).length;
  const words =
    count > 0
      ? `${count} others have ${term(object)} as ${term(property)}`
      : `${users} of ${peers} others have such a value as ${term(property)}, and none as ${term(predicate)}`;
  yield {
    meant: { subject, predicate: property, object },
    isClear: users >= 3 && 3 * users >= 2 * peers,
    evidence: [{ kind: 'keptText', words }],
  };
}

/** True where the node has no value yet, or nodes have several. */
function hasRoom(node: TermId, property: TermId, isMultiple: boolean, { graph }: Draft): boolean {
  return isMultiple || graph.objects(node, property).length === 0;
}

/** What kind of value it is: its first class, else its namespace; the datatype or language of a literal. */
function kindOf(value: TermId, { graph }: Draft): TermId | string {
  if (terms.isLiteral(value)) return terms.language(value) || terms.datatype(value)!;
  const [type] = graph.objects(value, rdf.type);
  if (type !== undefined) return type;
  return terms.isIri(value) ? namespaceOf(terms.value(value)) : '';
}

function isTagged(value: TermId): boolean {
  return terms.isLiteral(value) && terms.language(value) !== '';
}

function isText(value: TermId): boolean {
  if (!terms.isLiteral(value)) return false;
  const datatype = terms.datatype(value);
  return datatype === xsd.string || datatype === rdf.langString;
}

interface PeerPlace {
  readonly values: TermId[];
  /** How many peers have values there, of how many. */
  users: number;
  peers: number;
}

const placesIn = memoized((_: Graph) => new Map<TermId, ReadonlyMap<TermId, PeerPlace>>());

function placesAmongPeers(node: TermId, { search }: Draft): ReadonlyMap<TermId, PeerPlace> {
  const graph = search.input.dataGraph;
  const known = placesIn(graph);
  const places = known.get(node) ?? findPlaces(node, graph);
  known.set(node, places);
  return places;
}

/** The properties of other nodes of the class, with their values. */
function findPlaces(node: TermId, graph: Graph): ReadonlyMap<TermId, PeerPlace> {
  const peers = new Set(
    graph.objects(node, rdf.type).flatMap((type) => graph.subjects(rdf.type, type).slice(0, maxPeers)),
  );
  peers.delete(node);
  const found = new Map<TermId, PeerPlace>();
  for (const peer of peers) {
    const seen = new Set<TermId>();
    for (const { predicate, object } of graph.outgoing(peer)) {
      const place = found.get(predicate) ?? { values: [], users: 0, peers: peers.size };
      place.values.push(object);
      if (!seen.has(predicate)) place.users++;
      seen.add(predicate);
      found.set(predicate, place);
    }
  }
  return found;
}
