import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { spread } from './peers.ts';
import { votesByName, weightAmong, wordsOf } from './wordEvidence.ts';

/** Of the statements of a predicate, no more are looked at. */
const maxPairs = 40;
/** Of the statements of a node. */
const maxFacts = 16;
/** What more nodes share says little about one of them. */
const maxSharing = 40;

/**
 * Values that are connected with the node in another way, as the values of other nodes are connected with these: a unit of the
 * quantity that the node measures, a room of the building that it is in. From 0 to 1.
 */
export function relatedValues(
  node: NodeAtCursor,
  predicate: TermId,
  world: Graph,
): ReadonlyMap<TermId, number> {
  const pairs = spread(world.withPredicate(predicate), maxPairs).filter(
    ({ subject, object }) => subject !== node.id && !terms.isLiteral(object),
  );
  const scores = new Map<TermId, number>();
  if (pairs.length < leastPairs) return scores;
  const links = new Links(world);
  const users = new Map<TermId, number>();
  const ways = new Map<string, Way & { count: number }>();
  for (const { subject, object } of pairs) {
    const facts = factsOf(subject, predicate, world);
    const found = new Map<string, Way>();
    const add = (way: Way) => found.set(`${way.via} ${way.link} ${way.isFromShared}`, way);
    for (const { predicate: via, object: shared } of facts) {
      for (const link of links.between(object, shared)) add({ via, link, isFromShared: false });
      for (const link of links.between(shared, object)) add({ via, link, isFromShared: true });
    }
    for (const via of new Set(facts.map((fact) => fact.predicate))) users.set(via, (users.get(via) ?? 0) + 1);
    for (const [key, way] of found) ways.set(key, { ...way, count: (ways.get(key)?.count ?? 0) + 1 });
  }
  const own = node.facts.filter((fact) => fact.predicate !== predicate).slice(0, maxFacts);
  for (const { via, link, isFromShared, count } of ways.values()) {
    for (const { predicate: stated, object: shared } of own) {
      if (stated !== via || shared === undefined) continue;
      const values = isFromShared ? world.objects(shared, link) : world.subjects(link, shared);
      if (values.length > maxSharing) continue;
      const score = count / (users.get(via)! + 1) / Math.sqrt(values.length);
      for (const value of values) scores.set(value, Math.max(scores.get(value) ?? 0, score));
    }
  }
  return scores;
}

/** A connection of a node and a value by what both are linked to: the node by `via`. */
interface Way {
  readonly via: TermId;
  readonly link: TermId;
  /** Whether the link leads from there to the value, not back. */
  readonly isFromShared: boolean;
}

const leastPairs = 3;

function factsOf(node: TermId, but: TermId, world: Graph) {
  return world
    .outgoing(node)
    .filter(({ predicate, object }) => predicate !== but && !terms.isLiteral(object))
    .slice(0, maxFacts);
}

/** The predicates from nodes to others, each node looked at once. */
class Links {
  readonly #world: Graph;
  readonly #from = new Map<TermId, ReadonlyMap<TermId, readonly TermId[]>>();

  constructor(world: Graph) {
    this.#world = world;
  }

  between(one: TermId, other: TermId): readonly TermId[] {
    return this.#linksOf(one).get(other) ?? [];
  }

  #linksOf(node: TermId): ReadonlyMap<TermId, readonly TermId[]> {
    const known = this.#from.get(node);
    if (known) return known;
    const links = new Map<TermId, TermId[]>();
    this.#world.forEachOutgoing(node, (predicate, object) => {
      const list = links.get(object);
      if (list) list.push(predicate);
      else links.set(object, [predicate]);
    });
    this.#from.set(node, links);
    return links;
  }
}

/** Of the statements of a predicate, the names of no more subjects are compared. */
const maxNames = 80;

/** The values of nodes whose names, or the names of whose classes, are like those of the node. From 0 to 1. */
export function valuesByName(
  node: NodeAtCursor,
  predicate: TermId,
  world: Graph,
): ReadonlyMap<TermId, number> {
  const known = new Map<TermId, ReadonlySet<string>>();
  const words = (id: TermId) => {
    const found = known.get(id) ?? wordsOf(id, world);
    known.set(id, found);
    return found;
  };
  const wordsWith = (id: TermId | undefined, types: readonly TermId[]) =>
    new Set([id, ...types].flatMap((each) => (each === undefined ? [] : [...words(each)])));
  const own = wordsWith(node.id, node.types);
  if (own.size === 0) return new Map();
  const others = spread(world.withPredicate(predicate), maxNames)
    .filter(({ subject }) => subject !== node.id)
    .map(({ subject, object }) => ({
      words: wordsWith(subject, world.objects(subject, rdf.type)),
      has: object,
    }));
  return votesByName(own, others, weightAmong(others.map(({ words }) => words)));
}
