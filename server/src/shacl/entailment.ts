import type { Graph, GraphDelta } from '../rdf/graph.ts';
import { graphDifference } from '../rdf/graphDifference.ts';
import { StatedGraph } from '../rdf/statedGraph.ts';
import type { Triple } from '../rdf/terms.ts';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { changeOfInferred } from './entailmentChange.ts';
import { closureOf, schemaTriples } from './entailmentClosure.ts';
import { deriveFrom } from './entailmentDerivation.ts';
import type { EntailmentRules, InferenceRegime } from './entailmentRules.ts';
import type { EntailmentStep } from './entailmentSteps.ts';

/** The setting `validation.inference`. */
export type Inference = 'none' | InferenceRegime;

/**
 * A graph with all that follows from it by the rules of `entailmentRules.ts`. Immutable: a changed graph has another
 * entailment, which shares what is the same.
 */
export class Entailment {
  /** What files state. */
  readonly asserted: Graph;
  /** What follows and is not asserted. */
  readonly inferred: Graph;
  /** Both. */
  readonly graph: Graph;
  readonly #inferred: StatedGraph;
  readonly #schema: Graph;
  readonly #rules: EntailmentRules;

  /**
   * @param schema a graph whose statements about classes and properties count as well, such as the shapes. They have a
   *   part in inferring from `asserted`, but nothing is inferred from them alone, and they are not in `graph`.
   */
  static of(asserted: Graph, schema: Graph, regime: InferenceRegime): Entailment {
    const { inferred, rules } = closureOf(asserted, schema, regime);
    return new Entailment(asserted, StatedGraph.of(inferred.toArray()), schema, rules);
  }

  private constructor(asserted: Graph, inferred: StatedGraph, schema: Graph, rules: EntailmentRules) {
    this.asserted = asserted;
    this.inferred = inferred;
    this.graph = new UnionGraph([asserted, inferred]);
    this.#inferred = inferred;
    this.#schema = schema;
    this.#rules = rules;
  }

  get regime(): InferenceRegime {
    return this.#rules.regime;
  }

  /**
   * The entailment of a changed graph: equal to one from scratch, found by what the change implies unless that changes
   * what is known about classes and properties.
   *
   * @param after the asserted graph with the delta applied.
   */
  changed(after: Graph, delta: GraphDelta): Entailment {
    return this.#changed(after, delta, this.#schema);
  }

  /** The entailment of another graph with another schema, found by what differs from this one. */
  updated(asserted: Graph, schema: Graph): Entailment {
    if (!hasSameSchema(this.#schema, schema)) return Entailment.of(asserted, schema, this.regime);
    return this.#changed(asserted, graphDifference(this.asserted, asserted), schema);
  }

  #changed(after: Graph, delta: GraphDelta, schema: Graph): Entailment {
    const { asserted, inferred } = this;
    const rules = this.#rules;
    const change = changeOfInferred({ asserted, inferred, rules }, after, delta);
    if (change === undefined) return Entailment.of(after, schema, this.regime);
    const next =
      change.added.length + change.removed.length === 0
        ? this.#inferred
        : this.#inferred.changed(flat(change.removed), flat(change.added));
    return new Entailment(after, next, schema, rules);
  }

  /**
   * Why an inferred triple holds, in order: the first premise is a triple of the origin, each further one the
   * conclusion before it. Undefined when it does not follow from the origin, or is in it.
   *
   * @param origin a part of the asserted graph, all of it when left out.
   */
  derivation(
    triple: Triple,
    origin: Pick<Graph, 'has'> = this.asserted,
  ): readonly EntailmentStep[] | undefined {
    if (!this.graph.has(triple.subject, triple.predicate, triple.object)) return undefined;
    const isStated = ({ subject, predicate, object }: Triple) =>
      this.asserted.has(subject, predicate, object) || this.#schema.has(subject, predicate, object);
    return deriveFrom(triple, { origin, graph: this.graph, isStated, rules: this.#rules });
  }
}

/** True when both say the same to the rules. */
function hasSameSchema(one: Graph, other: Graph): boolean {
  if (one === other) return true;
  const lacks = (graph: Graph) => (triple: Triple) =>
    !graph.has(triple.subject, triple.predicate, triple.object);
  return ![...schemaTriples(one)].some(lacks(other)) && ![...schemaTriples(other)].some(lacks(one));
}

function flat(triples: readonly Triple[]): Int32Array {
  return Int32Array.from(triples.flatMap(({ subject, predicate, object }) => [subject, predicate, object]));
}
