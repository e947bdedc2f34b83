import { emptyDelta } from '../../rdf/exactDelta.ts';
import { type Graph, type GraphDelta, hasTriple, IndexedGraph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import { QueryBudgetExceeded } from '../../sparql/query/query.ts';
import type { EntailmentInput } from '../entailment/entailment.ts';
import type { SchemaEntailment } from '../entailment/schemaEntailment.ts';
import { TooCostly } from '../evaluator.ts';
import { budgetUnder, unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import { fire } from './fireRule.ts';
import {
  type InferenceOrigin,
  type Inferences,
  isBefore,
  isSameOrigin,
  type MovedTriple,
} from './inferences.ts';
import { isMadeByRule, MadeNodes, NewNodes } from './newNodes.ts';
import type { Rule } from './rule.ts';
import { affectedNodes, producingNodes } from './ruleReach.ts';
import { baseOf, graphBefore, type RuleRun } from './ruleRun.ts';
import type { RuleSteps } from './ruleSchedule.ts';
import { focusNodesOf, isFocusNode, judgingOf, type RuleState, ruleState } from './ruleState.ts';

/** Why rules have to run from scratch after a change. */
export type RerunReason =
  /** The run before or this one ended at a bound, so what it infers depends on the order of its work. */
  | 'bound'
  /** A query was given up. */
  | 'failure'
  /** The change may affect what any rule infers for any node: subclasses, or what the data declare as incomplete. */
  | 'classes'
  /** The change is large. */
  | 'manyTriples';

/** The outcome of a replay, with the triples that have another origin than before or are no longer inferred. */
export interface Replayed {
  readonly kind: 'run';
  readonly run: RuleRun;
  readonly moved: readonly MovedTriple[];
}

/**
 * What rules infer after a change of the stated triples: the same as from scratch, each triple in the same step.
 *
 * The steps of the earlier run are replayed. In each, the graph differs from the one before in few triples. Only where
 * these lead to focus nodes of a rule, or where a triple that is gone may follow from others, the rule fires again; for all
 * other nodes its inferences are unchanged. So deletion needs no counts, and negation no special care: a rule that fires
 * again says what holds now.
 *
 * @param input as before, but for the stated triples.
 */
export function replayRules(
  run: RuleRun,
  input: EntailmentInput,
  { added, removed }: GraphDelta,
): Replayed | { readonly kind: 'rerun'; readonly reason: RerunReason } {
  const rerun = (reason: RerunReason) => ({ kind: 'rerun', reason }) as const;
  if (run.bound !== undefined) return rerun('bound');
  if (added.length + removed.length > mostReplayed) return rerun('manyTriples');
  if ([...added, ...removed].some(({ predicate }) => changesAll.includes(predicate))) return rerun('classes');
  const replay = new Replay(run, input);
  const outcome = run.schedule.run(replay);
  if (outcome !== 'finished') return rerun(replay.reason ?? 'bound');
  return { kind: 'run', ...replay.result() };
}

/** A larger change probably changes much, and running the rules again takes less time than following it. */
const mostReplayed = 200;

/** Statements with these predicates may change what any rule infers for any node. */
const changesAll = [rdfs.subClassOf, sh.incomplete, sh.incompleteURIStart];

class Replay implements RuleSteps {
  reason: RerunReason | undefined;
  readonly #run: RuleRun;
  readonly #input: EntailmentInput;
  readonly #schemas: SchemaEntailment[] = [];
  #bases: { readonly before: Graph; readonly after: Graph };
  /**
   * The triples that some step sees in only one run, or that have another origin now. All others are inferred as before.
   */
  readonly #watched = new Map<string, MovedTriple>();
  readonly #newNodes = new NewNodes();
  readonly #generations: Map<Rule, number>;
  /** Of all rules, with their conditions. */
  readonly #spending: SpentBudget;

  constructor(run: RuleRun, input: EntailmentInput) {
    this.#run = run;
    this.#input = input;
    this.#spending = new SpentBudget(budgetUnder(input.watch ?? {}, unwatchedQueryBudget));
    this.#bases = { before: run.input.asserted, after: input.asserted };
    this.#generations = new Map(run.generations);
  }

  result(): Omit<Replayed, 'kind'> {
    const { inferences, newNodes } = this.#run;
    const moved = this.#moved();
    const context = { ...this.#run.context, shapes: this.#input.shapes, classGraph: this.#input.classGraph };
    return {
      moved,
      run: {
        ...this.#run,
        input: this.#input,
        context,
        inferences: moved.length === 0 ? inferences : inferences.with(moved),
        schemas: this.#schemas,
        generations: this.#generations,
        newNodes: newNodes + this.#newNodesAmong(moved),
      },
    };
  }

  startRound(round: number): void {
    const after = this.#schemaOf(round)?.graph ?? this.#input.asserted;
    this.#bases = { before: baseOf(this.#run, round), after };
    const start = this.#run.schedule.startOf(round);
    const { added, removed } = graphDifference(this.#bases.before, after);
    for (const triple of [...added, ...removed]) {
      const origin = this.#origin(triple);
      const isStated = hasTriple(after, triple) && !isBefore(origin, start);
      this.#watched.set(tripleKey(triple), { triple, origin: isStated ? undefined : origin });
    }
  }

  endRound(round: number): boolean {
    if (this.#run.schemas.length === 0) return false;
    this.#schemaOf(round + 1);
    return true;
  }

  /** The replay continues to the end of the longer run. */
  goesOn(start: number, end: number, until: number): boolean {
    const { inferences } = this.#run;
    for (const { origin } of this.#watched.values()) {
      if (origin && origin.step >= start && origin.step < end) return true;
    }
    for (const { triple, origin } of inferences.between(start, until)) {
      if (origin.step >= end || !this.#watched.has(tripleKey(triple))) return true;
    }
    return false;
  }

  fire(rules: readonly Rule[], step: number): boolean {
    try {
      return this.#fire(rules, step);
    } catch (error) {
      // From scratch, the rule is left out, and the reason is told. Shapes that are nested too deeply exceed the stack.
      const isKnown = [QueryBudgetExceeded, TooCostly, RangeError].some((kind) => error instanceof kind);
      if (!isKnown) throw error;
      return this.#stop('failure');
    }
  }

  #fire(rules: readonly Rule[], step: number): boolean {
    const { added, removed } = this.#difference(step);
    if (added.length + removed.length === 0) return true;
    const before = graphBefore(this.#run, step);
    const exact = { added: new IndexedGraph(added), removed: new IndexedGraph(removed) };
    const judging = judgingOf(this.#input.watch ?? {}, (steps) => this.#spending.steps(steps));
    const state = ruleState(new OverlayGraph(before, exact), this.#run.context, judging);
    const both = new OverlayGraph(before, { ...emptyDelta, added: exact.added });
    const group = new StepReplay(step, state, both, this.#newNodes, this.#spending, {
      holds: (triple) => hasTriple(this.#bases.after, triple) || isBefore(this.#origin(triple), step),
      origin: (triple) => this.#origin(triple),
      move: (triple, origin) => this.#watched.set(tripleKey(triple), { triple, origin }),
    });
    const changed = [...added, ...removed];
    for (const rule of rules) {
      if (!this.#run.failed.has(rule) && !group.refire(rule, changed, removed)) {
        return this.#stop('failure');
      }
    }
    if (
      !group.findOthers(
        group.unfounded(this.#run.inferences),
        rules.filter((rule) => !this.#run.failed.has(rule)),
      )
    ) {
      return this.#stop('failure');
    }
    for (const rule of group.makers) this.#generations.set(rule, (this.#generations.get(rule) ?? 0) + 1);
    return this.#isWithinLimits() || this.#stop('bound');
  }

  #stop(reason: RerunReason): false {
    this.reason = reason;
    return false;
  }

  #isWithinLimits(): boolean {
    const { inferences, limits, newNodes } = this.#run;
    return (
      inferences.size + this.#watched.size <= limits.triples &&
      newNodes + this.#newNodes.size <= limits.newNodes &&
      [...this.#generations.values()].every((count) => count <= limits.generations)
    );
  }

  #origin(triple: Triple): InferenceOrigin | undefined {
    const watched = this.#watched.get(tripleKey(triple));
    return watched === undefined ? this.#run.inferences.origin(triple) : watched.origin;
  }

  /** How the graph of a step differs from the one in the earlier run. */
  #difference(step: number): GraphDelta {
    const { before, after } = this.#bases;
    const added: Triple[] = [];
    const removed: Triple[] = [];
    for (const { triple, origin } of this.#watched.values()) {
      const was = hasTriple(before, triple) || isBefore(this.#run.inferences.origin(triple), step);
      const is = hasTriple(after, triple) || isBefore(origin, step);
      if (was !== is) (is ? added : removed).push(triple);
    }
    return { added, removed };
  }

  #schemaOf(round: number): SchemaEntailment | undefined {
    const { schemas, inferences, schedule } = this.#run;
    const known = schemas[round] ?? schemas.at(-1);
    if (known === undefined) return undefined;
    if (this.#schemas.length <= round) {
      const { asserted, schema } = this.#input;
      const step = schedule.startOf(round);
      const inferred = inferences.with(this.#moved()).before(step);
      const stated = round === 0 ? asserted : new UnionGraph([asserted, inferred]);
      this.#schemas.push(known.updated(stated, schema));
    }
    return this.#schemas[round];
  }

  #moved(): readonly MovedTriple[] {
    const { inferences } = this.#run;
    return [...this.#watched.values()].filter(
      ({ triple, origin }) => !isSameOrigin(origin, inferences.origin(triple)),
    );
  }

  #newNodesAmong(moved: readonly MovedTriple[]): number {
    const nodes = moved.flatMap(({ triple, origin }) => (origin ? [triple.subject, triple.object] : []));
    return new Set(nodes.filter(isMadeByRule)).size;
  }
}

/** What a step knows and changes of the whole replay. */
interface KnownOrigins {
  /** Whether a triple holds before the step. */
  holds(triple: Triple): boolean;
  origin(triple: Triple): InferenceOrigin | undefined;
  move(triple: Triple, origin: InferenceOrigin | undefined): void;
}

/** The rules of one step, fired again where that is needed. */
class StepReplay {
  readonly #step: number;
  readonly #state: RuleState;
  /** Has the triples of both runs. */
  readonly #both: Graph;
  readonly #newNodes: NewNodes;
  readonly #spending: SpentBudget;
  readonly #known: KnownOrigins;
  /** By rule, the nodes for which it fired again. */
  readonly #fired = new Map<Rule, Set<TermId> | 'all'>();
  /** The rules that made nodes when they fired again. */
  readonly makers = new Set<Rule>();
  /** What was concluded again, by triple. */
  readonly #conclusions = new Map<string, InferenceOrigin[]>();

  constructor(
    step: number,
    state: RuleState,
    both: Graph,
    newNodes: NewNodes,
    spending: SpentBudget,
    known: KnownOrigins,
  ) {
    this.#step = step;
    this.#state = state;
    this.#both = both;
    this.#newNodes = newNodes;
    this.#spending = spending;
    this.#known = known;
  }

  /**
   * Fires a rule for the nodes that changed triples lead to, and where it may infer triples that are gone. False when it
   * fails.
   */
  refire(rule: Rule, changed: readonly Triple[], removed: readonly Triple[]): boolean {
    return (
      this.#fire(rule, affectedNodes(rule, changed, this.#both, this.#state)) &&
      this.#fire(rule, producingNodes(rule, removed, this.#both))
    );
  }

  /** The triples that were inferred in this step before, and that the rules that fired again no longer infer. */
  unfounded(before: Inferences): readonly Triple[] {
    const found: Triple[] = [];
    for (const [rule, nodes] of this.#fired) {
      for (const triple of before.inferredBy(rule, nodes, this.#step)) {
        const origin = this.#known.origin(triple);
        if (origin?.step !== this.#step) continue;
        const conclusions = this.#conclusions.get(tripleKey(triple));
        if (!conclusions?.some((other) => isSameOrigin(origin, other))) found.push(triple);
      }
    }
    return found;
  }

  /** Gives triples another origin in this step, or none. False when a rule fails. */
  findOthers(triples: readonly Triple[], rules: readonly Rule[]): boolean {
    for (const triple of triples) this.#known.move(triple, this.#conclusions.get(tripleKey(triple))?.[0]);
    const open = triples.filter((triple) => this.#known.origin(triple) === undefined);
    return (
      open.length === 0 || rules.every((rule) => this.#fire(rule, producingNodes(rule, open, this.#both)))
    );
  }

  #fire(rule: Rule, nodes: ReadonlySet<TermId> | 'all'): boolean {
    const fired = this.#fired.get(rule);
    if (fired === 'all' || (nodes !== 'all' && nodes.size === 0)) return true;
    const state = this.#state;
    let open: readonly TermId[];
    if (nodes === 'all') {
      this.#fired.set(rule, 'all');
      open = focusNodesOf(rule, state);
    } else {
      const fresh = [...nodes].filter((node) => !fired?.has(node));
      this.#fired.set(rule, new Set([...(fired ?? []), ...fresh]));
      open = fresh.filter((node) => isFocusNode(rule, node, state));
    }
    const made = new MadeNodes(rule, state.graph);
    const failure = fire(
      rule,
      state,
      open,
      this.#newNodes,
      (focusNode, subject, predicate, object) => {
        made.look(subject, object);
        this.#conclude({ subject, predicate, object }, { rule, focusNode, step: this.#step });
      },
      this.#spending,
    );
    if (made.some) this.makers.add(rule);
    return failure === undefined;
  }

  #conclude(triple: Triple, origin: InferenceOrigin): void {
    if (this.#known.holds(triple)) return;
    const key = tripleKey(triple);
    const known = this.#conclusions.get(key);
    if (known) known.push(origin);
    else this.#conclusions.set(key, [origin]);
    if (this.#known.origin(triple)?.step !== this.#step) this.#known.move(triple, origin);
  }
}
