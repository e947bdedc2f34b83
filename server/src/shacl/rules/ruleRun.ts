import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { TermId } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import type { EntailmentInput } from '../entailment/entailment.ts';
import { SchemaEntailment } from '../entailment/schemaEntailment.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import { fire } from './fireRule.ts';
import { NewNodes } from './newNodes.ts';
import type { Rule } from './rule.ts';
import type { RuleState } from './ruleState.ts';

/** What a run may infer at most. */
export interface RuleLimits {
  readonly iterations: number;
  readonly triples: number;
  readonly newNodes: number;
}

export const ruleLimits: RuleLimits = { iterations: 200, triples: 1_000_000, newNodes: 10_000 };

/** Why a run ended before the rules had inferred everything. */
export interface RuleBound {
  readonly kind: keyof RuleLimits;
  /** The rule that was running. */
  readonly rule: TermId;
}

/** Which rule inferred a triple first, for which focus node, and from which state. */
export interface Origin {
  readonly rule: Rule;
  /** Undefined for rules without a focus node. */
  readonly focusNode: TermId | undefined;
  readonly inferredBefore: number;
}

/**
 * Rules that run on a graph until they infer nothing new. Layers run one after the other; in each, the rules that run
 * once come first, and then iterations follow, in which rules of the same order see the same triples.
 */
export class RuleRun {
  /** In the order in which the triples were inferred. */
  readonly inferred = new OrderedTripleSet();
  readonly newNodes = new NewNodes();
  bound: RuleBound | undefined;
  /** The rules whose queries can't be evaluated, each with a sentence that says why. The others run without them. */
  readonly failed = new Map<Rule, string>();
  iterations = 0;
  readonly #rules: readonly Rule[];
  readonly #shapes: ShapesGraph;
  readonly #classGraph: Graph;
  readonly #classes: ClassHierarchy;
  readonly #limits: RuleLimits;
  /** What holds before any rule fires: the stated triples, and what follows from them by RDFS. */
  #base: Graph;
  /** RDFS applied to the stated triples and those that rules inferred; undefined when it is not asked for. */
  schema: SchemaEntailment | undefined;
  /** For each inferred triple the index of its rule, its focus node and the size of `inferred` before. */
  readonly #origins: number[] = [];
  #state: RuleState | undefined;

  /** @param withRdfs whether RDFS applies to what rules infer, and rules to what follows by RDFS. */
  constructor(
    rules: readonly Rule[],
    { asserted, schema, shapes, classGraph }: EntailmentInput,
    withRdfs: boolean,
    limits: RuleLimits = ruleLimits,
  ) {
    this.#rules = rules;
    this.#shapes = shapes;
    this.#classGraph = classGraph;
    this.#classes = new ClassHierarchy(classGraph);
    this.#limits = limits;
    this.schema = withRdfs ? SchemaEntailment.of(asserted, schema, 'rdfs') : undefined;
    this.#base = this.schema?.graph ?? asserted;
    for (let before = -1; before < this.inferred.size && !this.bound; ) {
      before = this.inferred.size;
      this.#runLayers();
      if (this.schema === undefined) break;
      const stated = new UnionGraph([asserted, new IndexedGraph(this.inferred.toArray())]);
      this.schema = this.schema.updated(stated, schema);
      this.#base = this.schema.graph;
      this.#state = undefined;
    }
  }

  /** The origin of the inferred triple with a number, counted as inferred. */
  origin(number: number): Origin {
    const [rule, focusNode, inferredBefore] = this.#origins.slice(3 * number, 3 * number + 3);
    return {
      rule: this.#rules[rule!]!,
      focusNode: focusNode === noFocus ? undefined : focusNode!,
      inferredBefore: inferredBefore!,
    };
  }

  /** The state in which so many triples had been inferred. */
  stateAt(inferredBefore: number): RuleState {
    return this.#stateOf(this.inferred.toArray().subarray(0, 3 * inferredBefore));
  }

  #runLayers(): void {
    for (const layer of new Set(this.#rules.map((rule) => rule.layer))) {
      this.#runLayer(this.#rules.filter((rule) => rule.layer === layer));
      if (this.bound) return;
    }
  }

  #runLayer(rules: readonly Rule[]): void {
    this.#iterate(rules.filter(({ runsOnce }) => runsOnce));
    const repeated = rules.filter(({ runsOnce }) => !runsOnce);
    for (let before = -1, count = 0; before < this.inferred.size && !this.bound; count++) {
      before = this.inferred.size;
      if (count === this.#limits.iterations) {
        this.bound = { kind: 'iterations', rule: this.#lastRule().id };
        return;
      }
      this.#iterate(repeated);
    }
  }

  /** Fires each rule once. */
  #iterate(rules: readonly Rule[]): void {
    this.iterations++;
    for (const order of new Set(rules.map((rule) => rule.order))) {
      const state = this.#currentState();
      for (const rule of rules) {
        if (rule.order !== order || this.failed.has(rule)) continue;
        this.#fire(rule, state);
        if (this.bound) return;
      }
    }
  }

  #fire(rule: Rule, state: RuleState): void {
    const number = this.#rules.indexOf(rule);
    const { inferred } = this;
    const failure = fire(
      rule,
      state,
      focusNodesOf(rule, this.#shapes, state.evaluator),
      this.newNodes,
      (focus, s, p, o) => {
        if (state.graph.has(s, p, o) || !inferred.add(s, p, o)) return;
        this.#origins.push(number, focus ?? noFocus, state.inferredBefore);
      },
    );
    if (failure !== undefined) this.failed.set(rule, failure);
    else if (inferred.size > this.#limits.triples) this.bound = { kind: 'triples', rule: rule.id };
    else if (this.newNodes.size > this.#limits.newNodes) this.bound = { kind: 'newNodes', rule: rule.id };
  }

  #currentState(): RuleState {
    const { inferred } = this;
    if (this.#state?.inferredBefore !== inferred.size) this.#state = this.#stateOf(inferred.toArray());
    return this.#state!;
  }

  #stateOf(inferred: Int32Array): RuleState {
    const graph =
      inferred.length === 0 ? this.#base : new UnionGraph([this.#base, new IndexedGraph(inferred)]);
    const [shapes, classes] = [this.#shapes, this.#classes];
    const evaluator = createEvaluator(shapes, graph, this.#classGraph, { classes });
    return { graph, shapes, evaluator, classes, inferredBefore: inferred.length / 3 };
  }

  #lastRule(): Rule {
    return this.origin(this.inferred.size - 1).rule;
  }
}

const noFocus = -1;

/** The focus nodes of a rule: those of its shapes that conform to all conditions. */
function focusNodesOf(rule: Rule, shapes: ShapesGraph, evaluator: Evaluator): readonly TermId[] {
  const nodes = new Set<TermId>();
  for (const id of rule.shapes) {
    const shape = shapes.get(id);
    if (shape) for (const node of evaluator.targets(shape)) nodes.add(node);
  }
  return [...nodes].filter((node) => rule.conditions.every((shape) => evaluator.conforms(node, shape)));
}
