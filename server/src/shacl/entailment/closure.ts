import type { Graph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { EntailmentRules, type InferenceRegime } from './rules.ts';

/** The triples that follow from a graph, and the rules by which they follow. */
export interface Closure {
  /** The triples that follow and are not asserted. */
  readonly inferred: OrderedTripleSet;
  /** The rules, with what the graph, the schema and the inferred triples say about classes and properties. */
  readonly rules: EntailmentRules;
}

/**
 * Infers all triples that follow from a graph. Triples of `schema` are used only as schema premises: nothing is
 * inferred from them alone, and they are not part of the result. The computation always ends, cyclic hierarchies
 * included, because the consequences of each triple are drawn only once per pass and passes end when no new schema
 * triple appears.
 *
 * @returns undefined when more triples follow than the limit allows.
 */
export function closureOf(
  asserted: Graph,
  schema: Graph,
  regime: InferenceRegime,
  limit: number,
): Closure | undefined {
  const rules = new EntailmentRules(regime);
  for (const graph of [asserted, schema]) for (const triple of schemaTriples(graph)) rules.learn(triple);
  const inferred = new OrderedTripleSet();
  const add = (subject: TermId, predicate: TermId, object: TermId) =>
    !inferred.has(subject, predicate, object) &&
    !asserted.has(subject, predicate, object) &&
    inferred.add(subject, predicate, object);
  const learned = new OrderedTripleSet();
  const conclude = (subject: TermId, predicate: TermId, object: TermId) => {
    add(subject, predicate, object);
    if (rules.isSchema(predicate, object) && !asserted.has(subject, predicate, object)) {
      learned.add(subject, predicate, object);
    }
  };
  const follow = ({ subject, predicate, object }: Triple) => {
    rules.apply(subject, predicate, object, conclude);
    // The rules follow hierarchies step by step, so inferred hierarchy triples teach them nothing.
    rules.applyHierarchy(subject, predicate, object, add);
  };
  // Inferred schema triples are rare, so another pass over all triples applies the rules that they make.
  for (let before = -1; before < learned.size; ) {
    before = learned.size;
    for (const triple of learned) rules.learn(triple);
    for (const triples of [asserted.triples(), inferred]) {
      for (const triple of triples) {
        follow(triple);
        if (inferred.size > limit) return undefined;
      }
    }
  }
  return { inferred, rules };
}

/** The triples of a graph that may be schema triples under any regime. */
export function* schemaTriples(graph: Graph): Iterable<Triple> {
  for (const predicate of schemaPredicates) yield* graph.withPredicate(predicate);
  for (const subject of graph.subjects(rdf.type, owl.SymmetricProperty)) {
    yield { subject, predicate: rdf.type, object: owl.SymmetricProperty };
  }
}

const schemaPredicates = [rdfs.subClassOf, rdfs.subPropertyOf, rdfs.domain, rdfs.range, owl.inverseOf];
