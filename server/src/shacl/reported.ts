import type { TermId } from '../rdf/terms.ts';
import type { ValidationInput } from './validationUnit.ts';
import type { Violation } from './violation.ts';

/** Results by whom they concern. */
export interface SplitResults {
  /** About nodes of the data files. */
  readonly reported: readonly Violation[];
  /** About nodes that only context describes: counted, not shown. */
  readonly contextResults: readonly Violation[];
}

/**
 * Splits results into those that the data files answer for and those of the context. A result is reported when its
 * focus node, or the one that validation started from, is described in a data file, is a target because of a data
 * file, or is named by sh:targetNode and described nowhere.
 */
export function splitResults(violations: readonly Violation[], input: ValidationInput): SplitResults {
  const reported: Violation[] = [];
  const contextResults: Violation[] = [];
  for (const violation of violations) {
    (isReported(violation, input) ? reported : contextResults).push(violation);
  }
  return { reported, contextResults };
}

function isReported({ focusNode, rootFocusNode, rootShape }: Violation, input: ValidationInput): boolean {
  const isInData = (node: TermId) => input.reportedGraph.outgoing(node).length > 0;
  if (isInData(focusNode) || isInData(rootFocusNode)) return true;
  const targets = input.shapes.get(rootShape)?.targets ?? [];
  return targets.some((target) => {
    if (target.kind === 'objectsOf') {
      return input.reportedGraph.subjects(target.predicate, rootFocusNode).length > 0;
    }
    return (
      target.kind === 'node' &&
      target.node === rootFocusNode &&
      input.dataGraph.outgoing(rootFocusNode).length === 0
    );
  });
}
