import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { nameParts } from '../../../repair/evidence/nameSimilarity.ts';
import { labelsOf } from '../../../repair/evidence/nearestNames.ts';
import type { CompletionPlace } from './suggestion.ts';

/** At most this many of the statements of a predicate are examined. */
const maxInOrder = 200;

/**
 * The evidence for the values of surrounding statements, from -1 to 1: the nearer, the stronger. It is negative where the
 * values of the file alternate instead of coming in runs.
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

/** How much more often than by chance a statement has the value of the previous one: 1 if always, below 0 if seldom. */
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
 * The values that nodes beside this one have, which are values of the same predicate of the same node, with the evidence
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

/** The words of a term's name and labels, without numbers, which distinguish siblings but not kinds. */
export function wordsOf(id: TermId, world: Graph): ReadonlySet<string> {
  return new Set(namesOf(id, world).flat());
}

/** The words of a term's name, and of each of its labels, in order. */
export function namesOf(id: TermId, world: Graph): readonly (readonly string[])[] {
  if (!terms.isIri(id)) return [];
  const texts = [localName(terms.value(id)), ...labelsOf(world, id)];
  return texts.map((text) => nameParts(text).filter((part) => !/^\p{Nd}/u.test(part)));
}

/** How informative a word of a name is: the less, the more of the given names have it. From 0 to 1. */
export type WordWeight = (word: string) => number;

export function weightAmong(names: readonly ReadonlySet<string>[]): WordWeight {
  const counts = new Map<string, number>();
  for (const words of names) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const all = Math.log(names.length + 2);
  return (word) => Math.log((names.length + 2) / ((counts.get(word) ?? 0) + 1)) / all;
}

/** How similar two names are, from 0 to 1: the weight of their common words among all their words. */
function alike(one: ReadonlySet<string>, other: ReadonlySet<string>, weight: WordWeight): number {
  let shared = 0;
  let all = 0;
  for (const word of one) {
    all += weight(word);
    if (other.has(word)) shared += 2 * weight(word);
  }
  for (const word of other) all += weight(word);
  return all === 0 ? 0 : shared / all;
}

/** Something that the node of a name has: its class, a value. */
export interface Named {
  readonly words: ReadonlySet<string>;
  readonly has: TermId;
}

/**
 * What nodes with similar names have: the share of the most similar ones that have it, as far as it exceeds the share of
 * all, multiplied by their similarity. From 0 to 1.
 */
export function votesByName(
  own: ReadonlySet<string>,
  others: readonly Named[],
  weight: WordWeight,
): ReadonlyMap<TermId, number> {
  const votes = new Map<TermId, number>();
  const counts = new Map<TermId, number>();
  let all = 0.05;
  let best = 0;
  for (const { words, has } of others) {
    const likeness = alike(own, words, weight);
    const vote = likeness ** 4;
    votes.set(has, (votes.get(has) ?? 0) + vote);
    counts.set(has, (counts.get(has) ?? 0) + 1);
    all += vote;
    best = Math.max(best, likeness);
  }
  const lift = (id: TermId, vote: number) => Math.max(0, vote / all - counts.get(id)! / others.length);
  return new Map(Array.from(votes, ([id, vote]) => [id, best * lift(id, vote)]));
}

/**
 * How well a name goes with that of a class, from 0 to 1: how much of it are words of the class, their first letters
 * (`status` and `stat`) or initials of several (`sf` and `Supply_Fan`), and how much of the class is covered that way. The
 * last word counts most: a `fan-speed` is a speed.
 */
export function namesClass(own: readonly string[], ofClass: readonly string[], weight: WordWeight): number {
  if (ofClass.length === 0) return 0;
  const meant = new Set<number>();
  let matched = 0;
  let all = 0;
  for (const [at, word] of own.entries()) {
    const says = weight(word) * (at === own.length - 1 ? 2 : 1);
    all += says;
    const places = placesOf(word, ofClass);
    if (places.length === 0) continue;
    matched += says;
    for (const place of places) meant.add(place);
  }
  if (matched === 0) return 0;
  const [precision, recall] = [matched / all, meant.size / ofClass.length];
  return (2 * precision * recall) / (precision + recall);
}

/** The maximum number of letters of an abbreviation by initials. */
const mostInitials = 4;

/** The words of a class that a word abbreviates; empty for none. */
function placesOf(word: string, ofClass: readonly string[]): readonly number[] {
  const same = ofClass.indexOf(word);
  if (same >= 0) return [same];
  const longer = word.length < 3 ? -1 : ofClass.findIndex((each) => each.startsWith(word));
  if (longer >= 0) return [longer];
  if (word.length < 2 || word.length > mostInitials) return [];
  const places: number[] = [];
  let at = 0;
  for (const letter of word) {
    const place = ofClass.findIndex((each, i) => i >= at && each.startsWith(letter));
    if (place < 0) return [];
    places.push(place);
    at = place + 1;
  }
  return places;
}
