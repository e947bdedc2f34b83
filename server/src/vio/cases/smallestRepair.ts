import { yieldToEventLoop } from '../../base/abort.ts';
import { memoized } from '../../base/memoized.ts';
import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { pairKey, tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { changeKey, changeSize, mergeChanges, noChange } from '../../repair/drafts/change.ts';
import { draftOfData, withFix } from '../../repair/drafts/draft.ts';
import { fixOfChange } from '../../repair/drafts/fix.ts';
import { isJudgedByTermAlone } from '../../repair/drafts/goal.ts';
import { fixesFor } from '../../repair/search/goals.ts';
import type { Evaluator, Focus } from '../../shacl/evaluator.ts';
import { changedInput, changesClasses, type InputChange } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { Monotonicity } from '../../shacl/monotonicity.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import {
  mayBothMatch,
  type RelevantEdits,
  relevantEdits,
  type Violating,
} from '../expansion/relevantEdits.ts';
import type { VioProblem } from '../problem.ts';

/**
 * What is known about the smallest repairs of a violated graph. A repair is a change of its triples that leaves no result
 * other than those the original graph had. Shapes and rdfs:subClassOf stay unchanged.
 */
export interface SmallestRepair {
  /** The smallest repair found. It has at most as many triples as the inverse of the change. */
  readonly repair: GraphDelta;
  /** True when no smaller repair exists. */
  readonly isProven: boolean;
  /**
   * Whether a repair of this size only takes focus nodes out of their targets, so that their results are no longer
   * reported; undefined when that is not known.
   */
  readonly isRetargeting: boolean | undefined;
}

/** The search stops after it has judged this many states of the graph. */
const maxJudged = 200;
/** The search does not look for repairs with more triples. */
const maxSize = 3;
const maxParts = 40;
const maxCompared = 16;
const maxProposals = 8;

/**
 * Looks for a repair that is smaller than the inverse of a change: first among the parts of the inverse, then among the
 * edits that the results need. The search is bounded by counts, so the same graph always has the same answer.
 *
 * @param change the change that violated the graph.
 * @param results the results that the change introduced.
 * @throws the signal's reason when aborted.
 */
export function smallestRepair(
  problem: VioProblem,
  change: GraphDelta,
  results: readonly Violation[],
  signal?: AbortSignal,
): Promise<SmallestRepair> {
  return new Search(problem, change, results, signal).run();
}

/** The graph after some edits of the violated graph. */
interface State extends InputChange {
  readonly edit: GraphDelta;
  readonly evaluator: Evaluator;
}

class Search {
  readonly #problem: VioProblem;
  readonly #change: GraphDelta;
  readonly #results: readonly Violation[];
  readonly #signal: AbortSignal | undefined;
  readonly #inverse: GraphDelta;
  readonly #monotonicity: Monotonicity;
  readonly #start: State;
  readonly #verdicts = new Map<string, boolean>();
  #judged = 0;
  /** True when there may be repairs that the search did not examine. */
  #isIncomplete: boolean;

  constructor(
    problem: VioProblem,
    change: GraphDelta,
    results: readonly Violation[],
    signal: AbortSignal | undefined,
  ) {
    this.#problem = problem;
    this.#change = change;
    this.#results = results;
    this.#signal = signal;
    this.#inverse = { added: change.removed, removed: change.added };
    this.#monotonicity = monotonicityOf(problem.recorded.input.shapes);
    this.#start = this.#stateAfter(noChange);
    const { input, result } = problem.recorded;
    const known = new Set(result.violations.map(violationKey));
    // With entailment, a result may rest on triples that no trace names. A result that existed before has two causes.
    this.#isIncomplete =
      input.entailment !== undefined || results.some((each) => known.has(violationKey(each)));
  }

  async run(): Promise<SmallestRepair> {
    const most = changeSize(this.#inverse);
    if (this.#changesMeaning()) {
      return { repair: this.#inverse, isProven: most === 1, isRetargeting: undefined };
    }
    const retargeting = this.#retargeting();
    // A single part of the inverse is often enough, and cheaper to find than the edits that the results need.
    let repair = most > 1 ? await this.#partOf(1) : undefined;
    let least = repair ? 1 : this.#leastSize();
    for (let size = least; size < most && repair === undefined; size++) {
      repair = await this.#ofSize(size, retargeting);
      if (repair === undefined && !this.#isIncomplete) least = size + 1;
    }
    if (this.#isIncomplete) repair ??= await this.#proposed(most);
    repair ??= this.#inverse;
    const size = changeSize(repair);
    if (size > least) return { repair, isProven: false, isRetargeting: undefined };
    const isOfThatSize = retargeting !== undefined && changeSize(retargeting) === size;
    const isRetargeting =
      isOfThatSize && this.#leavesAllElse(retargeting) && (await this.#repairs(retargeting));
    // With entailment, the triple that makes a node a target may be inferred from triples that the search does not look
    // for.
    const isUnknown = !isRetargeting && this.#problem.recorded.input.entailment !== undefined;
    return { repair, isProven: true, isRetargeting: isUnknown ? undefined : isRetargeting };
  }

  /** True when the change affects shapes or classes, which would then have to be read again for each edit. */
  #changesMeaning(): boolean {
    return changesClasses(this.#change) || this.#start.input.shapes !== this.#problem.recorded.input.shapes;
  }

  /** A lower bound: results that share no relevant triple need one triple each. */
  #leastSize(): number {
    if (this.#isIncomplete) return 1;
    const gone = new Set<string>();
    const added: LookUp[] = [];
    let least = 0;
    for (const result of this.#results.slice(0, maxCompared)) {
      const { removals, additions, open } = this.#relevantTo(result, this.#start, changeSize(this.#inverse));
      const keys = removals.map(tripleKey);
      const wanted = [...additions, ...open];
      if (keys.some((key) => gone.has(key))) continue;
      if (wanted.some((one) => added.some((other) => mayBothMatch(one, other)))) continue;
      for (const key of keys) gone.add(key);
      added.push(...wanted);
      least++;
    }
    return Math.max(least, 1);
  }

  async #ofSize(size: number, retargeting: GraphDelta | undefined): Promise<GraphDelta | undefined> {
    if (retargeting && changeSize(retargeting) === size && (await this.#holds(retargeting)))
      return retargeting;
    const part = await this.#partOf(size);
    if (part) return part;
    if (size > maxSize) {
      this.#isIncomplete = true;
      return undefined;
    }
    return this.#from(this.#start, this.#results, size, new Set());
  }

  async #partOf(size: number): Promise<GraphDelta | undefined> {
    for (const part of parts(this.#inverse, size, maxParts)) if (await this.#holds(part)) return part;
    return undefined;
  }

  /** Applies an edit that some result needs, then continues with the results that are left. */
  async #from(
    state: State,
    results: readonly Violation[],
    left: number,
    seen: Set<string>,
  ): Promise<GraphDelta | undefined> {
    const needs = results.slice(0, maxCompared).map((result) => this.#relevantTo(result, state, left));
    const least = needs.reduce((best, need) => (isEasier(need, best) ? need : best));
    if (isOpen(least, left === 1 ? needs : [])) this.#isIncomplete = true;
    const touched = new Set([...state.edit.added, ...state.edit.removed].map(tripleKey));
    for (const single of singleEdits(least, left === 1 ? needs : [])) {
      if ([...single.added, ...single.removed].some((triple) => touched.has(tripleKey(triple)))) continue;
      const edit = mergeChanges(state.edit, single);
      const key = changeKey(edit);
      if (seen.has(key)) continue;
      seen.add(key);
      if (left === 1) {
        if (await this.#holds(edit)) return edit;
        continue;
      }
      if (!this.#mayJudge()) return undefined;
      const next = this.#stateAfter(edit);
      const rest = await this.#introduced(next);
      const repair = rest.length === 0 ? edit : await this.#from(next, rest, left - 1, seen);
      if (repair) return repair;
    }
    return undefined;
  }

  /**
   * The smallest symbolic repair, or one that adds a value of other nodes; undefined when none is smaller than `below`.
   */
  async #proposed(below: number): Promise<GraphDelta | undefined> {
    for (const proposals of [this.#symbolic(), this.#othersValues()]) {
      let count = 0;
      for (const change of proposals) {
        if (changeSize(change) < below && (await this.#holds(change))) return change;
        if (++count === maxProposals) break;
      }
    }
    return undefined;
  }

  *#symbolic(): Iterable<GraphDelta> {
    const draft = withFix(draftOfData(this.#problem), fixOfChange(this.#change, 'plausible'));
    for (const { change } of fixesFor(this.#results[0]!, draft)) yield change;
  }

  /**
   * Adds one more value where a result depends on a changed node. The candidates are values that other nodes have for
   * the same property.
   */
  *#othersValues(): Iterable<GraphDelta> {
    const { dataGraph } = this.#start.input;
    const changed = new Set([...this.#change.added, ...this.#change.removed].map(({ subject }) => subject));
    for (const { subject, predicate, object } of this.#relevantTo(this.#results[0]!, this.#start, 1)
      .removals) {
      if (!changed.has(object)) continue;
      const values = new Set(dataGraph.withPredicate(predicate).map((use) => use.object));
      for (const value of values) {
        const triple = { subject, predicate, object: value };
        if (!hasTriple(dataGraph, triple)) yield { added: [triple], removed: [] };
      }
    }
  }

  /** Takes all focus nodes with results out of the targets; undefined when that is impossible. */
  #retargeting(): GraphDelta | undefined {
    const { input } = this.#start;
    const removed = new Map<string, Triple>();
    const subclasses = (id: TermId) => this.#problem.recorded.classes.subclasses(id);
    for (const { shape, node } of rootsOf(this.#results, input.shapes)) {
      for (const target of shape.targets) {
        if (target.kind === 'node' && target.node === node) return undefined;
        for (const triple of targetingTriples(target, node, input.dataGraph, subclasses)) {
          if (!this.#isEditable(triple)) return undefined;
          removed.set(tripleKey(triple), triple);
        }
      }
    }
    return { added: [], removed: [...removed.values()] };
  }

  /** True when the focus nodes would still have the same results as targets. */
  #leavesAllElse(retargeting: GraphDelta): boolean {
    const { evaluator, input } = this.#stateAfter(retargeting);
    const left = new Set(
      rootsOf(this.#results, input.shapes).flatMap(({ shape, node }) =>
        evaluator.validateNode(node, shape.id).map(violationKey),
      ),
    );
    return this.#results.every(
      (result) =>
        left.has(violationKey(result)) && !isRefusedAsValue(result, retargeting, this.#start.evaluator),
    );
  }

  #relevantTo(result: Violation, { input, evaluator }: State, left: number): RelevantEdits {
    const violating: Violating = {
      shapes: input.shapes,
      graph: input.dataGraph,
      classes: this.#problem.recorded.classes,
      evaluator,
      monotonicity: this.#monotonicity,
      isEditable: (triple) => this.#isEditable(triple),
    };
    return relevantEdits(result, violating, left);
  }

  #isEditable(triple: Triple): boolean {
    const { added } = this.#change;
    return (
      hasTriple(this.#problem.recorded.input.reportedGraph, triple) ||
      added.some((other) => tripleKey(other) === tripleKey(triple))
    );
  }

  async #holds(edit: GraphDelta): Promise<boolean> {
    const key = changeKey(edit);
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    if (!this.#mayJudge()) return false;
    const verdict = await this.#repairs(edit);
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  async #repairs(edit: GraphDelta): Promise<boolean> {
    const state = this.#stateAfter(edit);
    return !this.#keepsResults(state) && (await this.#introduced(state)).length === 0;
  }

  #mayJudge(): boolean {
    if (this.#judged === maxJudged) {
      this.#isIncomplete = true;
      return false;
    }
    this.#judged++;
    return true;
  }

  /** A quick check at the focus nodes of the results. It rules out most edits. */
  #keepsResults({ evaluator, input }: State): boolean {
    if (this.#problem.recorded.result.violations.length > 0) return false;
    return rootsOf(this.#results, input.shapes).some(
      ({ shape, node }) => evaluator.isTarget(shape, node) && !evaluator.conforms(node, shape.id),
    );
  }

  async #introduced(state: State): Promise<readonly Violation[]> {
    await yieldToEventLoop(this.#signal);
    const { before, after } = await this.#problem.recorded.revalidate(state, this.#signal);
    return compareResults(before, after).introduced;
  }

  #stateAfter(edit: GraphDelta): State {
    const { recorded } = this.#problem;
    const change = mergeChanges(this.#change, edit);
    const changed = changedInput(recorded.input, change);
    const evaluator = recorded.evaluatorOn(changed.input, recorded.classes);
    return { ...changed, edit, evaluator };
  }
}

/** The root shape and focus node of each result, without duplicates. */
function rootsOf(results: readonly Violation[], shapes: ShapesGraph): readonly Focus[] {
  const roots = new Map<number, Focus>();
  for (const { rootShape, rootFocusNode } of results) {
    const shape = shapes.get(rootShape);
    if (shape) roots.set(pairKey(rootShape, rootFocusNode), { shape, node: rootFocusNode });
  }
  return [...roots.values()];
}

/**
 * True when the removed triples have the focus node as a value, and the constraint judges that value by its term alone.
 */
function isRefusedAsValue(
  { path, focusNode, rootFocusNode, sourceShape, constraint }: Violation,
  { removed }: GraphDelta,
  evaluator: Evaluator,
): boolean {
  const isValue = removed.every(({ predicate, object }) => object === focusNode && predicate !== rdf.type);
  return (
    path === undefined &&
    focusNode === rootFocusNode &&
    isValue &&
    isJudgedByTermAlone(evaluator, focusNode, sourceShape, constraint)
  );
}

function isEasier(one: RelevantEdits, other: RelevantEdits): boolean {
  if ((one.open.length === 0) !== (other.open.length === 0)) return one.open.length === 0;
  return sizeOf(one) < sizeOf(other);
}

function sizeOf({ removals, additions }: RelevantEdits): number {
  return removals.length + additions.length;
}

/** True when an addition that is not listed may be a repair. @param all as below */
function isOpen({ open }: RelevantEdits, all: readonly RelevantEdits[]): boolean {
  return open.some((one) => all.every((need) => need.open.some((other) => mayBothMatch(one, other))));
}

/** Changes of one triple. @param all the edits that each result needs, when one change must repair all of them. */
function* singleEdits(
  { removals, additions }: RelevantEdits,
  all: readonly RelevantEdits[],
): Iterable<GraphDelta> {
  for (const triple of [...additions, ...all.flatMap((need) => need.additions)])
    yield { added: [triple], removed: [] };
  const keys = all.map((need) => new Set(need.removals.map(tripleKey)));
  for (const triple of removals) {
    const key = tripleKey(triple);
    if (keys.every((each) => each.has(key))) yield { added: [], removed: [triple] };
  }
}

/** Up to `max` parts of a change with `size` triples each, in order. */
function* parts({ added, removed }: GraphDelta, size: number, max: number): Iterable<GraphDelta> {
  const all = [
    ...removed.map((triple) => ({ triple, isAdded: false })),
    ...added.map((triple) => ({ triple, isAdded: true })),
  ];
  let count = 0;
  for (const chosen of subsets(all, size)) {
    if (++count > max) return;
    yield {
      added: chosen.filter(({ isAdded }) => isAdded).map(({ triple }) => triple),
      removed: chosen.filter(({ isAdded }) => !isAdded).map(({ triple }) => triple),
    };
  }
}

function* subsets<T>(items: readonly T[], size: number): Iterable<readonly T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [i, first] of items.entries()) {
    for (const rest of subsets(items.slice(i + 1), size - 1)) yield [first, ...rest];
  }
}

const monotonicityOf = memoized((shapes: ShapesGraph) => new Monotonicity(shapes));

/** Sorts results by shape, focus node, path and value, so that the order does not depend on the search. */
export function inReportOrder(results: readonly Violation[], { shapes }: ShapesGraph): readonly Violation[] {
  const place = new Map(shapes.map(({ id }, index) => [id, index]));
  return results
    .map((result) => ({
      result,
      shape: place.get(result.sourceShape) ?? shapes.length,
      text: textOf(result),
    }))
    .sort((a, b) => a.shape - b.shape || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ result }) => result);
}

function textOf({ focusNode, component, constraint, value, language }: Violation): string {
  const parts = [focusNode, component, constraint.parameterValue, value].map((term) =>
    term === undefined ? '' : termToNTriples(term),
  );
  return [...parts, language ?? ''].join(' ');
}
