import { memoized } from '../../base/memoized.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Evaluator } from '../evaluator.ts';
import { incompletenessKey } from '../incompleteness.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { selectingShapes } from '../shapesGraph/targets.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { throwIfOver, type Watch } from '../watch.ts';
import { affectedBy } from './affected.ts';
import type { InputChange } from './changedInput.ts';
import { collectResults } from './collectResults.ts';
import { judgingValuesIndependently } from './judgingValuesIndependently.ts';
import type { KnownResults } from './knownResults.ts';

/**
 * The effect of a change on the results of the affected focus nodes. The results of all other focus nodes stay the
 * same.
 */
export interface Impact {
  readonly before: readonly Violation[];
  readonly after: readonly Violation[];
}

/** What is known about an input from its validation. */
export interface ValidatedInput {
  readonly input: ValidationInput;
  readonly classes: ClassHierarchy;
  readonly evaluator: Evaluator;
  readonly results: KnownResults;
}

/**
 * Computes how a change affects the results.
 *
 * @param judging what judges the changed input. Unless `isWhole`, results may be left out that are known to stay the same.
 * @returns the effect, including all results of the changed input if it is whole.
 * @throws the signal's reason when aborted, and `WorkIsOver` when there is no time or memory left to judge all affected nodes.
 */
export async function computeImpact(
  judged: ValidatedInput,
  { input, delta, classesChanged }: InputChange,
  judging: Pick<ValidatedInput, 'classes' | 'evaluator'> & {
    readonly isWhole: boolean;
    readonly watch: Watch;
  },
  signal: AbortSignal | undefined,
): Promise<Impact & { readonly results: () => KnownResults }> {
  const { classes, evaluator, isWhole, watch } = judging;
  const isWide =
    delta.added.length + delta.removed.length > maxFollowed ||
    changesIncompleteness(judged.input, input, delta);
  const { kept, fresh, gone } = isWide
    ? { kept: [], fresh: input.shapes.roots, gone: new Set(judged.input.shapes.roots.map(({ id }) => id)) }
    : compareRoots(judged.input.shapes, input.shapes);
  const changed = isWide ? [] : evaluator.askAgain(judged.evaluator, delta);
  const { focuses, nodes } = affectedBy(
    {
      before: judged.input.dataGraph,
      delta,
      classesBefore: judged.classes,
      classesAfter: classes,
      queries: { after: input.dataGraph, changed },
    },
    input.shapes,
    kept,
  );
  const canNarrow = !isWhole && !classesChanged && input.shapes === judged.input.shapes;
  const touched = canNarrow ? touchedNodes(delta, nodes) : undefined;
  const after = new Map<number, readonly Violation[]>();
  const before = new Map<number, readonly Violation[]>();
  for (const focus of focuses) {
    const { shape, node } = focus;
    const isTarget = evaluator.isTarget(shape, node);
    const narrow = isTarget && judged.evaluator.isTarget(shape, node) ? touched : undefined;
    if (isTarget) {
      throwIfOver(watch);
      await collectResults(evaluator, shape, [node], { into: after, touched: narrow }, signal);
    }
    const violations = judged.results.of(pairKey(shape.id, node));
    if (violations.length > 0) before.set(pairKey(shape.id, node), within(judged, violations, narrow));
  }
  for (const shape of fresh) {
    const nodes = evaluator.targets(shape);
    await collectResults(evaluator, shape, nodes, { into: after, watch }, signal);
  }
  throwIfOver(watch);
  addThoseOf(judged.results, gone, before);
  return {
    before: [...before.values()].flat(),
    after: [...after.values()].flat(),
    results: () => judged.results.with(before.keys(), after),
  };
}

/**
 * True when many nodes may become complete or incomplete: because of sh:incompleteURIStart, or of declarations in the
 * shapes.
 */
function changesIncompleteness(
  before: ValidationInput,
  { shapes }: ValidationInput,
  { added, removed }: GraphDelta,
): boolean {
  const isAboutMany = ({ predicate }: Triple) => predicate === sh.incompleteURIStart;
  return (
    added.some(isAboutMany) ||
    removed.some(isAboutMany) ||
    (shapes.graph !== before.shapes.graph &&
      incompletenessKey(shapes.graph) !== incompletenessKey(before.shapes.graph))
  );
}

/** Keeps the results that `validateNode` also computes when it is limited to the touched values. */
function within(
  { input, evaluator }: ValidatedInput,
  violations: readonly Violation[],
  touched: ReadonlySet<TermId> | undefined,
): readonly Violation[] {
  if (touched === undefined) return violations;
  const apart = judgingValuesIndependently(input.shapes);
  return violations.filter(
    ({ value, sourceShape, constraint }) =>
      value === undefined ||
      touched.has(value) ||
      !apart.has(sourceShape) ||
      !evaluator.judgesEachValue(constraint),
  );
}

function addThoseOf(
  known: KnownResults,
  roots: ReadonlySet<TermId>,
  results: Map<number, readonly Violation[]>,
): void {
  if (roots.size === 0) return;
  for (const [key, violations] of known.entries()) {
    if (roots.has(violations[0]!.rootShape)) results.set(key, violations);
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

/** How the root shapes of a changed shapes graph differ from the previous ones. */
interface RootComparison {
  /** Unchanged roots that lead only to unchanged shapes. */
  readonly kept: readonly Shape[];
  /** New roots and changed roots. */
  readonly fresh: readonly Shape[];
  /** Changed roots and former roots that are no longer roots. */
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
