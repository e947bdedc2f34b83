import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Target, TargetedShape } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import { targetingTriples } from '../shapesGraph/targets.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** Results, split into those of the data files and those of the context. */
export interface SplitResults {
  /** Results about nodes of the data files. */
  readonly reported: readonly Violation[];
  /** Results about nodes that only context files describe. These are counted but not shown. */
  readonly contextResults: readonly Violation[];
}

/**
 * Splits results into those to report for the data files and those of the context. A result is reported when its focus
 * node or its root focus node is described in a data file. It is also reported when the root focus node is a target
 * because of a data file, or is named by sh:targetNode and not described in any file.
 */
export function splitResults(violations: readonly Violation[], input: ValidationInput): SplitResults {
  const reported: Violation[] = [];
  const contextResults: Violation[] = [];
  // A node may have many results and many triples, so the answer is kept.
  const isInData = memoized((node: TermId) => input.reportedGraph.outgoing(node).length > 0);
  const targetsByShape = new Map<TermId, (node: TermId) => boolean>();
  for (const { rootShape } of violations) {
    if (targetsByShape.has(rootShape)) continue;
    const targets = input.shapes.get(rootShape)?.targets ?? [];
    targetsByShape.set(rootShape, memoized(reportedTargets({ id: rootShape, targets }, input)));
  }
  for (const violation of violations) {
    const { focusNode, rootFocusNode, rootShape } = violation;
    const isReported = isInData(focusNode) || targetsByShape.get(rootShape)!(rootFocusNode);
    (isReported ? reported : contextResults).push(violation);
  }
  return { reported, contextResults };
}

/** Returns a test for the targets of a root shape whose results are reported for the data files. */
export function reportedTargets(
  { targets }: TargetedShape,
  input: ValidationInput,
): (target: TermId) => boolean {
  return (node) =>
    input.reportedGraph.outgoing(node).length > 0 ||
    targets.some((target) => isStatedTarget(target, node, input) || isInferredTarget(target, node, input));
}

function memoized(judge: (node: TermId) => boolean): (node: TermId) => boolean {
  const known = new Map<TermId, boolean>();
  return (node) => {
    let verdict = known.get(node);
    if (verdict === undefined) {
      verdict = judge(node);
      known.set(node, verdict);
    }
    return verdict;
  };
}

/**
 * True when a data file refers to the node as the target requires, or when sh:targetNode names a node that no file
 * describes.
 */
function isStatedTarget(
  target: Target,
  node: TermId,
  { reportedGraph, dataGraph, entailment }: ValidationInput,
): boolean {
  if (target.kind === 'objectsOf') return reportedGraph.subjects(target.predicate, node).length > 0;
  const stated = entailment?.asserted ?? dataGraph;
  if (target.kind === 'where')
    return stated.outgoing(node).length === 0 && reportedGraph.incoming(node).length > 0;
  return target.kind === 'node' && target.node === node && stated.outgoing(node).length === 0;
}

/** True when inference makes the node a target, and would not do so from the context alone. */
function isInferredTarget(
  target: Target,
  node: TermId,
  { entailment, reportedGraph }: ValidationInput,
): boolean {
  if (entailment === undefined) return false;
  const context: Pick<Graph, 'has'> = {
    has: (subject, predicate, object) =>
      entailment.asserted.has(subject, predicate, object) && !reportedGraph.has(subject, predicate, object),
  };
  return targetingTriples(target, node, entailment.inferred).some(
    (triple) => entailment.derivation(triple, context) === undefined,
  );
}
