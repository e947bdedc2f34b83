// Analyses of command lines: of some focus nodes, or whose results are printed while others are still being searched for.
import type { TermId } from '../../rdf/terms.ts';
import { createEvaluator, type Evaluator } from '../../shacl/evaluator.ts';
import { drawn, sampleText } from '../../shacl/firstLook.ts';
import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import type { RecordingOptions } from '../../shacl/incremental/recordedValidation.ts';
import type { UncheckedPart, Violation } from '../../shacl/model/violation.ts';
import { type ResultLevel, resultLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import { loadEnginesFor } from '../../shacl/sparql/loadEngines.ts';
import { validateNodeByNode } from '../../shacl/validateNodeByNode.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { Watch } from '../../shacl/watch.ts';
import type { PlacedViolation } from './diagnostics/placedViolation.ts';
import { groupUndescribed } from './diagnostics/undescribed.ts';
import { type FoundResults, type ShownUnit, shownResults, type TakenResults } from './shownResults.ts';
import type { Suppression } from './suppressions/readSuppressions.ts';
import type { SuppressedViolation } from './suppressions/suppressResults.ts';

/**
 * Passes on results while others are still being searched for, except for those that are shown differently: those that are
 * ignored, or rest on nodes that no file describes.
 *
 * @returns the others, and how many were handed over.
 * @throws the signal's reason when aborted.
 */
export async function handOverResults(
  given: Omit<ShownUnit, 'evaluator'>,
  options: RecordingOptions,
  take: (taken: TakenResults, evaluator: Evaluator) => Promise<void>,
  signal: AbortSignal,
): Promise<FoundResults> {
  const { graphs, described } = given;
  const written = graphs.data.map(({ graph }) => graph);
  const evaluation = await validateNodeByNode(graphs.input, written, options);
  const { evaluator } = evaluation;
  const unit = { ...given, evaluator };
  const taken = new Map<ResultLevel, number>();
  const undescribed: PlacedViolation[] = [];
  const suppressed: SuppressedViolation[] = [];
  const used = new Set<Suppression>();
  const contextResults: Violation[] = [];
  for await (const { violations, focusNodes } of evaluation.batches(signal)) {
    const found = await shownResults(violations, unit, signal, false);
    const results: PlacedViolation[] = [];
    for (const each of found.placed) {
      if (each.restsOn !== undefined) {
        undescribed.push(each);
        continue;
      }
      results.push(each);
      const level = resultLevel(each.violation.severity);
      taken.set(level, (taken.get(level) ?? 0) + 1);
    }
    for (const each of found.suppressed) suppressed.push(each);
    for (const each of found.used) used.add(each);
    for (const each of found.contextResults) contextResults.push(each);
    await take({ focusNodes, results }, evaluator);
  }
  const { placed, groups } = await groupUndescribed(undescribed, graphs, evaluator, described, false, signal);
  const result = { violations: [], notChecked: evaluator.notChecked };
  return { located: [], placed, groups, suppressed, used, contextResults, evaluator, result, taken };
}

/** The focus nodes that a sample has, and how many there are altogether. */
export interface SampledNodes {
  readonly nodes: ReadonlySet<TermId>;
  readonly total: number;
}

/** Draws some of the focus nodes at random. */
export async function sampledNodes(
  input: ValidationInput,
  size: number,
  watch: Watch,
): Promise<SampledNodes> {
  // Queries may select the targets.
  await loadEnginesFor(input.shapes, watch.probe);
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, watch);
  const all = [...new Set(reportedFocusNodes(input, evaluator))];
  return { nodes: new Set(drawn(all, size)), total: all.length };
}

/** Whether any node is a target, even in another shard. */
export function hasTargets(input: ValidationInput, watch: Watch): boolean {
  const evaluator = createEvaluator(input.shapes, input.dataGraph, input.classGraph, watch);
  for (const _ of reportedFocusNodes(input, evaluator)) return true;
  return false;
}

/** A note that nodes were left out, and what the others show about them. */
export function leftBySample(
  { nodes, total }: SampledNodes,
  placed: readonly PlacedViolation[],
  uncounted: readonly PlacedViolation[],
): readonly UncheckedPart[] {
  if (nodes.size === total) return [];
  const left = new Set(uncounted);
  const failed = new Set(
    placed.filter((each) => !left.has(each)).map(({ violation }) => violation.rootFocusNode),
  );
  const counts = { judged: nodes.size, failed: failed.size, others: total - nodes.size };
  return [{ reason: sampleText(counts), concerns: 'anyNode' }];
}
