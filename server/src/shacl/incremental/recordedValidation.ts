import { yieldToEventLoop } from '../../base/abort.ts';
import { lazy } from '../../base/lazy.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions, type Focus } from '../evaluator.ts';
import type { Shape } from '../model/shape.ts';
import type { ValidationFindings, Violation } from '../model/violation.ts';
import { withStatedTargets } from '../shapesGraph/targets.ts';
import { loadEnginesFor } from '../sparql/loadEngines.ts';
import type { ValidationInput, Validator } from '../validationUnit.ts';
import { Allowance, isTimeUp, throwIfOver, type Watch, WorkIsOver } from '../watch.ts';
import type { InputChange } from './changedInput.ts';
import { collectResults, endedAtFirstResult, type IsEnough } from './collectResults.ts';
import type { Impact } from './impact.ts';
import { KnownResults } from './knownResults.ts';

/** Options of the evaluators that a recorded validation creates. */
export interface RecordingOptions extends Watch, Pick<EvaluatorOptions, 'term' | 'focusNodes'> {
  /** Receives, from time to time, how many focus nodes of root shapes a validation from scratch has judged. */
  readonly onJudged?: (focusNodes: number, total: number) => void;
  /** When a validation from scratch may stop. */
  readonly isEnough?: IsEnough;
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
  // The findings of a constraint before it was skipped would seem to be gone after a change.
  return tooCostly.size === (options.tooCostly?.size ?? 0) || isTimeUp(options)
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
  const { roots } = input.shapes;
  const plan = Number.isFinite(options.deadline)
    ? (await import('../firstLook.ts')).planInTime(input.shapes, allowance, options)
    : undefined;
  const results = new Map<number, readonly Violation[]>();
  let total = 0;
  let judged = 0;
  let hasEnough = false;
  for (const group of plan?.groups ?? [roots]) {
    const targets: { readonly shape: Shape; readonly nodes: readonly TermId[] }[] = [];
    for (const shape of group) {
      await yieldToEventLoop(signal);
      const nodes = evaluator.targets(shape);
      total += nodes.length;
      targets.push({ shape, nodes });
    }
    for (const { shape, nodes } of targets) {
      if (hasEnough) {
        evaluator.leaveUnjudged(nodes.length, endedAtFirstResult);
        continue;
      }
      const before = judged;
      const onJudged = (count: number) => options.onJudged?.(before + count, total);
      const watch = plan?.watch ?? options;
      const collection = { into: results, onJudged, watch, isEnough: options.isEnough };
      hasEnough = await collectResults(evaluator, shape, nodes, collection, signal);
      judged += nodes.length;
    }
  }
  options.onJudged?.(total, total);
  allowance.isOver = true;
  return new RecordedValidation(
    input,
    options,
    classes,
    evaluator,
    KnownResults.of(plan?.inOrder(results) ?? results),
  );
}

/** Nothing is affected before the first change. */
const loadImpact = lazy(() => import('./impact.ts'));

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
      violations: results.all(),
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
   * The validation of a changed input, as in `revalidate`. When something is too costly at all affected nodes together, the
   * input is validated from scratch, so that what is left out does not depend on how the text came about. Work for which
   * there is no time or memory is skipped in the same way.
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
    return this.#impact(change, true, signal, allowance);
  }

  /**
   * Computes how a change affects the results, without some that are known to stay the same: at a node with many
   * values, the results of values that the change does not touch may be left out. The outcome is therefore not enough
   * to record a validation.
   *
   * @throws as `revalidate` does.
   */
  async impactOf(change: InputChange, signal?: AbortSignal): Promise<Impact> {
    const { before, after } = await this.#impact(change, false, signal);
    return { before, after };
  }

  async #impact(
    change: InputChange,
    isWhole: boolean,
    signal: AbortSignal | undefined,
    allowance?: Allowance,
  ): Promise<Revalidation> {
    const { input, classesChanged } = change;
    await loadEnginesFor(input.shapes);
    const classes = classesChanged ? new ClassHierarchy(input.classGraph) : this.classes;
    const evaluator = this.evaluatorOn(input, classes, allowance);
    const { computeImpact } = await loadImpact();
    const judged = {
      input: this.input,
      classes: this.classes,
      evaluator: this.evaluator,
      results: this.#results,
    };
    const judging = { classes, evaluator, isWhole, watch: this.options };
    const { before, after, results } = await computeImpact(judged, change, judging, signal);
    return {
      before,
      after,
      recorded: () => new RecordedValidation(input, this.options, classes, evaluator, results()),
    };
  }
}

/** A validator that validates whole units with the built-in engine. */
export function builtinValidator(options: RecordingOptions = {}): Validator {
  return {
    engine: 'builtin',
    validate: async (input, signal) => (await recordValidation(input, options, signal)).result,
  };
}
