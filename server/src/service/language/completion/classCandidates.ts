import { memoized } from '../../../base/memoized.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { nameParts } from '../../../repair/evidence/nameSimilarity.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import {
  askedByShape,
  askedOfNode,
  classesBelow,
  superclassesOf,
  type UnitShapes,
} from './askedProperties.ts';
import { knownTerms, slipsAmong } from './knownTerms.ts';
import { incomingOf, type NodeAtCursor } from './nodeAtCursor.ts';
import { likelyTypes, spread, usualValues } from './peers.ts';
import type { CompletionCandidate, CompletionPlace } from './suggestion.ts';
import { namesClass, namesOf, valuesNearby, votesByName, weightAmong, wordsOf } from './valuesNearby.ts';

/** The properties whose values are classes, beside rdf:type. */
export const classValued: ReadonlySet<TermId> = new Set([
  sh.class,
  sh.rootClass,
  sh.targetClass,
  rdfs.subClassOf,
  rdfs.domain,
]);

/**
 * Classes for a place: those that shapes require of the node itself and as a value of others, those of nodes with similar
 * names, of the same name, with the same properties, and those that are often used.
 */
export function classCandidates(place: CompletionPlace): readonly CompletionCandidate[] {
  const { node, predicate, asked, peers, document, world, units } = place;
  const scores = new Map<TermId, number>();
  const add = (id: TermId, score: number) => {
    if (terms.isIri(id)) scores.set(id, (scores.get(id) ?? 0) + score);
  };
  const use = (graph: Graph, weight: number) => {
    const { classes } = knownTerms(graph);
    const most = Math.max(1, ...classes.values());
    for (const [id, count] of classes) add(id, (weight * count) / most);
  };
  use(world, 0.1);
  // The classes with the most members are seldom superclasses of others.
  if (predicate === rdfs.subClassOf) for (const [id, score] of classesAbove(document)) add(id, score);
  else use(document, 0.3);
  for (const [id, score] of usualValues(node, peers, predicate, world)) add(id, score);
  for (const [id, score] of valuesNearby(place)) add(id, weights.nearby * score);
  if (predicate === rdf.type) {
    for (const [rank, id] of likelyTypes(node, world).slice(0, 20).entries()) add(id, 1 / (rank + 1));
    for (const id of asked.classes) add(id, 3);
    for (const [id, score] of classesAskedFor(node, world, units)) add(id, score);
    for (const { shapes } of units) {
      for (const root of shapes.roots) {
        for (const target of root.targets) if (target.kind === 'class') add(target.class, 0.2);
      }
    }
    for (const [id, score] of classesByProperties(node, world, units)) add(id, weights.properties * score);
  }
  for (const [id, score] of classesByName(place, scores.keys())) add(id, score);
  if (predicate === rdf.type) {
    for (const [id, score] of besideLikeliest(scores, world)) {
      scores.set(id, Math.max(scores.get(id) ?? 0, weights.beside * score));
    }
    for (const id of node.types) scores.delete(id);
  }
  if (node.id !== undefined) {
    scores.delete(node.id);
    if (predicate === rdfs.subClassOf)
      for (const below of classesBelow([node.id], world)) scores.delete(below);
  }
  for (const slip of slipsAmong('classes', { world, document })) scores.delete(slip);
  return Array.from(scores, ([term, score]) => ({ kind: 'class', of: { term }, score }));
}

/** At most this many nodes that refer to a node are examined. */
const maxReferring = 20;

/** The classes that shapes of other nodes require of the node, as their value; above all those that they still lack. */
function classesAskedFor(
  node: NodeAtCursor,
  world: Graph,
  units: readonly UnitShapes[],
): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  if (node.id === undefined) return scores;
  const raise = (id: TermId, score: number) => scores.set(id, Math.max(scores.get(id) ?? 0, score));
  for (const { subject, predicate } of world.incoming(node.id).slice(0, maxReferring)) {
    const facts = world.outgoing(subject);
    const types = world.objects(subject, rdf.type);
    const referring = { id: subject, facts, types, previous: undefined, parent: undefined };
    const property = askedOfNode(referring, units).properties.get(predicate);
    const others = world
      .objects(subject, predicate)
      .filter((value) => value !== node.id)
      .map((value) => superclassesOf(world.objects(value, rdf.type), world));
    const needed = new Map<TermId, number>();
    for (const { id, count } of property?.classes ?? []) needed.set(id, Math.max(count, needed.get(id) ?? 0));
    for (const [id, count] of needed) {
      const isMissing = others.filter((classes) => classes.has(id)).length < count;
      raise(id, isMissing ? 2 : 0.3);
      for (const below of world.subjects(rdfs.subClassOf, id)) raise(below, isMissing ? 1.8 : 0.3);
    }
  }
  return scores;
}

/** The superclasses of other classes, from 0 to 1. */
function classesAbove(document: Graph): ReadonlyMap<TermId, number> {
  const counts = new Map<TermId, number>();
  for (const { object } of document.withPredicate(rdfs.subClassOf)) {
    counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  return new Map(Array.from(counts, ([id, count]) => [id, weights.above * (count / (count + 1))]));
}

const mostLikely = 4;
const maxBeside = 50;

/** The siblings of the likeliest classes, whose members may not resemble any of the data yet. */
function besideLikeliest(scores: ReadonlyMap<TermId, number>, world: Graph): ReadonlyMap<TermId, number> {
  const likeliest = [...scores].sort((a, b) => b[1] - a[1]).slice(0, mostLikely);
  const found = new Map<TermId, number>();
  for (const [id, score] of likeliest) {
    for (const above of world.objects(id, rdfs.subClassOf)) {
      for (const beside of world.subjects(rdfs.subClassOf, above).slice(0, maxBeside)) {
        if (beside !== id) found.set(beside, Math.max(score, found.get(beside) ?? 0));
      }
    }
  }
  return found;
}

/** No more names of a file's nodes than this are compared. */
const maxNames = 150;

/**
 * What the name of a node suggests about its classes and their superclasses: by the name of the class, and by nodes with
 * similar names.
 */
function classesByName(
  { node, predicate, document, world }: CompletionPlace,
  classes: Iterable<TermId>,
): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  if (node.id === undefined || !terms.isIri(node.id)) return scores;
  const names = namesOf(node.id, world);
  const own = new Set(names.flat());
  if (own.size === 0) return scores;
  const siblings = siblingsOf(node.id, world);
  const others = spread(document.withPredicate(predicate), maxNames)
    .filter(({ subject }) => subject !== node.id && terms.isIri(subject))
    .map(({ subject, object }) => ({ subject, words: wordsOf(subject, world), has: object }));
  const weight = weightAmong(others.map(({ words }) => words));
  // Parts of one thing with different names are of different kinds.
  const compared = others.filter(({ subject, words }) => !siblings.has(subject) || isSame(words, own));
  for (const [id, vote] of votesByName(own, compared, weight)) scores.set(id, weights.likeNamed * vote);
  for (const id of classes) {
    const name = localName(terms.value(id));
    const parts = nameParts(name);
    let score = weights.sameName * Math.max(...names.map((each) => namesClass(each, parts, weight)));
    if (predicate === rdfs.subClassOf && isLastOf(name, localName(terms.value(node.id))))
      score += weights.suffix;
    scores.set(id, (scores.get(id) ?? 0) + score);
  }
  return scores;
}

const weights = {
  above: 0.3,
  nearby: 1,
  properties: 0.6,
  beside: 0.3,
  likeNamed: 2,
  sameName: 2.5,
  suffix: 1,
} as const;

/** The other values of the nodes that a node is a value of. */
function siblingsOf(node: TermId, world: Graph): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  for (const { subject, predicate } of world.incoming(node).slice(0, maxReferring)) {
    for (const value of world.objects(subject, predicate)) found.add(value);
  }
  return found;
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((word) => other.has(word));
}

/** Whether a longer name ends with a name, as `Supply_Fan` and `RVAV` end with those of their superclasses. */
function isLastOf(name: string, longer: string): boolean {
  return name.length < longer.length && longer.toLowerCase().endsWith(name.toLowerCase());
}

/**
 * The classes that the properties of a node are for, from 0 to 1: the domains of its properties, the ranges of those that
 * it is a value of, and those whose shapes describe its properties and few others, with the subclasses of all these.
 */
function classesByProperties(
  node: NodeAtCursor,
  world: Graph,
  units: readonly UnitShapes[],
): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  const raise = (of: TermId, score: number) => {
    const below = classesBelow([of], world);
    // A class that contains most of them is no evidence for a single one.
    if (below.size > maxBelow) return;
    for (const id of below) scores.set(id, Math.max(scores.get(id) ?? 0, score));
  };
  const own = new Set(node.facts.map(({ predicate }) => predicate).filter((each) => each !== rdf.type));
  for (const each of own) for (const id of world.objects(each, rdfs.domain)) raise(id, 1);
  for (const each of incomingOf(node, world)) for (const id of world.objects(each, rdfs.range)) raise(id, 1);
  for (const { shapes } of own.size === 0 ? [] : units) {
    const { byClass, says } = askedIn(shapes);
    for (const [id, asked] of byClass) {
      if (![...own].some((each) => asked.has(each))) continue;
      const above = [...superclassesOf([id], world)].flatMap((each) => byClass.get(each) ?? []);
      raise(id, shareAsked(own, above, says));
    }
  }
  return scores;
}

const maxBelow = 100;

/** The share of a node's properties, and of missing ones, that shapes describe and that are informative. */
function shareAsked(
  own: ReadonlySet<TermId>,
  asked: readonly AskedPredicates[],
  says: (predicate: TermId) => number,
): number {
  let shared = 0;
  for (const each of own) if (asked.some((properties) => properties.has(each))) shared += says(each);
  const lacking = new Set<TermId>();
  for (const properties of asked) {
    for (const [each, isNeeded] of properties) if (isNeeded && !own.has(each)) lacking.add(each);
  }
  return shared / (own.size + lacking.size);
}

/** The predicates that shapes describe, and whether they are required. */
type AskedPredicates = ReadonlyMap<TermId, boolean>;

/** What shapes require of the members of classes. */
interface AskedOfClasses {
  readonly byClass: ReadonlyMap<TermId, AskedPredicates>;
  /**
   * How informative a predicate is about the class of a node, from 0 to 1: the less, the more classes are described with
   * it.
   */
  readonly says: (predicate: TermId) => number;
}

const askedIn: (shapes: ShapesGraph) => AskedOfClasses = memoized((shapes) => {
  const byClass = new Map<TermId, Map<TermId, boolean>>();
  for (const root of shapes.roots) {
    const classes = root.targets.flatMap((target) => (target.kind === 'class' ? [target.class] : []));
    if (classes.length === 0) continue;
    const { properties } = askedByShape(root, shapes);
    for (const id of classes) {
      const asked = byClass.get(id) ?? new Map<TermId, boolean>();
      byClass.set(id, asked);
      for (const { predicate, minCount } of properties.values()) {
        asked.set(predicate, minCount > 0 || asked.get(predicate) === true);
      }
    }
  }
  const counts = new Map<TermId, number>();
  for (const asked of byClass.values()) {
    for (const each of asked.keys()) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const all = Math.max(2, byClass.size);
  const says = (predicate: TermId) => Math.log(all / (counts.get(predicate) ?? 1)) / Math.log(all);
  return { byClass, says };
});
