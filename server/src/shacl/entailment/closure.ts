import type { Graph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { EntailmentRules, type InferenceRegime } from './rules.ts';

/** What follows from a graph, and the rules that it follows by. */
export interface Closure {
  /** What follows and is not asserted. */
  readonly inferred: OrderedTripleSet;
  /** With everything that the graph, the schema, and what was inferred say about classes and properties. */
  readonly rules: EntailmentRules;
}

/**
 * Infers all that follows from a graph. Triples of `schema` count as schema premises only: nothing is inferred from
 * them alone, and they are not inferred themselves. Ends whatever the hierarchies look like, since every triple has
 * its consequences drawn once. Undefined when more follows than the limit allows.
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
    // What a hierarchy implies about itself teaches the rules nothing, because they take it step by step.
    rules.applyHierarchy(subject, predicate, object, add);
  };
  // Schemas that are inferred are rare, so all is gone through again with the rules that they make.
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

/** What a graph may say to the rules, whatever the regime. */
export function* schemaTriples(graph: Graph): Iterable<Triple> {
  for (const predicate of schemaPredicates) yield* graph.withPredicate(predicate);
  for (const subject of graph.subjects(rdf.type, owl.SymmetricProperty)) {
    yield { subject, predicate: rdf.type, object: owl.SymmetricProperty };
  }
}

const schemaPredicates = [rdfs.subClassOf, rdfs.subPropertyOf, rdfs.domain, rdfs.range, owl.inverseOf];
