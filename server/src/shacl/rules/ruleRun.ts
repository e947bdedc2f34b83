import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import type { EntailmentInput } from '../entailment/entailment.ts';
import { SchemaEntailment } from '../entailment/schemaEntailment.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import { fire } from './fireRule.ts';
import { NewNodes } from './newNodes.ts';
import type { Rule } from './rule.ts';
import { affectedNodes, producingNodes } from './ruleReach.ts';
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
  /** How many triples had been inferred when a rule was last fired; it knows those of then. */
  readonly #fired = new Map<Rule, number>();
  /** Which rules fired when, counted by the triples that had been inferred. */
  readonly #steps: { readonly rules: readonly Rule[]; readonly inferredBefore: number }[] = [];
  readonly #indexes = new Map<number, IndexedGraph>();
  #listed: { readonly from: number; readonly to: number; readonly triples: readonly Triple[] } = {
    from: 0,
    to: 0,
    triples: [],
  };

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
      this.#fired.clear();
    }
  }

  /**
   * True when a change of the stated triples certainly changes nothing in what the rules infer, nor why: in no iteration
   * does a rule that the change reaches say anything else. Asked of small changes only; false when that can't be told.
   *
   * @param before the stated triples before the change, of which the rules infer what this run inferred.
   */
  staysSame(before: Graph, after: Graph, { added, removed }: GraphDelta): boolean {
    const isBound = this.bound !== undefined || this.schema !== undefined || this.failed.size > 0;
    if (isBound || added.length + removed.length > mostTried) return false;
    const gone = removed.filter((triple) => hasTriple(before, triple) && !hasTriple(after, triple));
    const changed = [...added, ...gone];
    if (changed.some(({ predicate }) => changesAll.includes(predicate))) return false;
    if (added.some((triple) => this.inferred.has(triple.subject, triple.predicate, triple.object)))
      return false;
    return this.#steps.every(({ rules, inferredBefore }) => {
      const then = this.stateAt(inferredBefore, before);
      const now = this.stateAt(inferredBefore, after);
      const both = new OverlayGraph(then.graph, { added, removed: [] });
      return rules.every((rule) => {
        const affected = affectedNodes(rule, changed, both, now);
        const producing = producingNodes(rule, gone, both);
        if (affected === 'all' || producing === 'all') return false;
        const nodes = [...new Set([...affected, ...producing])];
        if (nodes.length === 0) return true;
        const outcome = outcomeOf(rule, now, nodes);
        return (
          outcome !== undefined &&
          !gone.some((triple) => outcome.triples.has(tripleKey(triple))) &&
          isSameSet(outcome.firings, outcomeOf(rule, then, nodes)?.firings)
        );
      });
    });
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

  /**
   * The state in which so many triples had been inferred.
   *
   * @param base the stated triples, if others than those of this run lead to the same inferences.
   */
  stateAt(inferredBefore: number, base = this.#base): RuleState {
    let index = this.#indexes.get(inferredBefore);
    if (index === undefined) {
      index = new IndexedGraph(this.inferred.toArray().subarray(0, 3 * inferredBefore));
      this.#indexes.set(inferredBefore, index);
    }
    return this.#stateOf(base, index);
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
      this.#steps.push({
        rules: rules.filter((rule) => rule.order === order),
        inferredBefore: state.inferredBefore,
      });
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
    const failure = fire(rule, state, this.#focusNodes(rule, state), this.newNodes, (focus, s, p, o) => {
      if (state.graph.has(s, p, o) || !inferred.add(s, p, o)) return;
      this.#origins.push(number, focus ?? noFocus, state.inferredBefore);
    });
    if (failure !== undefined) this.failed.set(rule, failure);
    else if (inferred.size > this.#limits.triples) this.bound = { kind: 'triples', rule: rule.id };
    else if (this.newNodes.size > this.#limits.newNodes) this.bound = { kind: 'newNodes', rule: rule.id };
  }

  /** The focus nodes for which a rule may infer more than when it was last fired. */
  #focusNodes(rule: Rule, state: RuleState): readonly TermId[] {
    const before = this.#fired.get(rule);
    this.#fired.set(rule, state.inferredBefore);
    const all = () => focusNodesOf(rule, this.#shapes, state.evaluator);
    if (before === undefined || state.inferredBefore - before > mostFollowed) return all();
    const added = this.#inferredSince(before, state);
    const affected = affectedNodes(rule, added, state.graph, state);
    return affected === 'all' ? all() : [...affected].filter((node) => isFocusNode(rule, node, state));
  }

  /** Most rules were last fired at the same time, so the triples are listed once for them. */
  #inferredSince(before: number, { inferredBefore }: RuleState): readonly Triple[] {
    const { from, to } = this.#listed;
    if (from !== before || to !== inferredBefore) {
      const triples = [...this.inferred].slice(before, inferredBefore);
      this.#listed = { from: before, to: inferredBefore, triples };
    }
    return this.#listed.triples;
  }

  #currentState(): RuleState {
    const { inferred } = this;
    if (this.#state?.inferredBefore !== inferred.size) {
      this.#state = this.#stateOf(this.#base, new IndexedGraph(inferred.toArray()));
    }
    return this.#state!;
  }

  #stateOf(base: Graph, inferred: IndexedGraph): RuleState {
    const graph = inferred.size === 0 ? base : new UnionGraph([base, inferred]);
    const [shapes, classes] = [this.#shapes, this.#classes];
    const evaluator = createEvaluator(shapes, graph, this.#classGraph, { classes });
    return { graph, shapes, evaluator, classes, inferredBefore: inferred.size };
  }

  #lastRule(): Rule {
    return this.origin(this.inferred.size - 1).rule;
  }
}

const noFocus = -1;

/** A larger change probably changes what is inferred, and running the rules anew takes less time than trying. */
const mostTried = 50;

/** Statements with these predicates may change what any rule says of any node. */
const changesAll = [rdfs.subClassOf, sh.incomplete, sh.incompleteURIStart];

/** What a rule says of those of some nodes that are its focus nodes; undefined when it can't be evaluated. */
function outcomeOf(
  rule: Rule,
  state: RuleState,
  nodes: readonly TermId[],
): { readonly triples: ReadonlySet<string>; readonly firings: ReadonlySet<string> } | undefined {
  const triples = new Set<string>();
  const firings = new Set<string>();
  const focusNodes = nodes.filter((node) => isFocusNode(rule, node, state));
  const failure = fire(rule, state, focusNodes, new NewNodes(), (focus, subject, predicate, object) => {
    const key = tripleKey({ subject, predicate, object });
    triples.add(key);
    firings.add(`${focus} ${key}`);
  });
  return failure === undefined ? { triples, firings } : undefined;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): boolean {
  return other !== undefined && one.size === other.size && [...one].every((key) => other.has(key));
}

/** More new triples than this are not followed back one by one. */
const mostFollowed = 5000;

function isFocusNode({ shapes, conditions }: Rule, node: TermId, state: RuleState): boolean {
  const isTarget = shapes.some((id) => {
    const shape = state.shapes.get(id);
    return shape !== undefined && state.evaluator.isTarget(shape, node);
  });
  return isTarget && conditions.every((shape) => state.evaluator.conforms(node, shape));
}

/** The focus nodes of a rule: those of its shapes that conform to all conditions. */
function focusNodesOf(rule: Rule, shapes: ShapesGraph, evaluator: Evaluator): readonly TermId[] {
  const nodes = new Set<TermId>();
  for (const id of rule.shapes) {
    const shape = shapes.get(id);
    if (shape) for (const node of evaluator.targets(shape)) nodes.add(node);
  }
  return [...nodes].filter((node) => rule.conditions.every((shape) => evaluator.conforms(node, shape)));
}
