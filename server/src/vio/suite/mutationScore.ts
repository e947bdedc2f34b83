import { counted } from '../../base/counted.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import { constraintKey } from '../../shacl/evaluator.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../shacl/incremental/recordedValidation.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { readLike } from '../../shacl/shapesGraph/readShapes.ts';
import type { VioCase } from '../vioCase.ts';

/** How much of its shapes a suite tests. */
export interface MutationScore {
  /** How many constraints were removed, one at a time. */
  readonly constraints: number;
  /** Those whose loss would go unnoticed: every case and the valid graph are judged as before. */
  readonly untested: readonly Constraint[];
}

/** `70 % (7 of 10 constraints)`; 100 % only where all are tested. */
export function scoreText({ constraints, untested }: MutationScore): string {
  const tested = constraints - untested.length;
  const most = untested.length > 0 ? 99 : 100;
  const share = constraints === 0 ? '' : `${Math.min(most, Math.round((100 * tested) / constraints))} % `;
  return `${share}(${tested} of ${counted(constraints, 'constraint')})`;
}

/**
 * Removes each constraint of the shapes in turn, and checks whether that changes the results of a case or of the valid
 * graph.
 *
 * @param onJudged receives how many of the constraints are decided.
 * @throws the signal's reason when aborted.
 */
export async function mutationScore(
  recorded: RecordedValidation,
  constraints: readonly Constraint[],
  cases: readonly Pick<VioCase, 'change' | 'results'>[],
  {
    validation = {},
    onJudged = () => {},
  }: { readonly validation?: RecordingOptions; readonly onJudged?: (count: number) => void },
  signal: AbortSignal,
): Promise<MutationScore> {
  const violated = new Set(
    cases.flatMap(({ results }) => results.map(({ constraint }) => constraintKey(constraint))),
  );
  const within = shapesWithin(recorded.input.shapes.shapes);
  const untested: Constraint[] = [];
  for (const [i, constraint] of constraints.entries()) {
    // The other constraints that no case violates have no results that could disappear.
    const mayMatter = constraint.kind === 'property' || within.has(constraint.shape);
    const isNoticed =
      violated.has(constraintKey(constraint)) ||
      (mayMatter && (await isNoticedWithout(constraint, recorded, cases, validation, signal)));
    if (!isNoticed) untested.push(constraint);
    onJudged(i + 1);
  }
  return { constraints: constraints.length, untested };
}

async function isNoticedWithout(
  { shape: subject, parameter: predicate, parameterValue: object }: Constraint,
  { input, result }: RecordedValidation,
  cases: readonly Pick<VioCase, 'change' | 'results'>[],
  validation: RecordingOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const delta = { removed: [{ subject, predicate, object }], added: [] };
  const shapes = readLike(input.shapes, new OverlayGraph(input.shapes.graph, delta));
  const without = await recordValidation({ ...input, shapes }, validation, signal);
  if (differ(result.violations, without.result.violations)) return true;
  for (const { change, results } of cases) {
    const { before, after } = await without.revalidate(changedInput(without.input, change), signal);
    if (differ(results, compareResults(before, after).introduced)) return true;
  }
  return false;
}

function differ(some: readonly Violation[], others: readonly Violation[]): boolean {
  const { gone, introduced } = compareResults(some, others);
  return gone.length > 0 || introduced.length > 0;
}

/** The shapes whose verdicts are not results of their own, but part of the results of other constraints. */
function shapesWithin(shapes: readonly Shape[]): ReadonlySet<TermId> {
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const within = new Set(
    shapes.flatMap(({ constraints }) =>
      constraints.flatMap((each) => (each.kind === 'property' ? [] : shapeRefsOf(each))),
    ),
  );
  for (const id of within)
    for (const constraint of byId.get(id)?.constraints ?? [])
      for (const each of shapeRefsOf(constraint)) within.add(each);
  return within;
}
