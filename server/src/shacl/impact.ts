import { breathe } from '../base/abort.ts';
import type { GraphDelta } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import { rdf, rdfs } from '../rdf/vocab.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions, type Focus } from './evaluator.ts';
import { pairKey } from './pairKey.ts';
import { ReadLog } from './readLog.ts';
import type { Shape } from './shape.ts';
import type { ValidationInput } from './validationUnit.ts';
import { type ValidationResult, type Violation, violationKey } from './violation.ts';

/**
 * A validation that remembers what each of its verdicts was read from, so that after a small change of the data only
 * the verdicts that it may touch are found again.
 */
export interface RecordedValidation {
  readonly input: ValidationInput;
  readonly result: ValidationResult;
  /**
   * The root shapes with focus nodes whose results may change with the data, new targets and lost ones included;
   * undefined when that is all of them, as for changes of rdfs:subClassOf.
   */
  affected(delta: GraphDelta): readonly Focus[] | undefined;
  /** The results of one focus node of a root shape. */
  resultsOf(focus: Focus): readonly Violation[];
  /** With the look-ups of classes made so far, for evaluators on changed data. */
  readonly classes: ClassHierarchy;
}

/** What changed between a recorded validation and the data with a delta. */
export interface Revalidation {
  /** The results of the affected focus nodes before and after. All others have kept their results. */
  readonly before: readonly Violation[];
  readonly after: readonly Violation[];
  /** All results, as a validation of the changed data from scratch gives them, in some order. */
  violations(): readonly Violation[];
}

export type RecordingOptions = Pick<EvaluatorOptions, 'probe' | 'quarantined' | 'term'>;

/** Validates a unit and records what was read. */
export async function recordValidation(
  input: ValidationInput,
  options: RecordingOptions = {},
  signal?: AbortSignal,
): Promise<RecordedValidation> {
  const log = new ReadLog();
  const classes = new ClassHierarchy(input.classGraph);
  const evaluator = createEvaluator(input.shapes, log.watch(input.dataGraph), input.classGraph, {
    ...options,
    classes,
    recorder: log,
  });
  const focuses = new Map<number, Focus>();
  const results = new Map<number, readonly Violation[]>();
  for (const shape of input.shapes.roots) {
    for (const node of evaluator.targets(shape)) {
      await breathe(signal);
      focuses.set(log.begin(), { shape, node });
      const violations = evaluator.validateNode(node, shape.id);
      log.end();
      if (violations.length > 0) results.set(pairKey(shape.id, node), violations);
    }
  }
  return {
    input,
    classes,
    result: { violations: [...results.values()].flat(), notChecked: evaluator.notChecked },
    affected: (delta) => affectedFocuses(delta, input.shapes.roots, classes, log, focuses),
    resultsOf: ({ shape, node }) => results.get(pairKey(shape.id, node)) ?? [],
  };
}

/**
 * Validates changed data anew as far as the delta may matter.
 *
 * @param changed the graphs of the input with the delta applied.
 */
export async function revalidate(
  previous: RecordedValidation,
  changed: Pick<ValidationInput, 'dataGraph' | 'classGraph'>,
  delta: GraphDelta,
  options: RecordingOptions = {},
  signal?: AbortSignal,
): Promise<Revalidation> {
  const { shapes } = previous.input;
  const affected = previous.affected(delta);
  if (affected === undefined) {
    const evaluator = createEvaluator(shapes, changed.dataGraph, changed.classGraph, options);
    const after = (await evaluator.validate(signal ? { signal } : {})).violations;
    return { before: previous.result.violations, after, violations: () => after };
  }
  const evaluator = createEvaluator(shapes, changed.dataGraph, changed.classGraph, {
    ...options,
    classes: previous.classes,
  });
  const after = await resultsOf(affected, evaluator, signal);
  return {
    before: affected.flatMap((focus) => previous.resultsOf(focus)),
    after,
    violations() {
      const replaced = new Set(affected.map(({ shape, node }) => pairKey(shape.id, node)));
      const kept = previous.result.violations.filter(
        ({ rootShape, rootFocusNode }) => !replaced.has(pairKey(rootShape, rootFocusNode)),
      );
      return [...kept, ...after];
    },
  };
}

/** The results that are gone and those that are new, told apart by their keys; repeated results count each time. */
export function compareResults(
  before: readonly Violation[],
  after: readonly Violation[],
): { readonly gone: readonly Violation[]; readonly introduced: readonly Violation[] } {
  return { gone: without(before, after), introduced: without(after, before) };
}

function without(violations: readonly Violation[], others: readonly Violation[]): readonly Violation[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    const key = violationKey(other);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return violations.filter((violation) => {
    const key = violationKey(violation);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

async function resultsOf(
  focuses: readonly Focus[],
  evaluator: Evaluator,
  signal: AbortSignal | undefined,
): Promise<readonly Violation[]> {
  const results = await evaluator.validate({ scope: focuses, ...(signal ? { signal } : {}) });
  return results.violations;
}

function affectedFocuses(
  delta: GraphDelta,
  roots: readonly Shape[],
  classes: ClassHierarchy,
  log: ReadLog,
  focuses: ReadonlyMap<number, Focus>,
): readonly Focus[] | undefined {
  const changes = [...delta.added, ...delta.removed];
  if (changes.some(({ predicate }) => predicate === rdfs.subClassOf)) return undefined;
  const found = new Map<number, Focus>();
  const add = (focus: Focus) => found.set(pairKey(focus.shape.id, focus.node), focus);
  for (const frame of log.framesTouchedBy(delta)) {
    const focus = focuses.get(frame);
    if (focus) add(focus);
  }
  for (const triple of changes) {
    for (const shape of roots) for (const node of retargeted(shape, classes, triple)) add({ shape, node });
  }
  return [...found.values()];
}

/** The nodes that a triple makes targets of the shape, or one of the triples that do. */
function* retargeted(
  shape: Shape,
  classes: ClassHierarchy,
  { subject, predicate, object }: Triple,
): Iterable<TermId> {
  for (const target of shape.targets) {
    if (target.kind === 'class' && predicate === rdf.type) {
      if (classes.subclasses(target.class).has(object)) yield subject;
    }
    if (target.kind === 'subjectsOf' && predicate === target.predicate) yield subject;
    if (target.kind === 'objectsOf' && predicate === target.predicate) yield object;
  }
}
