import type { InputChange } from '../incremental/changedInput.ts';
import type { Impact } from '../incremental/impact.ts';
import type { RecordedValidation } from '../incremental/recordedValidation.ts';
import { type Violation, violationKey } from '../model/violation.ts';
import { splitResults } from './reported.ts';

/**
 * The results that exist before and after a change, at nodes of the context before it and of the data files after it:
 * because a data file then describes the node, or refers to it as a target requires.
 */
export function revealedBy(
  recorded: Pick<RecordedValidation, 'input' | 'resultsOf' | 'resultsAbout'>,
  { input, delta }: InputChange,
  { before, after }: Impact,
): readonly Violation[] {
  const { reportedGraph, dataGraph, shapes } = recorded.input;
  if (reportedGraph === dataGraph) return [];
  const touched = new Set(before);
  const keysBefore = new Set(before.map(violationKey));
  const staying = after.filter((result) => keysBefore.has(violationKey(result)));
  for (const node of new Set(delta.added.flatMap(({ subject, object }) => [subject, object]))) {
    // All results of a node that a data file describes are of the data files already.
    if (reportedGraph.outgoing(node).length > 0) continue;
    const asRoot = shapes.roots.flatMap((shape) => recorded.resultsOf({ shape, node }));
    for (const result of [...asRoot, ...recorded.resultsAbout(node)])
      if (!touched.has(result)) staying.push(result);
  }
  if (staying.length === 0) return [];
  const revealed = new Map<string, Violation>();
  for (const result of splitResults(staying, input).reported) revealed.set(violationKey(result), result);
  for (const { focusNode } of [...revealed.values()])
    for (const result of splitResults(recorded.resultsAbout(focusNode), recorded.input).reported)
      revealed.delete(violationKey(result));
  return [...revealed.values()];
}
