import { counted } from '../base/counted.ts';
import { lazy } from '../base/lazy.ts';
import { mostFrequent } from '../base/mostFrequent.ts';
import { type Graph, type GraphDelta, nodesIn } from '../rdf/graph.ts';
import { termToNTriples } from '../rdf/nTriples.ts';
import { pairKey } from '../rdf/termKeys.ts';
import type { TermId } from '../rdf/terms.ts';
import { isDropped, type QueryBudget, timeIsUp } from '../sparql/query/query.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { componentOf } from './components/index.ts';
import { minimumOf, qualifiedValues } from './components/shapeBased.ts';
import { isJudgedElsewhere, judgedBy, shapeRefsOf } from './components/shapeRefs.ts';
import { endlessPattern } from './endlessPatterns.ts';
import {
  type DeclaredIncompleteness,
  declaredIncompleteness,
  excusedAt,
  excusing,
} from './incompleteness.ts';
import { judgingValuesIndependently } from './incremental/judgingValuesIndependently.ts';
import type { TracedData } from './incremental/trace.ts';
import {
  type Check,
  type Evaluation,
  noFailures,
  type ResultDetails,
  type ValueComparisons,
  type ValueCount,
} from './model/component.ts';
import { isSingleStep, type Path } from './model/path.ts';
import type { Constraint, ConstraintOf, Shape, Target, TargetedShape } from './model/shape.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';
import type { UncheckedPart, Violation } from './model/violation.ts';
import { recordedWordsFor, shortForm, type TermPrinter, wordsFor } from './model/words.ts';
import { automatonOf } from './paths/pathAutomaton.ts';
import { ReachCounts } from './paths/pathReach.ts';
import { hasClosure, pathValues, ValuesAlong } from './paths/pathValues.ts';
import type { Links } from './paths/route.ts';
import { FoundViolation, type ViolationWording } from './results/foundViolation.ts';
import { isTargetOf, targetNodes } from './shapesGraph/targets.ts';
import { queryJudging } from './sparql/loadEngines.ts';
import { budgetUnder, hasQueries, queryBudget, unwatchedQueryBudget } from './sparql/queryEngine.ts';
import type { ChangedVerdict, QueryVerdicts } from './sparql/queryVerdicts.ts';
import { Verdicts } from './verdicts.ts';
import {
  Allowance,
  isTimeUp,
  pathWork,
  type Spent,
  tookTooMuch,
  type Watch,
  WorkIsOver,
  withNamedWork,
} from './watch.ts';

/** Judges nodes of one graph by the shapes of one shapes graph. `recordValidation` validates a whole unit. */
export interface Evaluator {
  /** The focus nodes of a shape, each once. */
  targets(shape: TargetedShape): readonly TermId[];
  /** Whether a shape has a focus node. */
  hasTargets(shape: TargetedShape): boolean;
  isTarget(shape: Shape, node: TermId): boolean;
  /**
   * Asks the queries of a shape, and of those it refers to, about all nodes together. `validateNode` then only looks up
   * their answers.
   */
  askQueries(shape: TermId, nodes: readonly TermId[]): void;
  /**
   * Takes over what queries said about nodes of an earlier graph, where the change cannot matter, and asks the others
   * again about the same nodes.
   *
   * @returns the nodes about which a query says something else now.
   */
  askAgain(before: Evaluator, delta: GraphDelta): readonly ChangedVerdict[];
  /** The check of a constraint with a query. */
  queryCheck(constraint: ConstraintOf<'sparql'>): Check;
  /** The value nodes of a path. */
  values(focusNode: TermId, path: Path): readonly TermId[];
  /** The values that a qualified constraint or sh:someValue counts; all values for any other constraint. */
  countedValues(constraint: Constraint, values: readonly TermId[]): readonly TermId[];
  /**
   * Whether a node conforms to a shape. Every node conforms to an ill-formed or deactivated shape and to a node that is not
   * a shape.
   */
  conforms(node: TermId, shape: TermId): boolean;
  /** What data and shapes declare incomplete; undefined when they declare nothing. */
  readonly incompleteness: DeclaredIncompleteness | undefined;
  /** Whether data or shapes declare a node incomplete (SHACL 1.2, sh:incomplete), which excuses what it lacks. */
  isIncomplete(node: TermId): boolean;
  /**
   * The results of a node against a shape.
   *
   * @param touched when given, shapes that judge values independently (judgingValuesIndependently.ts) judge only these values.
   */
  validateNode(node: TermId, shape: TermId, touched?: ReadonlySet<TermId>): readonly Violation[];
  /** True when the constraint judges each value separately; false for sh:property, which has no results of its own. */
  judgesEachValue(constraint: Constraint): boolean;
  /** The parts that `traceOf` uses to find what verdicts depend on. */
  readonly traced: TracedData;
  /** Whether the constraint is skipped: it took too long before, or its query cannot be evaluated. */
  isLeftOut(constraint: Constraint): boolean;
  /** The constraint prepared for checking values on this graph; undefined for a constraint that is left out. */
  check(constraint: Constraint): Check | undefined;
  /** Runs work that may take as long as the constraint itself. The probe counts it as work of the constraint. */
  attributeTo<T>(constraint: Constraint, work: () => T): T;
  /** Receives focus nodes that are not judged, because the work has to end. */
  leaveUnjudged(focusNodes: number, why: string): void;
  /** Keys of what was too costly at all its nodes together, with the remark about it. It is skipped from then on. */
  readonly tooCostly: ReadonlyMap<string, string>;
  /** What this evaluator does not evaluate. */
  readonly notChecked: readonly UncheckedPart[];
}

/** A root shape with one of its focus nodes. */
export interface Focus {
  readonly shape: Shape;
  readonly node: TermId;
}

export interface EvaluatorOptions extends Watch {
  /** What each query may use; all of them together where it is a `Spending`. */
  readonly queryBudget?: QueryBudget;
  /** The only nodes that are used as targets; unless given, all that the shapes select. */
  readonly focusNodes?: { has(node: TermId): boolean };
  /** What a piece of work may take at all its nodes together; without it, there is no limit. */
  readonly allowance?: Allowance | undefined;
  /** How messages print terms. */
  readonly term?: TermPrinter;
  /** Reuses the class look-ups of an evaluator on a graph that has the same rdfs:subClassOf triples. */
  readonly classes?: ClassHierarchy;
}

/**
 * Creates an evaluator for one graph.
 *
 * @param graph the graph to validate: the data with their context.
 * @param classGraph the graph in which rdfs:subClassOf is looked up.
 */
export function createEvaluator(
  shapes: ShapesGraph,
  graph: Graph,
  classGraph: Graph,
  options: EvaluatorOptions = {},
): Evaluator {
  return new GraphEvaluator(shapes, graph, classGraph, options);
}

/** Identifies a constraint; the key is the same in every process that reads the same texts. */
export function constraintKey({ shape, parameter, parameterValue }: Constraint): string {
  return [shape, parameter, parameterValue].map(termToNTriples).join(' ');
}

/** What each query may use. Where nothing can stop a match, patterns that may take forever are not matched. */
function budgetFor(watch: Watch): QueryBudget {
  return budgetUnder(watch, watch.isUnwatched ? unwatchedQueryBudget : queryBudget);
}

/** The same for the values of a shape's path, without which none of its constraints is checked. */
function pathKey(shape: TermId): string {
  return pathWork(termToNTriples(shape));
}

/** The same for the queries of a shape's targets. */
function targetKey({ id }: TargetedShape): string {
  return `${termToNTriples(id)} target`;
}

/**
 * Whether a key may belong to work for these shapes. One that does not start with the name of a shape may belong to
 * anything.
 */
export function mayBeWorkOf({ shapes, roots }: ShapesGraph): (key: string) => boolean {
  const names = new Set([...shapes, ...roots].map(({ id }) => termToNTriples(id)));
  return (key) => !/^[<_]/.test(key) || names.has(key.split(' ')[0]!);
}

/** Thrown by a path that takes too many steps; the too costly work is skipped. */
export class TooCostly extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

/** Reading a clock, or reporting progress, takes as long as some hundred steps. */
const stepsBetweenLooks = 1 << 16;

const fewerSteps =
  'Paths with fewer closures (sh:zeroOrMorePath, sh:oneOrMorePath) in one another take fewer.';

const tooManyResults =
  'has more results than can be shown and is left out. Either the constraint or the data of one node is probably wrong.';

const tookTooLong =
  'took too much time for all its focus nodes together and is left out. Fewer or shorter paths in it take less time.';

/** Details are nested at most this many levels deep, and one result has at most `maxDetails` of them. */
const maxDetailDepth = 4;
const maxDetails = 100;

/**
 * Counting the values of a closure stops here unless a constraint needs more: every node may have all others as values.
 */
const mostCounted = 1000;

/** The evaluator follows nested property shapes by recursion to this depth, and from there one after the other. */
const maxNesting = 100;

/** Judging a node by a shape inside another takes a few microseconds. */
const judgedBetweenLooks = 1024;

/** In steps along paths. */
const stepsOfJudged = 30;

/** A shape prepared for judging nodes of one graph. */
interface PreparedShape {
  readonly shape: Shape;
  readonly isRecursive: boolean;
  readonly judgesValuesIndependently: boolean;
  readonly constraints: readonly PreparedConstraint[];
  /** The constraints that a node without values may violate. In real data, most paths have no values at most nodes. */
  readonly withoutValues: readonly PreparedConstraint[];
  /** Set when the constraints only need the number of values of a closure. */
  readonly counts: (() => ReachCounts) | undefined;
  /** Set for paths of several steps: the values of a node. */
  readonly walk: ((node: TermId) => readonly TermId[]) | undefined;
  readonly wording: ViolationWording;
}

interface PreparedConstraint {
  readonly constraint: Constraint;
  /** The constraint's number at the probe; 0 without a probe. */
  readonly number: number;
  readonly check: Check;
  /** For sh:property constraints only: the property shape; undefined when every node conforms to it. */
  readonly property: () => PreparedShape | undefined;
}

/** Steps of work with a key, and at how many nodes they were taken. */
interface CountedSteps {
  readonly count: (steps: number) => void;
  readonly walked: { nodes: number };
}

/** The state of one call of validateNode, or of one list of details. */
interface Run {
  readonly results: Violation[];
  /** The pairs of recursive shape and node that were already reported. */
  visited: Set<number> | undefined;
  postponed: { readonly shape: PreparedShape; readonly node: TermId }[] | undefined;
  nesting: number;
  /** When set, shapes that judge values independently judge only these values. */
  readonly touched: ReadonlySet<TermId> | undefined;
}

const noResults: readonly Violation[] = [];

const queriesNotLoaded: readonly UncheckedPart[] = [
  { reason: 'What evaluates the queries of the shapes was not loaded.', concerns: 'anyNode' },
];

class GraphEvaluator implements Evaluator {
  readonly #shapes: ShapesGraph;
  readonly #graph: Graph;
  readonly #classes: ClassHierarchy;
  readonly #options: EvaluatorOptions;
  readonly #term: TermPrinter;
  #verdicts: Verdicts;
  readonly #remembered: TermId[] = [];
  readonly #accounts: Pick<Allowance, 'walked' | 'spent' | 'tooCostly'>;
  /** The constraints of the root shape that is being judged, when their time is measured. */
  #timed: Map<Constraint, number> | undefined;
  /** The constraint of the root shape that is being judged. */
  #reporting: Constraint | undefined;
  #mayLeaveOut = false;
  /** Undefined where there are none, or where the code that evaluates them was not loaded. */
  readonly #queries: QueryVerdicts | undefined;
  readonly #evaluation: Evaluation;
  readonly incompleteness: DeclaredIncompleteness | undefined;
  readonly #preparedShapes = new Map<TermId, PreparedShape | undefined>();
  #root: { readonly shape: TermId; readonly node: TermId } | undefined;
  /** The results of a node are explained one after the other, each with the values. */
  #lastValues:
    | { readonly focusNode: TermId; readonly path: Path; readonly values: readonly TermId[] }
    | undefined;
  #detailDepth = 0;
  #detailsLeft = maxDetails;
  #unjudged = 0;
  #whyUnjudged = '';
  #judged = 0;

  constructor(shapes: ShapesGraph, graph: Graph, classGraph: Graph, options: EvaluatorOptions) {
    this.#shapes = shapes;
    this.#graph = graph;
    this.#classes = options.classes ?? new ClassHierarchy(classGraph);
    this.#options = options;
    this.#term = options.term ?? shortForm;
    this.#verdicts = this.#newVerdicts();
    this.#accounts = options.allowance ?? new Allowance(options);
    const judging = hasQueries(shapes) ? queryJudging() : undefined;
    this.#queries =
      judging &&
      new judging.QueryVerdicts(
        shapes,
        graph,
        (constraint, work) => this.attributeTo(constraint, work),
        options.queryBudget ?? budgetFor(options),
      );
    this.incompleteness = declaredIncompleteness(shapes.readAgain ? [] : [graph, shapes.graph]);
    this.#evaluation = {
      graph,
      subclasses: (id) => this.#classes.subclasses(id),
      conforms: (node, shape) => this.conforms(node, shape),
      isTarget: (node, shape) => {
        const known = shapes.get(shape);
        return known !== undefined && this.isTarget(known, node);
      },
      isIncomplete: (node) => this.isIncomplete(node),
      results: (node, shape) => this.#details(node, shape),
      queryCheck: (constraint) => this.queryCheck(constraint),
      comparing: (constraint) => this.#comparing(constraint),
    };
  }

  get tooCostly(): ReadonlyMap<string, string> {
    return this.#accounts.tooCostly;
  }

  get notChecked(): readonly UncheckedPart[] {
    const { quarantined, isUnwatched } = this.#options;
    const queries = this.#queries?.notChecked() ?? (hasQueries(this.#shapes) ? queriesNotLoaded : []);
    const known = [...this.#shapes.notChecked, ...queries, ...this.#leftUnjudged()];
    if (!quarantined?.size && !isUnwatched && this.tooCostly.size === 0)
      return known.length > this.#shapes.notChecked.length ? known : this.#shapes.notChecked;
    const skipped = this.#shapes.shapes
      .flatMap(({ constraints }) => constraints)
      .flatMap((constraint) => {
        const why = this.#whyStuck(constraint);
        return why === undefined ? [] : [{ constraint, why }];
      });
    return [
      ...known,
      ...skipped.map(({ constraint: { shape, parameter, component }, why }) => ({
        reason: `${this.#term(parameter)} of ${this.#term(shape)} ${why}`,
        shape,
        component,
      })),
      ...this.#shapes.roots
        .filter((shape) => quarantined?.has(targetKey(shape)))
        .map(({ id }) => ({ reason: `sh:target of ${this.#term(id)} ${tookTooMuch}`, shape: id })),
    ];
  }

  leaveUnjudged(focusNodes: number, why: string): void {
    if (focusNodes === 0) return;
    this.#unjudged += focusNodes;
    this.#whyUnjudged = why;
  }

  #leftUnjudged(): readonly UncheckedPart[] {
    if (this.#unjudged === 0) return [];
    return [
      {
        reason: `${counted(this.#unjudged, 'focus node')} ${this.#unjudged === 1 ? 'was' : 'were'} not judged. ${this.#whyUnjudged}`,
        concerns: 'anyNode',
      },
    ];
  }

  targets(shape: TargetedShape): readonly TermId[] {
    return [...new Set(this.#selected(shape))];
  }

  hasTargets(shape: TargetedShape): boolean {
    for (const _ of this.#selected(shape)) return true;
    return false;
  }

  /** A node may occur more than once. */
  *#selected(shape: TargetedShape): Iterable<TermId> {
    const { focusNodes } = this.#options;
    for (const target of shape.targets) {
      for (const node of this.#selectedBy(target, shape)) {
        if (focusNodes?.has(node) !== false) yield node;
      }
    }
  }

  #selectedBy(target: Target, shape: TargetedShape): Iterable<TermId> {
    if (target.kind === 'where') return this.#conforming(target);
    const select = () => targetNodes(target, this.#graph, this.#classes, this.#options);
    if (target.kind !== 'sparql') return select();
    if (this.#options.quarantined?.has(targetKey(shape))) return [];
    return withNamedWork(this.#options.probe, targetKey(shape), select);
  }

  isTarget(shape: Shape, node: TermId): boolean {
    return shape.targets.some((target) =>
      isTargetOf(target, node, this.#graph, this.#classes, this.#conformsTo),
    );
  }

  readonly #conformsTo = (node: TermId, shape: TermId): boolean => this.conforms(node, shape);

  /** The nodes that conform to a shape: of those that a query selects, or of the graph. */
  #conforming({ shapeRef: shape, among }: Target & { readonly kind: 'where' }): readonly TermId[] {
    const candidates =
      (among && this.#selectedByQuery(among)) ??
      (this.incompleteness === undefined ? this.#candidatesFor(shape) : undefined);
    const nodes = candidates ?? nodesIn(this.#graph);
    const { focusNodes } = this.#options;
    const judged = [...nodes].filter((node) => focusNodes?.has(node) !== false);
    this.askQueries(shape, judged);
    return judged.filter((node) => this.conforms(node, shape));
  }

  /** The nodes that a query selects; undefined where it was given up. */
  #selectedByQuery(target: Target & { readonly kind: 'sparql' }): ReadonlySet<TermId> | undefined {
    const selection = queryJudging()?.selectedBy(target, this.#graph, this.#options);
    return selection?.problem === undefined ? selection?.nodes : undefined;
  }

  /** A superset of the nodes of the graph that conform to a shape; undefined if the shape gives none. */
  #candidatesFor(id: TermId): ReadonlySet<TermId> | undefined {
    const shape = this.#shapes.get(id);
    if (shape === undefined || shape.deactivated || shape.path !== undefined) return undefined;
    for (const constraint of shape.constraints) {
      if (constraint.kind === 'class')
        return new Set(targetNodes({ kind: 'class', class: constraint.class }, this.#graph, this.#classes));
    }
    for (const constraint of shape.constraints) {
      const property = constraint.kind === 'property' ? this.#shapes.get(constraint.shapeRef) : undefined;
      if (property?.path?.kind !== 'predicate' || property.deactivated) continue;
      const { predicate } = property.path;
      if (property.constraints.some((each) => each.kind === 'minCount' && each.count > 0))
        return new Set(this.#graph.withPredicate(predicate).map(({ subject }) => subject));
    }
    return undefined;
  }

  askQueries(shape: TermId, nodes: readonly TermId[]): void {
    if (this.#queries?.isAsked(shape)) this.#leavingOut(() => this.#askQueries(shape, nodes, new Set()));
  }

  askAgain(before: Evaluator, delta: GraphDelta): readonly ChangedVerdict[] {
    const earlier = before instanceof GraphEvaluator ? before.#queries : undefined;
    return (earlier && this.#queries?.askAgain(earlier, delta)) ?? [];
  }

  queryCheck(constraint: ConstraintOf<'sparql'>): Check {
    return this.#queries?.check(constraint) ?? { kind: 'focus', failures: () => [] };
  }

  values(focusNode: TermId, path: Path): readonly TermId[] {
    const last = this.#lastValues;
    if (last?.focusNode === focusNode && last.path === path) return last.values;
    const values = pathValues(this.#graph, focusNode, path);
    this.#lastValues = { focusNode, path, values };
    return values;
  }

  readonly countedValues = (constraint: Constraint, values: readonly TermId[]): readonly TermId[] =>
    constraint.kind === 'qualifiedMinCount' || constraint.kind === 'qualifiedMaxCount'
      ? qualifiedValues(constraint, this.#evaluation, values)
      : constraint.kind === 'someValue'
        ? qualifiedValues(minimumOf(constraint as ConstraintOf<'someValue'>), this.#evaluation, values)
        : values;

  conforms(node: TermId, shape: TermId): boolean {
    return this.#prepared(shape) === undefined || this.#verdicts.conforms(node, shape);
  }

  isIncomplete(node: TermId): boolean {
    return this.incompleteness?.includes(node) === true;
  }

  validateNode(node: TermId, shape: TermId, touched?: ReadonlySet<TermId>): readonly Violation[] {
    this.#root = { shape, node };
    const allowance = this.#allowance;
    try {
      if (allowance === undefined) return this.#results(node, shape, touched);
      const begin = performance.now();
      this.#spentBy(shape).nodes++;
      this.#timed = this.#timesOf(shape, allowance);
      const results = this.#leavingOut(() => this.#results(node, shape, touched));
      this.#took(shape, allowance.counted(performance.now() - begin), allowance);
      this.#found(shape, results, allowance);
      return results;
    } finally {
      this.#root = undefined;
    }
  }

  judgesEachValue(constraint: Constraint): boolean {
    return (
      this.#prepared(constraint.shape)?.constraints.some(
        (prepared) => prepared.constraint === constraint && isOfEachValue(prepared),
      ) === true
    );
  }

  get traced(): TracedData {
    return { shapes: this.#shapes, graph: this.#graph, classes: this.#classes };
  }

  isLeftOut(constraint: Constraint): boolean {
    if (this.#whyStuck(constraint) !== undefined) return true;
    return constraint.kind === 'sparql' && !this.#queries?.canAsk(constraint as ConstraintOf<'sparql'>);
  }

  check(constraint: Constraint): Check | undefined {
    if (this.isLeftOut(constraint)) return undefined;
    const shape = this.#shapes.get(constraint.shape);
    const check = this.#check(constraint, shape?.kind ?? 'node');
    if (check.kind === 'focus') return check;
    return {
      kind: 'value',
      accepts: (value) => this.attributeTo(constraint, () => check.accepts(value)),
      ...(check.details && { details: (value: TermId) => check.details!(value) }),
    };
  }

  attributeTo<T>(constraint: Constraint, work: () => T): T {
    const { probe } = this.#options;
    if (probe === undefined) return work();
    const before = probe.enter(probe.numberOf(constraint));
    const result = work();
    probe.leave(before);
    return result;
  }

  get #allowance(): Allowance | undefined {
    const { allowance } = this.#options;
    return allowance?.isOver ? undefined : allowance;
  }

  /** Does work, and repeats it without what turns out to be too costly. */
  #leavingOut<T>(work: () => T): T {
    if (this.#allowance === undefined) return work();
    for (;;) {
      this.#mayLeaveOut = true;
      try {
        return work();
      } catch (error) {
        if (!(error instanceof TooCostly) || this.tooCostly.has(error.key)) throw error;
        this.#leaveOut(error.key, error.message);
      } finally {
        this.#mayLeaveOut = false;
      }
    }
  }

  #leaveOut(key: string, why: string): void {
    this.#accounts.tooCostly.set(key, why);
    this.#preparedShapes.clear();
    this.#verdicts = this.#newVerdicts();
    this.#verdicts.remember(this.#remembered);
    this.#detailDepth = 0;
    this.#detailsLeft = maxDetails;
    this.#timed = undefined;
  }

  #newVerdicts(): Verdicts {
    return new Verdicts((node, shape) => this.#holds(node, this.#prepared(shape)!), this.#shapes.cycleOf);
  }

  /** Adds the cost of judging a node. Skips the constraint that took most of it when that is too much. */
  #took(shape: TermId, ms: number, allowance: Allowance): void {
    const { probe } = this.#options;
    const spent = this.#spentBy(shape);
    spent.ms += ms;
    const most = allowance.milliseconds(spent.nodes);
    if (spent.ms <= most || (probe?.worked?.() ?? most) - (spent.since ?? -1) <= most) return;
    const [costliest] = [...spent.of].sort(([, one], [, other]) => other - one)[0] ?? [];
    if (costliest === undefined) return;
    this.#leaveOut(constraintKey(costliest), tookTooLong);
    this.#accounts.spent.delete(shape);
  }

  /** Adds the findings at a node. Skips the constraint with most of them when there are too many. */
  #found(shape: TermId, results: readonly Violation[], allowance: Allowance): void {
    const spent = this.#spentBy(shape);
    spent.results += results.length;
    if (spent.results <= allowance.results(spent.nodes)) return;
    const most = mostFrequent(results.map(({ constraint }) => constraint));
    if (most) this.#leaveOut(constraintKey(most), tooManyResults);
    this.#accounts.spent.delete(shape);
  }

  #spentBy(shape: TermId): Spent {
    let spent = this.#accounts.spent.get(shape);
    if (spent === undefined) {
      spent = {
        ms: 0,
        nodes: 0,
        judged: 0,
        results: 0,
        since: this.#options.probe?.worked?.(),
        of: new Map(),
      };
      this.#accounts.spent.set(shape, spent);
    }
    return spent;
  }

  /** Ends judging a node when the time is up. */
  #lookAtTime(): void {
    const { allowance, deadline } = this.#options;
    if (isDropped(deadline)) throw new Error(timeIsUp);
    if (this.#mayLeaveOut && allowance && isTimeUp(allowance)) throw new WorkIsOver(timeIsUp);
  }

  /** Ends judging when the time is up, or when judging took too much at all nodes of a root shape. */
  #lookAtLimits(): void {
    const { probe } = this.#options;
    const allowance = this.#allowance;
    this.#lookAtTime();
    probe?.walked?.(judgedBetweenLooks * stepsOfJudged);
    if (!this.#mayLeaveOut || allowance === undefined || !this.#root || !this.#reporting) return;
    const spent = this.#spentBy(this.#root.shape);
    spent.judged += judgedBetweenLooks;
    if (spent.judged <= allowance.judged(spent.nodes)) return;
    this.#accounts.spent.delete(this.#root.shape);
    throw new TooCostly(constraintKey(this.#reporting), tookTooLong);
  }

  /** Where the times of a root shape's constraints are added up. Reading the clock takes longer than most of them do. */
  #timesOf(shape: TermId, allowance: Allowance): Map<Constraint, number> | undefined {
    const spent = this.#accounts.spent.get(shape);
    return spent && spent.ms > allowance.milliseconds(spent.nodes) / 4 ? spent.of : undefined;
  }

  /** Counts the steps of work with a key, and ends them at their limits. */
  #countingSteps(key: string, tooMany: string): CountedSteps {
    const { probe, allowance } = this.#options;
    const walked = this.#accounts.walked.get(key) ?? { steps: 0, nodes: 0 };
    this.#accounts.walked.set(key, walked);
    let untold = 0;
    const count = (few: number) => {
      untold += few;
      if (untold < stepsBetweenLooks) return;
      const steps = untold;
      untold = 0;
      walked.steps += steps;
      probe?.walked?.(steps);
      this.#lookAtTime();
      if (this.#mayLeaveOut && allowance && walked.steps > allowance.steps(walked.nodes))
        throw new TooCostly(key, tooMany);
    };
    return { count, walked };
  }

  #comparing(constraint: Constraint): ValueComparisons {
    const key = constraintKey(constraint);
    const { count, walked } = this.#countingSteps(key, tookTooLong);
    const { allowance } = this.#options;
    return {
      begin: () => {
        walked.nodes++;
      },
      count: (others, failures) => {
        count(others);
        if (this.#mayLeaveOut && allowance && failures > allowance.results(walked.nodes))
          throw new TooCostly(key, tooManyResults);
      },
    };
  }

  /** The links of the graph, for a shape with a path of several steps, whose steps are counted. */
  #linksFor(shape: Shape): { readonly links: Links; readonly begin: () => void } {
    const { count, walked } = this.#countingSteps(
      pathKey(shape.id),
      `follows a path with too many steps and is left out. ${fewerSteps}`,
    );
    const counted = (reached: readonly TermId[]) => {
      count(reached.length + 1);
      return reached;
    };
    const graph = this.#graph;
    return {
      links: {
        objects: (subject, predicate) => counted(graph.objects(subject, predicate)),
        subjects: (predicate, object) => counted(graph.subjects(predicate, object)),
      },
      begin: () => {
        walked.nodes++;
      },
    };
  }

  /** Finds the values of a node on a path of several steps. */
  #walkOf(shape: Shape, path: Path): PreparedShape['walk'] {
    if (isSingleStep(path)) return undefined;
    if (this.#isPathLeftOut(shape.id)) return () => [];
    const { probe } = this.#options;
    const { links, begin } = this.#linksFor(shape);
    const along = hasClosure(path) ? new ValuesAlong(links, path) : undefined;
    const number = probe?.numberOfWork(pathKey(shape.id), 1) ?? 0;
    return (node) => {
      begin();
      const before = probe?.enter(number) ?? 0;
      const values = along ? along.of(node) : pathValues(links, node, path);
      probe?.leave(before);
      return values;
    };
  }

  #isPathLeftOut(shape: TermId): boolean {
    const { quarantined } = this.#options;
    if (this.tooCostly.size === 0 && !quarantined?.size) return false;
    const key = pathKey(shape);
    return this.tooCostly.has(key) || quarantined?.has(key) === true;
  }

  /**
   * The reason for skipping a constraint: it took too long before, or may take forever where nothing would stop it;
   * undefined when it is judged.
   */
  #whyStuck(constraint: Constraint): string | undefined {
    const { quarantined, isUnwatched } = this.#options;
    if (quarantined !== undefined && quarantined.size > 0) {
      const isKnown =
        quarantined.has(constraintKey(constraint)) || quarantined.has(pathKey(constraint.shape));
      if (isKnown) return tookTooMuch;
    }
    if (this.tooCostly.size > 0) {
      const why =
        this.tooCostly.get(constraintKey(constraint)) ?? this.tooCostly.get(pathKey(constraint.shape));
      if (why !== undefined) return why;
    }
    const risk = isUnwatched && endlessPattern(constraint);
    return risk ? `is left out, because matching it may take forever: ${risk}.` : undefined;
  }

  /** The prepared shape; undefined when every node conforms to it. */
  #prepared(id: TermId): PreparedShape | undefined {
    let prepared = this.#preparedShapes.get(id);
    if (prepared === undefined && !this.#preparedShapes.has(id)) {
      const shape = this.#shapes.get(id);
      prepared = shape === undefined || shape.deactivated ? undefined : this.#prepare(shape);
      this.#preparedShapes.set(id, prepared);
    }
    return prepared;
  }

  #prepare(shape: Shape): PreparedShape {
    const { probe } = this.#options;
    const constraints = shape.constraints
      .filter((constraint) => !this.isLeftOut(constraint))
      .map((constraint) => ({
        constraint,
        number: probe?.numberOf(constraint) ?? 0,
        check: this.#check(constraint, shape.kind),
        property: lazy(() =>
          constraint.kind === 'property' ? this.#prepared(constraint.shapeRef) : undefined,
        ),
      }));
    const { graph } = this.#shapes;
    const term = this.#term;
    if (shape.path && hasClosure(shape.path)) {
      for (const { constraint } of constraints) {
        const refs = shapeRefsOf(constraint);
        this.#remembered.push(...refs);
        this.#verdicts.remember(refs);
      }
    }
    return {
      shape,
      walk: shape.path && this.#walkOf(shape, shape.path),
      counts: this.#countsOf(shape, constraints),
      isRecursive: this.#shapes.cycleOf(shape.id) !== undefined,
      judgesValuesIndependently: judgingValuesIndependently(this.#shapes).has(shape.id),
      constraints,
      withoutValues: constraints.filter(({ constraint }) => componentOf(constraint).asksForValues),
      wording: {
        shape,
        words: lazy(() => wordsFor(shape, graph, term)),
        recordedWords: lazy(() => recordedWordsFor(shape, graph, term)),
        shapesGraph: graph,
      },
    };
  }

  #check(constraint: Constraint, kind: Shape['kind']): Check {
    const component = componentOf(constraint);
    const check = component.prepare(constraint, this.#evaluation);
    const incompleteness = this.incompleteness;
    return incompleteness
      ? excusing(check, excusedAt(component.excusedBy, kind), (node) => incompleteness.includes(node))
      : check;
  }

  /** Undefined unless the constraints only need the number of values of a closure. */
  #countsOf(shape: Shape, constraints: readonly PreparedConstraint[]): (() => ReachCounts) | undefined {
    const { path } = shape;
    if (!path || constraints.length === 0 || !hasClosure(path)) return undefined;
    let most = mostCounted;
    for (const { constraint, check } of constraints) {
      const looksAtNumber = check.kind === 'focus' && check.failuresOfCount !== undefined;
      if (!looksAtNumber) return undefined;
      if ('count' in constraint) most = Math.max(most, constraint.count);
    }
    return lazy(() => new ReachCounts(this.#linksFor(shape).links, automatonOf(path), most));
  }

  #valuesOf({ shape: { path }, walk }: PreparedShape, focusNode: TermId): readonly TermId[] {
    if (path === undefined) return [focusNode];
    if (walk !== undefined) return walk(focusNode);
    if (path.kind === 'predicate') return this.#graph.objects(focusNode, path.predicate);
    return pathValues(this.#graph, focusNode, path);
  }

  #askQueries(id: TermId, nodes: readonly TermId[], above: Set<TermId>): void {
    const prepared = this.#prepared(id);
    if (prepared === undefined || nodes.length === 0 || above.has(id)) return;
    above.add(id);
    const valuesOf = (node: TermId) => this.#valuesOf(prepared, node);
    const values = lazy(() => [...new Set(nodes.flatMap(valuesOf))]);
    for (const { constraint, check } of prepared.constraints) {
      if (check.kind === 'focus') check.judgeAll?.(nodes, valuesOf);
      for (const ref of shapeRefsOf(constraint)) {
        if (!this.#queries?.isAsked(ref)) continue;
        const judged = isJudgedElsewhere(constraint)
          ? nodes.flatMap((node) => judgedBy(constraint, node, valuesOf(node), this.#graph))
          : values();
        this.#askQueries(ref, judged, above);
      }
    }
    above.delete(id);
  }

  /** Only the verdict; stops at the first failure. */
  #holds(focusNode: TermId, prepared: PreparedShape): boolean {
    const { probe } = this.#options;
    if (++this.#judged % judgedBetweenLooks === 0) this.#lookAtLimits();
    if (prepared.counts) return this.#countFailures(focusNode, prepared, () => undefined) === 0;
    const values = this.#valuesOf(prepared, focusNode);
    const constraints = values.length === 0 ? prepared.withoutValues : prepared.constraints;
    for (const { check, number } of constraints) {
      const before = probe === undefined ? 0 : probe.enter(number);
      const holds = accepts(check, focusNode, values);
      probe?.leave(before);
      if (!holds) return false;
    }
    return true;
  }

  #results(node: TermId, shape: TermId, touched?: ReadonlySet<TermId>): readonly Violation[] {
    const run: Run = { results: [], visited: undefined, postponed: undefined, nesting: 0, touched };
    const prepared = this.#prepared(shape);
    if (prepared === undefined) return noResults;
    this.#report(node, prepared, run);
    for (let next = run.postponed?.pop(); next; next = run.postponed?.pop()) {
      this.#report(next.node, next.shape, run);
    }
    return run.results.length === 0 ? noResults : run.results;
  }

  #report(focusNode: TermId, prepared: PreparedShape, run: Run): void {
    if (prepared.isRecursive && wasReported(prepared.shape.id, focusNode, run)) return;
    if (run.nesting >= maxNesting) {
      run.postponed ??= [];
      run.postponed.push({ node: focusNode, shape: prepared });
      return;
    }
    const { probe } = this.#options;
    if (prepared.counts) {
      this.#countFailures(focusNode, prepared, (constraint, failure) => {
        run.results.push(this.#violation(focusNode, prepared, constraint, failure));
      });
      return;
    }
    const values = this.#valuesOf(prepared, focusNode);
    const constraints = values.length === 0 ? prepared.withoutValues : prepared.constraints;
    const { touched } = run;
    const judged =
      touched && prepared.judgesValuesIndependently ? values.filter((value) => touched.has(value)) : values;
    const isRoot = run.nesting === 0 && this.#detailDepth === 0;
    const timed = isRoot ? this.#timed : undefined;
    run.nesting++;
    for (const { constraint, check, number, property } of constraints) {
      if (isRoot) this.#reporting = constraint;
      const begin = timed ? performance.now() : 0;
      if (constraint.kind === 'property') {
        const nested = property();
        if (nested) this.#reportAll(this.#judgedFurther(values, prepared), nested, run);
        timed?.set(constraint, (timed.get(constraint) ?? 0) + performance.now() - begin);
        continue;
      }
      const before = probe === undefined ? 0 : probe.enter(number);
      if (check.kind === 'value') {
        for (const value of judged) {
          if (check.accepts(value)) continue;
          const details = check.details?.(value);
          run.results.push(this.#violation(focusNode, prepared, constraint, { value }, details));
        }
      } else {
        for (const failure of check.failures(focusNode, values)) {
          const details = check.details?.(focusNode, values, failure);
          run.results.push(this.#violation(focusNode, prepared, constraint, failure, details));
        }
      }
      probe?.leave(before);
      timed?.set(constraint, (timed.get(constraint) ?? 0) + performance.now() - begin);
    }
    run.nesting--;
  }

  /** The values of a property shape that its nested property shapes judge: all except incomplete ones. */
  #judgedFurther(values: readonly TermId[], { shape }: PreparedShape): readonly TermId[] {
    if (this.incompleteness === undefined || shape.kind === 'node') return values;
    return values.filter((value) => !this.isIncomplete(value));
  }

  /**
   * Values that are reached from many nodes are judged only once; their results are reported only if they do not
   * conform.
   */
  #reportAll(values: readonly TermId[], nested: PreparedShape, run: Run): void {
    const isJudgedOnce = this.#verdicts.isRemembered(nested.shape.id);
    for (const value of values) {
      if (!isJudgedOnce || !this.#verdicts.conforms(value, nested.shape.id)) this.#report(value, nested, run);
    }
  }

  /**
   * Calls `visit` for each failure of a counting constraint.
   *
   * @returns the number of failures.
   */
  #countFailures(
    focusNode: TermId,
    { counts, constraints }: PreparedShape,
    visit: (constraint: Constraint, failure: ResultDetails) => void,
  ): number {
    const { probe } = this.#options;
    let failures = 0;
    let count: ValueCount | undefined;
    for (const { constraint, check, number } of constraints) {
      const before = probe === undefined ? 0 : probe.enter(number);
      count ??= counts!().of(focusNode);
      for (const failure of (check.kind === 'focus' && check.failuresOfCount?.(count, focusNode)) ||
        noFailures) {
        visit(constraint, failure);
        failures++;
      }
      probe?.leave(before);
    }
    return failures;
  }

  #violation(
    focusNode: TermId,
    { wording }: PreparedShape,
    constraint: Constraint,
    failure: ResultDetails,
    details: readonly Violation[] = noResults,
  ): Violation {
    if (this.#detailDepth === 0) this.#detailsLeft = maxDetails;
    return new FoundViolation(this.#root!, focusNode, constraint, failure, details, wording);
  }

  #details(node: TermId, shape: TermId): readonly Violation[] {
    if (this.#detailDepth >= maxDetailDepth || this.#detailsLeft <= 0) return [];
    this.#lookAtTime();
    this.#detailDepth++;
    try {
      const results = this.#results(node, shape).slice(0, this.#detailsLeft);
      this.#detailsLeft -= results.length;
      return results;
    } finally {
      this.#detailDepth--;
    }
  }
}

function isOfEachValue({ constraint, check }: PreparedConstraint): boolean {
  return constraint.kind !== 'property' && check.kind === 'value';
}

function wasReported(shape: TermId, node: TermId, run: Run): boolean {
  run.visited ??= new Set();
  const key = pairKey(shape, node);
  if (run.visited.has(key)) return true;
  run.visited.add(key);
  return false;
}

function accepts(check: Check, focusNode: TermId, values: readonly TermId[]): boolean {
  if (check.kind === 'focus') return check.failures(focusNode, values).length === 0;
  for (const value of values) if (!check.accepts(value)) return false;
  return true;
}
