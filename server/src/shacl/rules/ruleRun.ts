import { mostPatience } from '../../base/supervision.ts';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import { timeIsUp } from '../../sparql/query/query.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { endlessPatternBelow } from '../endlessPatterns.ts';
import type { EntailmentInput } from '../entailment/entailment.ts';
import { SchemaEntailment } from '../entailment/schemaEntailment.ts';
import type { EvaluatorOptions } from '../evaluator.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';
import { whyStopped } from '../sparql/compileShapeQuery.ts';
import { budgetUnder, unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import { isTimeUp, msOfEach, tookTooMuch, type Watch, whyOver, withNamedWork } from '../watch.ts';
import { fire } from './fireRule.ts';
import { InferenceLog, Inferences } from './inferences.ts';
import { MadeNodes, NewNodes } from './newNodes.ts';
import { type Rule, shapesAskedBy } from './rule.ts';
import { affectedNodes } from './ruleReach.ts';
import { RuleSchedule, type RuleSteps } from './ruleSchedule.ts';
import {
  focusNodesOf,
  isFocusNode,
  judgingOf,
  type RuleShapes,
  type RuleState,
  ruleState,
} from './ruleState.ts';

/** What a run may infer at most. */
export interface RuleLimits {
  readonly iterations: number;
  readonly triples: number;
  readonly newNodes: number;
  /** In how many steps a rule may create or name new nodes: new nodes may lead to more. */
  readonly generations: number;
  /**
   * The time limit of each rule for all its iterations, in ms; all rules together may take as much, plus some time for each
   * focus node.
   */
  readonly milliseconds: number;
  /** The same in steps, each of some dozen ns, which come first: so the same is inferred on any machine. */
  readonly steps: number;
}

export const ruleLimits: RuleLimits = {
  iterations: 200,
  triples: 1_000_000,
  newNodes: 10_000,
  generations: 25,
  milliseconds: 10_000,
  steps: 100_000_000,
};

/** Why a run ended before the rules had inferred everything. */
export interface RuleBound {
  readonly kind: Exclude<keyof RuleLimits, 'milliseconds' | 'steps'>;
  /** The rule that was running. */
  readonly rule: TermId;
}

/** What rules infer from a graph when they run until they infer nothing new, or up to a bound. */
export interface RuleRun {
  readonly schedule: RuleSchedule;
  readonly input: EntailmentInput;
  readonly context: RuleShapes;
  readonly inferences: Inferences;
  /** What follows by RDFS from the stated triples and those that were inferred before each round, if requested. */
  readonly schemas: readonly SchemaEntailment[];
  /** At least as many blank nodes as the rules made. */
  readonly newNodes: number;
  readonly bound: RuleBound | undefined;
  /**
   * The rules that can't be evaluated or take too long, each with the reason as a sentence. The others run without them.
   */
  readonly failed: ReadonlyMap<Rule, string>;
  /** At least the number of steps in which each rule made nodes. */
  readonly generations: ReadonlyMap<Rule, number>;
  readonly limits: RuleLimits;
}

/**
 * Runs rules on a graph.
 *
 * @param schemaRegime what applies to what rules infer, and rules to what follows by it.
 * @param givenUp rules that could not be evaluated before, with the reason. They are not tried again after each change.
 */
export function runRules(
  rules: readonly Rule[],
  input: EntailmentInput,
  schemaRegime: InferenceRegime | undefined,
  limits: RuleLimits = ruleLimits,
  givenUp: ReadonlyMap<TermId, string> = new Map(),
): RuleRun {
  const schedule = new RuleSchedule(rules, limits.iterations);
  const { shapes, classGraph } = input;
  const context = { shapes, classGraph, classes: new ClassHierarchy(classGraph) };
  const run = new FullRun(input, context, schemaRegime, limits);
  for (const rule of rules) {
    const why = givenUp.get(rule.id) ?? whyLeftOut(rule, input);
    if (why !== undefined) run.failed.set(rule, why);
  }
  if (schedule.run(run) === 'tooManyIterations') run.endByIterations();
  const { schemas, bound, failed, generations, log, newNodes } = run;
  const inferences = new Inferences(log);
  return {
    schedule,
    input,
    context,
    inferences,
    schemas,
    bound,
    failed,
    generations,
    newNodes: newNodes.size,
    limits,
  };
}

/** What holds in a round before any rule fires: the stated triples, and what follows from them by RDFS. */
export function baseOf({ input, schemas }: RuleRun, round: number): Graph {
  return (schemas[round] ?? schemas.at(-1))?.graph ?? input.asserted;
}

/** The graph that rules see in a step of a run. */
export function graphBefore(run: RuleRun, step: number): Graph {
  const base = baseOf(run, run.schedule.roundOf(step));
  const inferred = run.inferences.before(step);
  return inferred.size === 0 ? base : new UnionGraph([base, inferred]);
}

/** Why a rule is not fired at all; undefined when it is. */
function whyLeftOut(rule: Rule, { shapes, watch }: EntailmentInput): string | undefined {
  if (watch?.quarantined?.has(ruleKey(rule))) return `It ${tookTooMuch}`;
  // A match can't be interrupted, and skipping one rule is better than getting no result at all.
  const risk = endlessPatternBelow(shapes, shapesAskedBy(rule));
  return risk && `Matching a pattern of its conditions may take forever: ${risk}.`;
}

/** Identifies a rule in every process that reads the same texts. */
function ruleKey({ id }: Rule): string {
  return `${termToNTriples(id)} rule`;
}

class FullRun implements RuleSteps {
  readonly log = new InferenceLog();
  readonly newNodes = new NewNodes();
  readonly schemas: SchemaEntailment[] = [];
  readonly failed = new Map<Rule, string>();
  readonly generations = new Map<Rule, number>();
  bound: RuleBound | undefined;
  readonly #input: EntailmentInput;
  readonly #watch: Watch;
  readonly #context: RuleShapes;
  readonly #limits: RuleLimits;
  /** How nodes are judged by conditions. */
  readonly #judging: EvaluatorOptions;
  #base: Graph;
  #state: { readonly inferred: number; readonly state: RuleState } | undefined;
  /** What each rule has taken so far, in ms of the work of processors where that is known, and in steps. */
  readonly #took = new Map<Rule, Taken>();
  /** The same for all of them. */
  #tookAll: Taken = { ms: 0, steps: 0 };
  /** Of the rule that is fired, which has that of its conditions as well. */
  #spending: SpentBudget | undefined;
  /** The focus nodes of the rule that has most. */
  #nodes = 0;
  /** How many triples had been inferred when a rule was last fired; it has seen those. */
  readonly #fired = new Map<Rule, number>();
  #listed: { readonly from: number; readonly to: number; readonly triples: readonly Triple[] } = {
    from: 0,
    to: 0,
    triples: [],
  };

  constructor(
    input: EntailmentInput,
    context: RuleShapes,
    schemaRegime: InferenceRegime | undefined,
    limits: RuleLimits,
  ) {
    this.#input = input;
    this.#context = context;
    this.#limits = limits;
    this.#base = input.asserted;
    this.#watch = withShareOfTime(input.watch ?? {});
    this.#judging = judgingOf(this.#watch, (steps) => this.#spending?.steps(steps));
    if (schemaRegime !== undefined)
      this.schemas.push(SchemaEntailment.of(input.asserted, input.schema, schemaRegime));
  }

  startRound(round: number): void {
    if (this.schemas.length === 0) return;
    this.#base = this.schemas[round]!.graph;
    this.#state = undefined;
    this.#fired.clear();
  }

  endRound(): boolean {
    const schema = this.schemas.at(-1);
    if (schema === undefined) return false;
    const inferred = this.log.first(this.log.triples.size);
    const stated = new UnionGraph([this.#input.asserted, inferred]);
    this.schemas.push(schema.updated(stated, this.#input.schema));
    return true;
  }

  goesOn(start: number): boolean {
    return this.log.countBefore(start) < this.log.triples.size;
  }

  fire(rules: readonly Rule[], step: number): boolean {
    const watch = this.#watch;
    const before = this.log.triples.size;
    for (const rule of rules) {
      if (this.failed.has(rule)) continue;
      const why = this.#whyOver() ?? this.#whyTooLong();
      if (why !== undefined) {
        this.failed.set(rule, why);
        continue;
      }
      const start = performance.now();
      const worked = watch.probe?.worked?.();
      const took = this.#took.get(rule) ?? { ms: 0, steps: 0 };
      const budget = { ...budgetUnder(watch, unwatchedQueryBudget), maxSteps: this.#limits.steps };
      const spending = new SpentBudget({ ...budget, stepsBefore: took.steps });
      this.#spending = spending;
      withNamedWork(watch.probe, ruleKey(rule), () =>
        this.#fire(rule, step, this.#currentState(before), before, spending),
      );
      const ms = performance.now() - start;
      // Other work on the machine hardly counts.
      const counted =
        worked === undefined
          ? ms
          : Math.min(ms, Math.max(watch.probe!.worked!() - worked, ms / mostPatience));
      const taken = { ms: took.ms + counted, steps: spending.stepsTaken };
      this.#took.set(rule, taken);
      this.#tookAll = {
        ms: this.#tookAll.ms + counted,
        steps: this.#tookAll.steps + taken.steps - took.steps,
      };
      const tooMuch = this.failed.has(rule) ? undefined : this.#whyTooMuch(taken);
      if (tooMuch !== undefined) this.failed.set(rule, tooMuch);
      if (this.bound) return false;
    }
    return true;
  }

  #whyOver(): string | undefined {
    const { watch = {} } = this.#input;
    return whyOver(watch) ?? (isTimeUp(this.#watch) ? shareIsUsedUp : undefined);
  }

  #whyTooMuch({ ms, steps }: Taken): string | undefined {
    if (steps > this.#limits.steps) return `It takes more than ${this.#limits.steps} steps.`;
    const most = this.#limits.milliseconds;
    return ms > most ? `It took longer than ${most / 1000} s.` : undefined;
  }

  #whyTooLong(): string | undefined {
    const steps = this.#limits.steps + this.#nodes * stepsOfEach;
    if (this.#tookAll.steps > steps) return `All rules together took more than ${steps} steps.`;
    const most = this.#limits.milliseconds + this.#nodes * msOfEach;
    return this.#tookAll.ms > most
      ? `All rules together took longer than ${Math.ceil(most / 1000)} s.`
      : undefined;
  }

  endByIterations(): void {
    const { rule } = this.log.origin(this.log.triples.size - 1);
    this.bound = { kind: 'iterations', rule: rule.id };
  }

  #fire(rule: Rule, step: number, state: RuleState, before: number, spending: SpentBudget): void {
    const { log, newNodes } = this;
    let nodes: readonly TermId[];
    try {
      nodes = this.#focusNodes(rule, state, before);
    } catch (error) {
      this.#leaveOut(rule, whyStopped(error));
      // What judges by conditions was left in the middle of it.
      this.#state = undefined;
      return;
    }
    this.#nodes = Math.max(this.#nodes, nodes.length);
    const made = new MadeNodes(rule, state.graph);
    const failure = fire(
      rule,
      state,
      nodes,
      newNodes,
      (focusNode, subject, predicate, object) => {
        if (!state.graph.has(subject, predicate, object)) {
          log.add({ subject, predicate, object }, { rule, focusNode, step });
          made.look(subject, object);
        }
      },
      spending,
    );
    if (made.some) this.generations.set(rule, (this.generations.get(rule) ?? 0) + 1);
    if (failure !== undefined) this.#leaveOut(rule, failure);
    else if (log.triples.size > this.#limits.triples) this.bound = { kind: 'triples', rule: rule.id };
    else if (newNodes.size > this.#limits.newNodes) this.bound = { kind: 'newNodes', rule: rule.id };
    else if ((this.generations.get(rule) ?? 0) > this.#limits.generations)
      this.bound = { kind: 'generations', rule: rule.id };
  }

  #leaveOut(rule: Rule, why: string): void {
    this.failed.set(rule, why.includes(timeIsUp) ? (this.#whyOver() ?? why) : why);
  }

  /** The focus nodes for which a rule may infer more than when it was last fired. */
  #focusNodes(rule: Rule, state: RuleState, inferred: number): readonly TermId[] {
    const before = this.#fired.get(rule);
    this.#fired.set(rule, inferred);
    if (before === undefined || inferred - before > mostFollowed) return focusNodesOf(rule, state);
    const affected = affectedNodes(rule, this.#inferredSince(before, inferred), state.graph, state);
    return affected === 'all'
      ? focusNodesOf(rule, state)
      : [...affected].filter((node) => isFocusNode(rule, node, state));
  }

  /** Most rules were last fired at the same time, so the triples are listed once for them. */
  #inferredSince(from: number, to: number): readonly Triple[] {
    if (this.#listed.from !== from || this.#listed.to !== to) {
      const triples = Array.from({ length: to - from }, (_, i) => this.log.triples.at(from + i));
      this.#listed = { from, to, triples };
    }
    return this.#listed.triples;
  }

  /** What the rules of a step see: the earlier inferences. */
  #currentState(inferred: number): RuleState {
    if (this.#state?.inferred !== inferred) {
      const index = new IndexedGraph(this.log.triples.toArray().subarray(0, 3 * inferred));
      const graph = inferred === 0 ? this.#base : new UnionGraph([this.#base, index]);
      this.#state = { inferred, state: ruleState(graph, this.#context, this.#judging) };
    }
    return this.#state!.state;
  }
}

/** Where a run has to end, rules leave half of the time that is left to judging: what they infer is of no use otherwise. */
function withShareOfTime(watch: Watch): Watch {
  const { deadline } = watch;
  if (typeof deadline !== 'number' || !Number.isFinite(deadline)) return watch;
  const now = performance.now();
  return { ...watch, deadline: now + (deadline - now) / 2 };
}

const shareIsUsedUp = 'Half of the time for the run was used up by rules, and judging has the rest.';

/** What a rule, or all of them, took. */
interface Taken {
  readonly ms: number;
  readonly steps: number;
}

/** Fewer than are taken in `msOfEach`. */
const stepsOfEach = 1_000_000;

/** More new triples than this are not followed back one by one. */
const mostFollowed = 5000;
