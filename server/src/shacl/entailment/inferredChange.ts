import { type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import type { Conclude, EntailmentRules } from './rules.ts';
import { stepsTo } from './steps.ts';

/** A graph with the triples that follow from it. */
export interface Entailed {
  readonly asserted: Graph;
  /** The triples that follow and are not asserted. */
  readonly inferred: Graph;
  readonly rules: EntailmentRules;
}

/**
 * How the inferred triples change when the asserted ones change. The cost depends on the consequences of the change,
 * not on the size of the graph: inferred triples that depend on removed triples are doubted, and stay when something
 * else still implies them.
 *
 * @returns undefined when the change affects what is known about classes and properties. The inferred triples must
 *   then be computed from scratch.
 */
export function changeOfInferred(
  { asserted, inferred, rules }: Entailed,
  after: Graph,
  delta: GraphDelta,
): GraphDelta | undefined {
  const added = distinct(
    delta.added.filter((triple) => hasTriple(after, triple) && !hasTriple(asserted, triple)),
  );
  const removed = distinct(
    delta.removed.filter((triple) => hasTriple(asserted, triple) && !hasTriple(after, triple)),
  );
  let changesSchema = [...added, ...removed].some((triple) => isSchema(rules, triple));
  if (changesSchema) return undefined;

  /** The removed triples and the triples that were inferred from them. */
  const doubted = removed;
  const doubt = (subject: TermId, predicate: TermId, object: TermId) => {
    if (!inferred.has(subject, predicate, object) || after.has(subject, predicate, object)) return;
    changesSchema ||= rules.isSchema(predicate, object);
    doubted.add(subject, predicate, object);
  };
  for (const triple of doubted) apply(rules, triple, doubt);

  const remains = (subject: TermId, predicate: TermId, object: TermId) =>
    inferred.has(subject, predicate, object) && !doubted.has(subject, predicate, object);
  const restored = restoredOf(doubted, new UnionGraph([after, inferred]), rules, (triple) => {
    const { subject, predicate, object } = triple;
    return hasTriple(after, triple) || remains(subject, predicate, object);
  });

  const fresh = new OrderedTripleSet();
  const conclude = (subject: TermId, predicate: TermId, object: TermId) => {
    if (after.has(subject, predicate, object) || remains(subject, predicate, object)) return;
    if (restored.has(subject, predicate, object)) return;
    changesSchema ||= rules.isSchema(predicate, object);
    fresh.add(subject, predicate, object);
  };
  for (const triple of added) apply(rules, triple, conclude);
  for (const triple of fresh) apply(rules, triple, conclude);
  if (changesSchema) return undefined;

  const isBack = ({ subject, predicate, object }: Triple) =>
    restored.has(subject, predicate, object) || fresh.has(subject, predicate, object);
  const wasInferred = (triple: Triple) => hasTriple(inferred, triple);
  return {
    added: [...restored, ...fresh].filter((triple) => !wasInferred(triple)),
    removed: [
      ...[...doubted].filter((triple) => wasInferred(triple) && !isBack(triple)),
      ...[...added].filter(wasInferred),
    ],
  };
}

/** The doubted triples that follow from triples that certainly hold. */
function restoredOf(
  doubted: OrderedTripleSet,
  graph: Graph,
  rules: EntailmentRules,
  isCertain: (triple: Triple) => boolean,
): OrderedTripleSet {
  const restored = new OrderedTripleSet();
  for (const triple of doubted) {
    for (const { premise } of stepsTo(triple, graph, rules)) {
      if (!isCertain(premise)) continue;
      restored.add(triple.subject, triple.predicate, triple.object);
      break;
    }
  }
  for (const triple of restored) {
    apply(rules, triple, (subject, predicate, object) => {
      if (doubted.has(subject, predicate, object)) restored.add(subject, predicate, object);
    });
  }
  return restored;
}

function distinct(triples: readonly Triple[]): OrderedTripleSet {
  const set = new OrderedTripleSet();
  for (const { subject, predicate, object } of triples) set.add(subject, predicate, object);
  return set;
}

function apply(rules: EntailmentRules, { subject, predicate, object }: Triple, conclude: Conclude): void {
  rules.apply(subject, predicate, object, conclude);
}

function isSchema(rules: EntailmentRules, { predicate, object }: Triple): boolean {
  return rules.isSchema(predicate, object);
}
