import { yieldToEventLoop } from '../../base/abort.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { Triple } from '../../rdf/terms.ts';
import { changedInput, changesClasses, type InputChange } from '../../shacl/incremental/changedInput.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import { type Trace, traceOf } from '../../shacl/incremental/trace.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { mergeChanges } from '../drafts/change.ts';
import { compareValidations } from '../proof/verify.ts';
import type { AcceptedRepair, RepairProblem } from '../repair.ts';

/**
 * Repairs of one unit, applied one after the other to a copy of its graph. The accepted repairs have removed their
 * results and introduced none. Each step costs in proportion to what it may affect, regardless of the changes so far.
 */
export class JointChange {
  readonly repairs: AcceptedRepair[] = [];
  readonly #start: RecordedValidation;
  readonly #change = new MergedChange();
  #recorded: RecordedValidation;
  /** How many graphs are stacked. */
  #depth = 0;

  constructor(start: RecordedValidation) {
    this.#start = start;
    this.#recorded = start;
  }

  /** All changes combined. */
  get delta(): GraphDelta {
    return this.#change.delta;
  }

  /** The same problem after the repairs so far; undefined when its result is gone. */
  still(problem: RepairProblem): RepairProblem | undefined {
    const { rootShape, rootFocusNode } = problem.violation;
    const shape = this.#recorded.input.shapes.get(rootShape);
    if (shape === undefined) return undefined;
    const key = violationKey(problem.violation);
    const violation = this.#recorded
      .resultsOf({ shape, node: rootFocusNode })
      .find((each) => violationKey(each) === key);
    return violation && { ...problem, violation, recorded: this.#recorded };
  }

  /**
   * Applies as many of some independently chosen repairs as are known to be compatible.
   *
   * If all of them leave or cause a result that should not be there, the repairs on which it depends are left out; the
   * others cannot affect it. So there are few attempts, however many repairs conflict.
   */
  async addTogether(repairs: readonly AcceptedRepair[], signal: AbortSignal): Promise<void> {
    let open = repairs;
    for (let attempt = 0; attempt < maxAttempts && open.length > 0; attempt++) {
      await yieldToEventLoop(signal);
      const deltas = open.map(({ chosen }) => chosen.verdict.delta);
      const change = this.#changeBy(joined(deltas));
      const violations = open.map(({ problem }) => problem.violation);
      const { kept, introduced, recorded } = await compareValidations(
        this.#recorded,
        change.input,
        violations,
        signal,
      );
      const after = recorded();
      if (kept.length + introduced.length === 0) {
        this.#take(open, change.delta, after);
        return;
      }
      const out = this.#toBlame(open, deltas, { kept, introduced }, after);
      open = open.filter((_, number) => !out.has(number));
    }
  }

  /** Applies one more repair if it still holds: its result goes away, and there is no new one. */
  async add(repair: AcceptedRepair, signal: AbortSignal): Promise<boolean> {
    await yieldToEventLoop(signal);
    const change = this.#changeBy(repair.chosen.verdict.delta);
    if (change.delta.added.length + change.delta.removed.length === 0) return false;
    const { violation } = repair.problem;
    const { kept, introduced, recorded } = await compareValidations(
      this.#recorded,
      change.input,
      [violation],
      signal,
    );
    if (kept.length + introduced.length > 0) return false;
    this.#take([repair], change.delta, recorded());
    return true;
  }

  /** The numbers of the repairs on which unwanted results depend. */
  #toBlame(
    open: readonly AcceptedRepair[],
    deltas: readonly GraphDelta[],
    { kept, introduced }: { readonly kept: readonly Violation[]; readonly introduced: readonly Violation[] },
    after: RecordedValidation,
  ): ReadonlySet<number> {
    const suspects = new ResponsibleChanges(deltas);
    const out = new Set<number>();
    const isKept = new Set(kept);
    for (const [number, { problem }] of open.entries()) if (isKept.has(problem.violation)) out.add(number);
    for (const violation of [...kept, ...introduced]) {
      for (const number of suspects.of(violation, this.#recorded, after)) out.add(number);
    }
    return out.size > 0 ? out : new Set(open.keys());
  }

  #changeBy(delta: GraphDelta): { readonly input: InputChange; readonly delta: GraphDelta } {
    const { input } = this.#recorded;
    const graph = input.entailment?.asserted ?? input.dataGraph;
    const holds = ({ subject, predicate, object }: Triple) => graph.has(subject, predicate, object);
    const named = new Set(delta.added.map(tripleKey));
    const exact: GraphDelta = {
      added: delta.added.filter((triple) => !holds(triple)),
      removed: delta.removed.filter((triple) => holds(triple) && !named.has(tripleKey(triple))),
    };
    // Inferred triples are updated step by step.
    const isDeep = this.#depth >= maxDepth && input.entailment === undefined;
    if (!isDeep) return { input: changedInput(input, exact), delta: exact };
    const all = mergeChanges(this.delta, exact);
    const flat = changedInput(this.#start.input, all);
    return {
      input: { input: flat.input, delta: exact, classesChanged: changesClasses(exact) },
      delta: exact,
    };
  }

  #take(repairs: readonly AcceptedRepair[], delta: GraphDelta, recorded: RecordedValidation): void {
    this.repairs.push(...repairs);
    this.#change.add(delta);
    this.#recorded = recorded;
    this.#depth = this.#depth >= maxDepth ? 1 : this.#depth + 1;
  }
}

/** After this many attempts, the rest is applied one by one. */
const maxAttempts = 8;

/** Each look-up goes through all stacked graphs, but flattening them takes time, too. */
const maxDepth = 8;

/** The combined change of repairs that are made one after the other. */
export function composeRepairs(repairs: readonly AcceptedRepair[]): GraphDelta {
  const all = new MergedChange();
  for (const { chosen } of repairs) all.add(chosen.verdict.delta);
  return all.delta;
}

/** Changes made one after the other; whatever a later one reverts is in neither part. */
class MergedChange {
  readonly #added = new Map<string, Triple>();
  readonly #removed = new Map<string, Triple>();

  get delta(): GraphDelta {
    return { added: [...this.#added.values()], removed: [...this.#removed.values()] };
  }

  add({ added, removed }: GraphDelta): void {
    for (const triple of removed) {
      const key = tripleKey(triple);
      if (!this.#added.delete(key)) this.#removed.set(key, triple);
    }
    for (const triple of added) {
      const key = tripleKey(triple);
      if (!this.#removed.delete(key)) this.#added.set(key, triple);
    }
  }
}

/** All changes at once. */
export function joined(deltas: readonly GraphDelta[]): GraphDelta {
  const distinct = (triples: readonly Triple[]) => [
    ...new Map(triples.map((triple) => [tripleKey(triple), triple])).values(),
  ];
  return {
    added: distinct(deltas.flatMap(({ added }) => added)),
    removed: distinct(deltas.flatMap(({ removed }) => removed)),
  };
}

/**
 * Finds the changes that may be responsible for a result, among many that were made together.
 *
 * A verdict can only change when a look-up has a different answer than before. So the look-up on the
 * changed graph saw a triple that a change added, or the look-up on the unchanged graph saw one that a change removed.
 */
export class ResponsibleChanges {
  readonly #adding: ReadonlyMap<string, readonly number[]>;
  readonly #removing: ReadonlyMap<string, readonly number[]>;

  constructor(changes: readonly GraphDelta[]) {
    this.#adding = numbersByTriple(changes.map(({ added }) => added));
    this.#removing = numbersByTriple(changes.map(({ removed }) => removed));
  }

  /** The numbers of the changes; empty when the result depends on inferred triples rather than on triples of a file. */
  of(violation: Violation, before: RecordedValidation, after: RecordedValidation): ReadonlySet<number> {
    const { focusNode, sourceShape, constraint, rootFocusNode, rootShape } = violation;
    const own = this.#touching(
      traceOf(before.evaluator.traced, focusNode, sourceShape, constraint),
      traceOf(after.evaluator.traced, focusNode, sourceShape, constraint),
    );
    if (own.size > 0) return own;
    // Then the cause is the path to the focus node, or the target.
    return this.#touching(
      traceOf(before.evaluator.traced, rootFocusNode, rootShape),
      traceOf(after.evaluator.traced, rootFocusNode, rootShape),
    );
  }

  #touching(before: Trace, after: Trace): ReadonlySet<number> {
    return new Set([
      ...triplesOf(before).flatMap((triple) => this.#removing.get(tripleKey(triple)) ?? []),
      ...triplesOf(after).flatMap((triple) => this.#adding.get(tripleKey(triple)) ?? []),
    ]);
  }
}

function triplesOf({ target, triples, subclasses }: Trace): readonly Triple[] {
  return [...target, ...triples, ...subclasses];
}

function numbersByTriple(sides: readonly (readonly Triple[])[]): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, triples] of sides.entries()) {
    for (const triple of triples) {
      const key = tripleKey(triple);
      const list = numbers.get(key);
      if (list) list.push(number);
      else numbers.set(key, [number]);
    }
  }
  return numbers;
}
