import { flattenTriples, type Graph, type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import { StatedGraph } from '../../rdf/statedGraph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import type { UncheckedPart } from '../model/violation.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';
import type { Entailment } from './entailment.ts';
import { type Conclude, EntailmentRules } from './rules.ts';
import { type SchemaStep, stepsTo } from './steps.ts';

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

  readonly byRules = false;

  isDerivedValue(): boolean {
    return false;
  }

  get regime(): InferenceRegime {
    return this.#parts.rules.regime;
  }

  /** True when nothing is inferred because more triples follow than the limit allows. */
  get isTooLarge(): boolean {
    return this.#parts.isTooLarge;
  }

  get gaps(): readonly UncheckedPart[] {
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

/** The triples that follow from a graph, and the rules by which they follow. */
interface Closure {
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
function closureOf(
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
  // Inferred schema triples are rare, so another pass over all triples applies the rules that result from them.
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
function* schemaTriples(graph: Graph): Iterable<Triple> {
  for (const predicate of schemaPredicates) yield* graph.withPredicate(predicate);
  for (const subject of graph.subjects(rdf.type, owl.SymmetricProperty)) {
    yield { subject, predicate: rdf.type, object: owl.SymmetricProperty };
  }
}

const schemaPredicates = [rdfs.subClassOf, rdfs.subPropertyOf, rdfs.domain, rdfs.range, owl.inverseOf];

/** What a derivation may be based on. */
interface DerivationGrounds {
  /** Contains the triples that the derivation may start from. */
  readonly origin: Pick<Graph, 'has'>;
  /** All triples that hold, inferred ones included. */
  readonly graph: Graph;
  /** True for schema triples that are written in a file. */
  readonly isStated: (schema: Triple) => boolean;
  readonly rules: EntailmentRules;
}

/**
 * A shortest derivation of a triple from a triple of the origin, in order: the first premise is in the origin, and each
 * further premise is the conclusion before it. Stated schema triples are preferred over inferred ones.
 *
 * @returns undefined when the triple does not follow from the origin, or is in the origin itself.
 */
function deriveFrom(conclusion: Triple, grounds: DerivationGrounds): readonly SchemaStep[] | undefined {
  const { graph, isStated } = grounds;
  return (
    search(conclusion, grounds, ({ schema }) => isStated(schema)) ??
    search(conclusion, grounds, ({ schema }) => isStated(schema) || hasTriple(graph, schema))
  );
}

/** Searches breadth first, backwards from the conclusion. */
function search(
  conclusion: Triple,
  { origin, graph, rules }: DerivationGrounds,
  isUsable: (step: SchemaStep) => boolean,
): readonly SchemaStep[] | undefined {
  if (hasTriple(origin, conclusion)) return undefined;
  const seen = new OrderedTripleSet();
  seen.add(conclusion.subject, conclusion.predicate, conclusion.object);
  const queue: { readonly triple: Triple; readonly steps: readonly SchemaStep[] }[] = [
    { triple: conclusion, steps: [] },
  ];
  for (const { triple, steps } of queue) {
    for (const step of stepsTo(triple, graph, rules)) {
      const { premise } = step;
      if (seen.has(premise.subject, premise.predicate, premise.object)) continue;
      if (!hasTriple(graph, premise) || !isUsable(step)) continue;
      seen.add(premise.subject, premise.predicate, premise.object);
      const longer = [step, ...steps];
      if (hasTriple(origin, premise)) return longer;
      queue.push({ triple: premise, steps: longer });
    }
  }
  return undefined;
}

/** A graph with the triples that follow from it. */
interface Entailed {
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
function changeOfInferred(
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
