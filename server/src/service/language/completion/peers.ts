import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { CursorContext } from './cursorContext.ts';
import { incomingOf, type NodeAtCursor } from './nodeAtCursor.ts';

/** At most this many nodes of a kind are examined, spread evenly over all of them. */
const maxPeers = 200;
/** The nodes that share one of this many facts with the node are examined. */
const maxTraits = 12;

/** Other nodes similar to the one at the cursor: what is usual among them is likely to be wanted next. */
export interface Peers {
  readonly nodes: readonly TermId[];
  /** The class that they share; undefined when they are values of the same predicate. */
  readonly type: TermId | undefined;
}

/**
 * The nodes of the rarest class that the node shares with others. For a node without a class, the most similar ones; those
 * at the same place, or else beside it.
 */
export function peersOf(node: NodeAtCursor, neighbours: readonly TermId[], world: Graph): Peers {
  let best: Peers = { nodes: [], type: undefined };
  for (const type of [
    ...node.types,
    ...(node.types.length === 0 ? likelyTypes(node, world).slice(0, 1) : []),
  ]) {
    const nodes = world.subjects(rdf.type, type).filter((each) => each !== node.id);
    if (nodes.length > 0 && (best.nodes.length === 0 || nodes.length < best.nodes.length)) {
      best = { nodes, type };
    }
  }
  if (best.nodes.length === 0 && node.parent) {
    const values = world.withPredicate(node.parent.predicate).map(({ object }) => object);
    best = {
      nodes: [...new Set(values)].filter((each) => each !== node.id && !terms.isLiteral(each)),
      type: undefined,
    };
  }
  if (best.nodes.length === 0) {
    best = { nodes: neighbours.filter((each) => each !== node.id), type: undefined };
  }
  return { ...best, nodes: spread(best.nodes, maxPeers) };
}

const maxNeighbours = 4;

/** The subjects of the statements before and after the cursor, nearest first; the one before comes first among equals. */
export function neighbours({ typed }: CursorContext, document: TurtleDocument): readonly TermId[] {
  const at = document.ordinalBefore(typed.start);
  const found = new Set<TermId>();
  for (let distance = 0; distance <= maxNeighbours; distance++) {
    for (const ordinal of [at - distance, at + distance]) {
      if (ordinal < 0 || ordinal >= document.statementCount) continue;
      const statement = document.statement(ordinal);
      if (statement.kind === 'triples') found.add(statement.subject.id);
    }
  }
  return [...found];
}

/** Some of a list, evenly spread. */
export function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/** How many of the peers have each predicate, and which ones follow the one that was written last. */
export interface PredicateUse {
  readonly users: ReadonlyMap<TermId, number>;
  readonly repeats: ReadonlyMap<TermId, number>;
  readonly next: ReadonlyMap<TermId, number>;
  /** How many peers have the previous predicate. */
  readonly withPrevious: number;
}

export function predicateUse({ nodes }: Peers, previous: TermId | undefined, world: Graph): PredicateUse {
  const users = new Map<TermId, number>();
  const repeats = new Map<TermId, number>();
  const next = new Map<TermId, number>();
  let withPrevious = 0;
  for (const node of nodes) {
    const seen = new Map<TermId, number>();
    world.forEachOutgoing(node, (predicate) => {
      seen.set(predicate, (seen.get(predicate) ?? 0) + 1);
    });
    const order = [...seen.keys()];
    for (const [predicate, count] of seen) {
      increment(users, predicate);
      if (count > 1) increment(repeats, predicate);
    }
    const at = previous === undefined ? 0 : order.indexOf(previous) + 1;
    if (previous !== undefined && at === 0) continue;
    withPrevious++;
    const following = order[at];
    if (following !== undefined) increment(next, following);
  }
  return { users, repeats, next, withPrevious };
}

/** The values that nodes like this one have by a predicate, each with its evidence, from 0 to about 2. */
export function usualValues(
  node: NodeAtCursor,
  peers: Peers,
  predicate: TermId,
  world: Graph,
): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  const raise = (counts: ReadonlyMap<TermId, number>, of: number, weight: number) => {
    for (const [value, count] of counts) {
      const score = (weight * count) / (of + 2);
      if (score > (scores.get(value) ?? 0)) scores.set(value, score);
    }
  };
  const add = (counts: ReadonlyMap<TermId, number>, of: number, weight: number) => {
    for (const [value, count] of counts) {
      scores.set(value, (scores.get(value) ?? 0) + (weight * count) / (of + 2));
    }
  };
  for (const { predicate: shared, object } of traitsOf(node, world)) {
    const others = spread(world.subjects(shared, object), maxPeers).filter((each) => each !== node.id);
    if (others.length === 0) continue;
    const { counts, users } = valuesAmong(others, predicate, world);
    raise(counts, users, 1);
  }
  const among = valuesAmong(peers.nodes, predicate, world);
  add(among.counts, among.users, 0.5);
  const everywhere = new Map<TermId, number>();
  const uses = spread(world.withPredicate(predicate), 4 * maxPeers);
  for (const { subject, object } of uses) if (subject !== node.id) increment(everywhere, object);
  add(everywhere, uses.length, 0.2);
  return scores;
}

/** The most informative facts that the node shares with others: those that the fewest share. */
function traitsOf(node: NodeAtCursor, world: Graph): readonly { predicate: TermId; object: TermId }[] {
  const found: { predicate: TermId; object: TermId; others: number }[] = [];
  for (const fact of node.facts) {
    const { object } = fact;
    if (object === undefined || terms.isBlank(object)) continue;
    const others = world.subjects(fact.predicate, object).length;
    if (others > 1) found.push({ predicate: fact.predicate, object, others });
  }
  return found.sort((a, b) => a.others - b.others).slice(0, maxTraits);
}

function valuesAmong(nodes: readonly TermId[], predicate: TermId, world: Graph) {
  const counts = new Map<TermId, number>();
  let users = 0;
  for (const node of nodes) {
    const values = world.objects(node, predicate);
    if (values.length > 0) users++;
    for (const value of values) increment(counts, value);
  }
  return { counts, users };
}

const maxClasses = 300;
const maxMembers = 40;

/** The classes whose members are most similar to the node: by its predicates, and by those that it is a value of. */
export function likelyTypes(node: NodeAtCursor, world: Graph): readonly TermId[] {
  const own = new Set(node.facts.map(({ predicate }) => predicate).filter((each) => each !== rdf.type));
  const incoming = incomingOf(node, world);
  if (own.size + incoming.size === 0) return [];
  const candidates = new Map<TermId, number>();
  const consider = (other: TermId) => {
    if (other === node.id || candidates.size >= maxClasses) return;
    for (const type of world.objects(other, rdf.type)) increment(candidates, type);
  };
  for (const each of own)
    for (const { subject } of spread(world.withPredicate(each), maxMembers)) consider(subject);
  for (const each of incoming)
    for (const { object } of spread(world.withPredicate(each), maxMembers)) consider(object);
  const scored = [...candidates.keys()].map((type) => ({ type, score: likeness(type) }));
  return scored.sort((a, b) => b.score - a.score).map(({ type }) => type);

  /** The logarithm of how likely a member of the class has these predicates, and no others. */
  function likeness(type: TermId): number {
    const all = world.subjects(rdf.type, type);
    const members = spread(all, maxMembers).filter((each) => each !== node.id);
    if (members.length === 0) return Number.NEGATIVE_INFINITY;
    const counts = new Map<TermId, number>();
    const counted = new Map<TermId, number>();
    for (const member of members) {
      const seen = new Set<TermId>();
      world.forEachOutgoing(member, (predicate) => seen.add(predicate));
      for (const predicate of seen) increment(counts, predicate);
      const seenBy = new Set(world.incoming(member).map(({ predicate }) => predicate));
      for (const predicate of seenBy) increment(counted, predicate);
    }
    let score = Math.log(all.length);
    const share = (count: number | undefined) => ((count ?? 0) + 0.1) / (members.length + 0.2);
    for (const predicate of own) score += Math.log(share(counts.get(predicate)));
    for (const predicate of incoming) score += Math.log(share(counted.get(predicate)));
    for (const [predicate, count] of counts) {
      if (predicate !== rdf.type && !own.has(predicate)) score += Math.log(1 - share(count) + 1e-3);
    }
    return score;
  }
}

function increment(counts: Map<TermId, number>, key: TermId): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
