import { memoized } from '../../../base/memoized.ts';
import type { Graph } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { askedByShape, classesBelow, superclassesOf, type UnitShapes } from './askedProperties.ts';
import { incomingOf, type NodeAtCursor } from './nodeAtCursor.ts';

/**
 * The classes that the properties of a node are for, from 0 to 1: the domains of its properties, the ranges of those that it is a
 * value of, and those whose shapes ask for its properties and for few others, with the classes below all these.
 */
export function classesByProperties(
  node: NodeAtCursor,
  world: Graph,
  units: readonly UnitShapes[],
): ReadonlyMap<TermId, number> {
  const scores = new Map<TermId, number>();
  const raise = (of: TermId, score: number) => {
    const below = classesBelow([of], world);
    // What most are below says nothing about one of them.
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

/** The share of a node's properties, and of those it lacks, that shapes ask for and that say something. */
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

/** The predicates that shapes ask for, with whether they are needed. */
type AskedPredicates = ReadonlyMap<TermId, boolean>;

/** What shapes ask of the members of classes. */
interface AskedOfClasses {
  readonly byClass: ReadonlyMap<TermId, AskedPredicates>;
  /** How much a predicate says about the class of a node, from 0 to 1: the less, the more classes are asked for it. */
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
