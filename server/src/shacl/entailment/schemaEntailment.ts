import { flattenTriples, type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import type { NotChecked } from '../results/violation.ts';
import { closureOf, schemaTriples } from './closure.ts';
import { deriveFrom } from './derivation.ts';
import type { Entailment } from './entailment.ts';
import { changeOfInferred, type Entailed } from './inferredChange.ts';
import { EntailmentRules, type InferenceRegime } from './rules.ts';
import type { SchemaStep } from './steps.ts';

/** What follows from a graph by the rules of `rules.ts`: RDFS, and inverse and symmetric properties. */
export class SchemaEntailment implements Entailment {
  readonly asserted: Graph;
  readonly inferred: Graph;
  readonly graph: Graph;
  readonly #parts: Parts;

  /**
   * Infers all triples that follow from a graph.
   *
   * @param schema a graph whose triples about classes and properties also count, such as the shapes graph. They are
   *   used in inferring from `asserted`, but nothing is inferred from them alone, and they are not part of `graph`.
   * @param limit how many triples may be inferred; when more follow, none are inferred.
   */
  static of(
    asserted: Graph,
    schema: Graph,
    regime: InferenceRegime,
    limit: number = maxInferred,
  ): SchemaEntailment {
    const closure = closureOf(asserted, schema, regime, limit);
    const inferred = StatedGraph.of(closure?.inferred.toArray() ?? new Int32Array());
    const rules = closure?.rules ?? new EntailmentRules(regime);
    return new SchemaEntailment({
      asserted,
      inferred,
      schema,
      rules,
      limit,
      isTooLarge: closure === undefined,
    });
  }

  private constructor(parts: Parts) {
    this.asserted = parts.asserted;
    this.inferred = parts.inferred;
    this.graph = new UnionGraph([parts.asserted, parts.inferred]);
    this.#parts = parts;
  }

  get regime(): InferenceRegime {
    return this.#parts.rules.regime;
  }

  /** True when nothing is inferred because more triples follow than the limit allows. */
  get isTooLarge(): boolean {
    return this.#parts.isTooLarge;
  }

  get gaps(): readonly NotChecked[] {
    if (!this.isTooLarge) return [];
    const reason =
      `The data implies too many triples by ${this.regime}, so nothing is inferred and only stated triples are validated. ` +
      'Very deep class or property hierarchies can cause this.';
    return [{ reason }];
  }

  /**
   * The entailment of a changed graph. It equals an entailment computed from scratch. Only the consequences of the
   * change are computed, unless the change affects what is known about classes and properties.
   *
   * @param after the asserted graph with the delta applied.
   */
  changed(after: Graph, delta: GraphDelta): SchemaEntailment {
    return this.#changed(after, delta, this.#parts.schema);
  }

  /** The entailment of another graph with another schema, computed from the differences to this one. */
  updated(asserted: Graph, schema: Graph): SchemaEntailment {
    const { limit, schema: before } = this.#parts;
    if (!hasSameSchema(before, schema)) return SchemaEntailment.of(asserted, schema, this.regime, limit);
    return this.#changed(asserted, graphDifference(this.asserted, asserted), schema);
  }

  #changed(after: Graph, delta: GraphDelta, schema: Graph): SchemaEntailment {
    const { inferred, limit, isTooLarge } = this.#parts;
    const change = isTooLarge ? undefined : changeOfInferred(this.#parts, after, delta);
    const growth = change ? change.added.length - change.removed.length : 0;
    if (change === undefined || inferred.size + growth > limit) {
      return SchemaEntailment.of(after, schema, this.regime, limit);
    }
    const isSame = change.added.length + change.removed.length === 0;
    const next = isSame
      ? inferred
      : inferred.changed(flattenTriples(change.removed), flattenTriples(change.added));
    return new SchemaEntailment({ ...this.#parts, asserted: after, inferred: next, schema });
  }

  /** Each step has one premise: the conclusion of the step before it. */
  derivation(triple: Triple, origin: Pick<Graph, 'has'> = this.asserted): readonly SchemaStep[] | undefined {
    const { schema, rules } = this.#parts;
    if (!this.graph.has(triple.subject, triple.predicate, triple.object)) return undefined;
    const isStated = ({ subject, predicate, object }: Triple) =>
      this.asserted.has(subject, predicate, object) || schema.has(subject, predicate, object);
    return deriveFrom(triple, { origin, graph: this.graph, isStated, rules });
  }
}

interface Parts extends Entailed {
  readonly inferred: StatedGraph;
  readonly schema: Graph;
  readonly limit: number;
  readonly isTooLarge: boolean;
}

/**
 * The number of triples that a hierarchy implies grows with the square of its depth, so a small file could fill the
 * memory.
 */
const maxInferred = 1_000_000;

/** True when both graphs have the same schema triples. */
function hasSameSchema(one: Graph, other: Graph): boolean {
  if (one === other) return true;
  const lacks = (graph: Graph) => (triple: Triple) => !hasTriple(graph, triple);
  return ![...schemaTriples(one)].some(lacks(other)) && ![...schemaTriples(other)].some(lacks(one));
}
