import { heldUpFor, yieldToEventLoop } from '../../base/abort.ts';
import { lazy } from '../../base/lazy.ts';
import { memoized } from '../../base/memoized.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/pairKey.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions, type Focus } from '../evaluator.ts';
import { endedAtFirstResult, type IsEnough } from '../firstLook.ts';
import { incompletenessKey } from '../incompleteness.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { type ValidationFindings, type Violation, violationKey } from '../model/violation.ts';
import { selectingShapes, withStatedTargets } from '../shapesGraph/targets.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import type { ValidationInput, Validator } from '../validationUnit.ts';
import { Allowance, throwIfOver, type Watch, WorkIsOver, whyOver } from '../watch.ts';
import type { InputChange } from './changedInput.ts';
import { judgingValuesIndependently } from './judgingValuesIndependently.ts';
import { KnownResults } from './knownResults.ts';

/** How the root shapes of a changed shapes graph differ from those before. */
export interface RootComparison {
  /** Unchanged roots that lead only to unchanged shapes. */
  readonly kept: readonly Shape[];
  /** New roots and changed roots. */
  readonly fresh: readonly Shape[];
  /** Changed roots and former roots that are roots no longer. */
  readonly gone: ReadonlySet<TermId>;
}

/** Compares the root shapes of two shapes graphs. */
function compareRoots(before: ShapesGraph, after: ShapesGraph): RootComparison {
  if (before === after) return { kept: after.roots, fresh: [], gone: new Set() };
  const old = fingerprints(before);
  const current = fingerprints(after);
  const isSame = (id: TermId) => old.get(id) === current.get(id);
  const gone = new Set(before.roots.map(({ id }) => id));
  const kept: Shape[] = [];
  const fresh: Shape[] = [];
  for (const root of after.roots) {
    if (gone.has(root.id) && everyReferenced(after, root.id, isSame)) {
      kept.push(root);
      gone.delete(root.id);
    } else fresh.push(root);
  }
  return { kept, fresh, gone };
}

/**
 * A text for each shape. Equal texts mean that the shapes have the same meaning and the same description, and so the
 * same messages.
 */
const fingerprints: (shapes: ShapesGraph) => ReadonlyMap<TermId, string> = memoized(
  ({ shapes, graph }) => new Map(shapes.map((shape) => [shape.id, fingerprint(shape, graph)])),
);

function fingerprint(shape: Shape, graph: Graph): string {
  const read = JSON.stringify(shape, (_, value) => (value instanceof Set ? [...value] : value));
  const described = new Set([shape.id]);
  const description: TermId[] = [];
  for (const node of described) {
    for (const { predicate, object } of graph.outgoing(node)) {
      description.push(node, predicate, object);
      if (terms.isBlank(object)) described.add(object);
    }
  }
  return `${read} ${description.join(' ')}`;
}

function everyReferenced(shapes: ShapesGraph, root: TermId, holds: (id: TermId) => boolean): boolean {
  const reached = new Set([root]);
  for (const id of reached) {
    if (!holds(id)) return false;
    const shape = shapes.get(id);
    if (shape === undefined) continue;
    for (const ref of selectingShapes(shape)) reached.add(ref);
    for (const constraint of shape.constraints) {
      for (const ref of shapeRefsOf(constraint)) reached.add(ref);
    }
  }
  return true;
}

/** Options of the evaluators that a recorded validation creates. */
export interface RecordingOptions extends Watch, Pick<EvaluatorOptions, 'term' | 'focusNodes'> {
  /** Is told now and then how many focus nodes of root shapes a validation from scratch has judged. */
  readonly onJudged?: (focusNodes: number, total: number) => void;
  /** Tells when a validation from scratch may end. */
  readonly isEnough?: IsEnough;
}

/**
 * The effect of a change on the results of the affected focus nodes. The results of all other focus nodes stay the
 * same.
 */
export interface Impact {
  readonly before: readonly Violation[];
  readonly after: readonly Violation[];
}

/** The effect of a change, with all results of the affected focus nodes. */
export interface Revalidation extends Impact {
  /** The validation of the changed input. It equals a validation from scratch, except for the order of the results. */
  recorded(): RecordedValidation;
}

/**
 * Validates a unit from scratch.
 *
 * @throws the signal's reason when aborted.
 */
export async function recordValidation(
  given: ValidationInput,
  options: RecordingOptions = {},
  signal?: AbortSignal,
): Promise<RecordedValidation> {
  const shapes = withStatedTargets(given.shapes, given.dataGraph);
  const input = shapes === given.shapes ? given : { ...given, shapes };
  await loadEnginesFor(input.shapes, options.probe);
  const recorded = await recordOnce(input, options, signal);
  const { tooCostly } = recorded.evaluator;
  // What it found before it was left out would seem to be gone after a change.
  return tooCostly.size === (options.tooCostly?.size ?? 0)
    ? recorded
    : recordValidation(input, { ...options, tooCostly }, signal);
}

async function recordOnce(
  input: ValidationInput,
  options: RecordingOptions,
  signal: AbortSignal | undefined,
): Promise<RecordedValidation> {
  const classes = new ClassHierarchy(input.classGraph);
  const allowance = new Allowance(options);
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, {
    ...options,
    classes,
    allowance,
  });
  const results = new Map<number, readonly Violation[]>();
  const targets: { readonly shape: Shape; readonly nodes: readonly TermId[] }[] = [];
  for (const shape of input.shapes.roots) {
    await yieldToEventLoop(signal);
    targets.push({ shape, nodes: evaluator.targets(shape) });
  }
  const total = targets.reduce((sum, { nodes }) => sum + nodes.length, 0);
  let judged = 0;
  let hasEnough = false;
  for (const { shape, nodes } of targets) {
    if (hasEnough) {
      evaluator.leaveUnjudged(nodes.length, endedAtFirstResult);
      continue;
    }
    const before = judged;
    const onJudged = (count: number) => options.onJudged?.(before + count, total);
    const collection = { into: results, onJudged, watch: options, isEnough: options.isEnough };
    hasEnough = await collectResults(evaluator, shape, nodes, collection, signal);
    judged += nodes.length;
  }
  options.onJudged?.(total, total);
  allowance.isOver = true;
  return new RecordedValidation(input, options, classes, evaluator, KnownResults.of(results));
}

/** Nothing is affected before the first change. */
const loadAffected = lazy(() => import('./affected.ts'));

/**
 * A validation that can be updated. After a change of data, context or shapes, only the verdicts that the change may
 * affect are computed again. The dependencies of a verdict are not recorded, because they follow from the shapes
 * (affected.ts). Only the validated graph and its results are kept.
 */
export class RecordedValidation {
  readonly input: ValidationInput;
  readonly options: RecordingOptions;
  /** Holds the class look-ups made so far; evaluators on changed data reuse them. */
  readonly classes: ClassHierarchy;
  /** The evaluator on the data as they were validated. */
  readonly evaluator: Evaluator;
  readonly #results: KnownResults;
  readonly #result: () => ValidationFindings;

  constructor(
    input: ValidationInput,
    options: RecordingOptions,
    classes: ClassHierarchy,
    evaluator: Evaluator,
    results: KnownResults,
  ) {
    this.input = input;
    this.options = options;
    this.classes = classes;
    this.evaluator = evaluator;
    this.#results = results;
    this.#result = lazy(() => ({
      violations: [...results.entries()].flatMap(([, violations]) => violations),
      notChecked: evaluator.notChecked,
    }));
  }

  get result(): ValidationFindings {
    return this.#result();
  }

  /** The results of one focus node of a root shape. */
  resultsOf({ shape, node }: Focus): readonly Violation[] {
    return this.#results.of(pairKey(shape.id, node));
  }

  /** The results at a focus node, from whichever root shape and root focus node they were reached. */
  resultsAbout(node: TermId): readonly Violation[] {
    return this.#results.about(node);
  }

  /** An evaluator for changed data that skips the constraints that this validation skipped. */
  evaluatorOn(input: ValidationInput, classes = this.classes, allowance?: Allowance): Evaluator {
    const options = { ...this.options, classes, allowance };
    return createEvaluator(input.shapes, input.dataGraph, input.classGraph, options);
  }

  /**
   * The validation of a changed input, as `revalidate` has it. When something is too costly at all affected nodes together, the
   * input is validated from scratch, so that what is left out does not depend on how the text came about. What the work has no time
   * or memory for is left out like there.
   *
   * @throws the signal's reason when aborted.
   */
  async updated(change: InputChange, signal?: AbortSignal): Promise<RecordedValidation> {
    const allowance = new Allowance(this.options);
    const known = allowance.tooCostly.size;
    try {
      const { recorded } = await this.revalidate(change, signal, allowance);
      if (allowance.tooCostly.size === known) {
        allowance.isOver = true;
        return recorded();
      }
    } catch (error) {
      if (!(error instanceof WorkIsOver)) throw error;
    }
    return this.#fromScratch(change, signal);
  }

  #fromScratch({ input }: InputChange, signal: AbortSignal | undefined): Promise<RecordedValidation> {
    const { tooCostly: _, ...options } = this.options;
    return recordValidation(input, options, signal);
  }

  /**
   * Computes how a change affects the results.
   *
   * @param allowance the budget of all affected nodes together; without it, there is no limit.
   * @throws the signal's reason when aborted, and `WorkIsOver` when there is no time or memory left to judge all of them.
   */
  async revalidate(change: InputChange, signal?: AbortSignal, allowance?: Allowance): Promise<Revalidation> {
    // Other shapes may be cheap at the same place.
    if (change.input.shapes !== this.input.shapes && this.options.tooCostly) {
      const recorded = await this.#fromScratch(change, signal);
      throwIfOver(this.options);
      const [before, after] = [this.result.violations, recorded.result.violations];
      return { before, after, recorded: () => recorded };
    }
    return this.#revalidate(change, true, signal, allowance);
  }

  /**
   * Computes how a change affects the results, without some that are known to stay the same: at a node with many
   * values, the results of values that the change does not touch may be left out. The outcome is therefore not enough
   * to record a validation.
   *
   * @throws as `revalidate` does.
   */
  async impactOf(change: InputChange, signal?: AbortSignal): Promise<Impact> {
    const { before, after } = await this.#revalidate(change, false, signal);
    return { before, after };
  }

  async #revalidate(
    { input, delta, classesChanged }: InputChange,
    isWhole: boolean,
    signal: AbortSignal | undefined,
    allowance?: Allowance,
  ): Promise<Revalidation> {
    await loadEnginesFor(input.shapes);
    const classes = classesChanged ? new ClassHierarchy(input.classGraph) : this.classes;
    const evaluator = this.evaluatorOn(input, classes, allowance);
    const isWide =
      delta.added.length + delta.removed.length > maxFollowed || this.#changesIncompleteness(input, delta);
    const { kept, fresh, gone } = isWide
      ? { kept: [], fresh: input.shapes.roots, gone: new Set(this.input.shapes.roots.map(({ id }) => id)) }
      : compareRoots(this.input.shapes, input.shapes);
    const changed = isWide ? [] : evaluator.askAgain(this.evaluator, delta);
    const { affectedBy } = await loadAffected();
    const { focuses, nodes } = affectedBy(
      {
        before: this.input.dataGraph,
        delta,
        classesBefore: this.classes,
        classesAfter: classes,
        queries: { after: input.dataGraph, changed },
      },
      input.shapes,
      kept,
    );
    const canNarrow = !isWhole && !classesChanged && input.shapes === this.input.shapes;
    const touched = canNarrow ? touchedNodes(delta, nodes) : undefined;
    const after = new Map<number, readonly Violation[]>();
    const before = new Map<number, readonly Violation[]>();
    for (const focus of focuses) {
      const { shape, node } = focus;
      const isTarget = evaluator.isTarget(shape, node);
      const narrow = isTarget && this.evaluator.isTarget(shape, node) ? touched : undefined;
      if (isTarget) {
        throwIfOver(this.options);
        await collectResults(evaluator, shape, [node], { into: after, touched: narrow }, signal);
      }
      const violations = this.resultsOf(focus);
      if (violations.length > 0) before.set(pairKey(shape.id, node), this.#within(violations, narrow));
    }
    for (const shape of fresh) {
      const nodes = evaluator.targets(shape);
      await collectResults(evaluator, shape, nodes, { into: after, watch: this.options }, signal);
    }
    throwIfOver(this.options);
    this.#addThoseOf(gone, before);
    return {
      before: [...before.values()].flat(),
      after: [...after.values()].flat(),
      recorded: () => {
        const results = this.#results.with(before.keys(), after);
        return new RecordedValidation(input, this.options, classes, evaluator, results);
      },
    };
  }

  /** True when many nodes may become complete or incomplete: by sh:incompleteURIStart, or by what the shapes declare. */
  #changesIncompleteness({ shapes }: ValidationInput, { added, removed }: GraphDelta): boolean {
    const isAboutMany = ({ predicate }: Triple) => predicate === sh.incompleteURIStart;
    return (
      added.some(isAboutMany) ||
      removed.some(isAboutMany) ||
      (shapes.graph !== this.input.shapes.graph &&
        incompletenessKey(shapes.graph) !== incompletenessKey(this.input.shapes.graph))
    );
  }

  /** Keeps the results that `validateNode` also computes when it is limited to the touched values. */
  #within(violations: readonly Violation[], touched: ReadonlySet<TermId> | undefined): readonly Violation[] {
    if (touched === undefined) return violations;
    const apart = judgingValuesIndependently(this.input.shapes);
    return violations.filter(
      ({ value, sourceShape, constraint }) =>
        value === undefined ||
        touched.has(value) ||
        !apart.has(sourceShape) ||
        !this.evaluator.judgesEachValue(constraint),
    );
  }

  #addThoseOf(roots: ReadonlySet<TermId>, results: Map<number, readonly Violation[]>): void {
    if (roots.size === 0) return;
    for (const [key, violations] of this.#results.entries()) {
      if (roots.has(violations[0]!.rootShape)) results.set(key, violations);
    }
  }
}

/** The nodes in the changed triples, and the nodes about which some shape may have a different verdict. */
function touchedNodes({ added, removed }: GraphDelta, judged: ReadonlySet<TermId>): ReadonlySet<TermId> {
  const touched = new Set(judged);
  for (const { subject, object } of [...added, ...removed]) touched.add(subject).add(object);
  return touched;
}

/** Above this number of changed triples, following each one back would take longer than validating everything. */
const maxFollowed = 2000;

/**
 * The results that are gone and those that are new. Results are matched by their keys, and repeated results count
 * separately.
 */
export function compareResults(
  before: readonly Violation[],
  after: readonly Violation[],
): { readonly gone: readonly Violation[]; readonly introduced: readonly Violation[] } {
  const keysBefore = before.map(violationKey);
  const keysAfter = after.map(violationKey);
  return {
    gone: without(before, keysBefore, keysAfter),
    introduced: without(after, keysAfter, keysBefore),
  };
}

function without(
  violations: readonly Violation[],
  keys: readonly string[],
  others: readonly string[],
): readonly Violation[] {
  const counts = new Map<string, number>();
  for (const key of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return violations.filter((_, i) => {
    const key = keys[i]!;
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

interface Collection {
  readonly into: Map<number, readonly Violation[]>;
  readonly touched?: ReadonlySet<TermId> | undefined;
  /** Is told now and then how many of the nodes were judged. */
  readonly onJudged?: (count: number) => void;
  readonly watch?: Watch;
  readonly isEnough?: IsEnough | undefined;
}

/** @returns whether its results are enough. */
async function collectResults(
  evaluator: Evaluator,
  shape: Shape,
  nodes: readonly TermId[],
  { into, touched, onJudged, watch = {}, isEnough }: Collection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await yieldToEventLoop(signal);
  evaluator.askQueries(shape.id, nodes);
  for (let i = 0; i < nodes.length; i++) {
    if (i % nodesPerBreath === 0 || heldUpFor()) {
      await yieldToEventLoop(signal);
      onJudged?.(i);
      const why = whyOver(watch);
      if (why !== undefined) {
        evaluator.leaveUnjudged(nodes.length - i, why);
        return false;
      }
    }
    const violations = evaluator.validateNode(nodes[i]!, shape.id, touched);
    if (violations.length === 0) continue;
    into.set(pairKey(shape.id, nodes[i]!), violations);
    if (await isEnough?.(violations, evaluator)) {
      evaluator.leaveUnjudged(nodes.length - i - 1, endedAtFirstResult);
      return true;
    }
  }
  return false;
}

/** Telling progress more often would take longer than validating. */
const nodesPerBreath = 16;

/** A validator that validates whole units with the built-in engine. */
export function builtinValidator(options: RecordingOptions = {}): Validator {
  return {
    engine: 'builtin',
    validate: async (input, signal) => (await recordValidation(input, options, signal)).result,
  };
}
