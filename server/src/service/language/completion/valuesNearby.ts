import type { Graph } from '../../../rdf/graph.ts';
import type { TermId, Triple } from '../../../rdf/terms.ts';
import type { CompletionPlace } from './place.ts';

/** Of the statements of a predicate, no more are looked at. */
const maxInOrder = 200;

/**
 * What speaks for the values that the statements around have, from -1 to 1: the nearer, the more. It speaks against them where
 * the values of the file alternate instead of coming in runs.
 */
export function valuesNearby({
  node,
  nearby,
  predicate,
  document,
}: CompletionPlace): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  const tendency = runs(document, predicate);
  if (tendency === 0) return scores;
  const others = nearby.filter((each) => each !== node.id);
  for (const [rank, subject] of others.entries()) {
    for (const value of document.objects(subject, predicate)) {
      scores.set(value, (scores.get(value) ?? 0) + 1 / (rank + 1));
    }
  }
  const most = Math.max(1, ...scores.values());
  return new Map(Array.from(scores, ([value, score]) => [value, (tendency * score) / most]));
}

/** How much more often than by chance a statement has the value of the one before: 1 where it always has, below 0 where seldom. */
function runs(document: Graph, predicate: TermId): number {
  const inOrder = document.withPredicate(predicate).slice(0, maxInOrder);
  const counts = new Map<TermId, number>();
  let pairs = 0;
  let equal = 0;
  let before: Triple | undefined;
  for (const triple of inOrder) {
    counts.set(triple.object, (counts.get(triple.object) ?? 0) + 1);
    if (before && before.subject !== triple.subject) {
      pairs++;
      if (before.object === triple.object) equal++;
    }
    before = triple;
  }
  let chance = 0;
  for (const count of counts.values()) chance += (count / inOrder.length) ** 2;
  return (equal - chance * pairs) / (pairs + 1);
}

/**
 * The values that nodes beside this one have, which are values of the same predicate of the same node, with how much speaks
 * against each: 1 where such nodes never share a value.
 */
export function valuesBeside({ node, predicate, world }: CompletionPlace): ReadonlyMap<TermId, number> {
  const beside = new Map<TermId, number>();
  const { parent } = node;
  if (parent?.node.id === undefined) return beside;
  const whole = parent.node.id;
  const valuesIn = (each: TermId) =>
    world
      .objects(each, parent.predicate)
      .filter((part) => part !== node.id)
      .flatMap((part) => world.objects(part, predicate));
  const own = valuesIn(whole);
  if (own.length === 0) return beside;
  let all = 0;
  let distinct = 0;
  for (const { subject } of world.withPredicate(parent.predicate).slice(0, maxInOrder)) {
    if (subject === whole) continue;
    const values = valuesIn(subject);
    all += values.length;
    distinct += new Set(values).size;
  }
  const differ = all === 0 ? 0 : distinct / all;
  for (const value of own) beside.set(value, 2 * differ - 1);
  return beside;
}
