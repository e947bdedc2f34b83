import { termToNTriples } from '../../../rdf/nTriples.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { Violation } from '../../model/violation.ts';

/** The parts of a validation result on which engines must agree. */
export interface Result {
  readonly focusNode: TermId;
  readonly path: TermId | undefined;
  readonly value: TermId | undefined;
  readonly component: TermId;
  readonly sourceShape: TermId;
  readonly severity: TermId;
}

export function resultOf({
  focusNode,
  resultPath,
  value,
  component,
  sourceShape,
  severity,
}: Violation): Result {
  return { focusNode, path: resultPath, value, component, sourceShape, severity };
}

/** A key that is equal for equal results. */
export function resultKey({ focusNode, path, value, component, sourceShape, severity }: Result): string {
  return [focusNode, path, value, component, sourceShape, severity].join(' ');
}

/** The results that remain after each of the others removes one equal result. */
export function without(results: readonly Result[], others: readonly Result[]): readonly Result[] {
  const counts = new Map<string, number>();
  for (const key of others.map(resultKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return results.filter((result) => {
    const key = resultKey(result);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/** Prints a result for failure messages. */
export function printResult(result: Result): string {
  const print = (id: TermId | undefined) =>
    id === undefined ? '-' : termToNTriples(id).replace(/<[^>]*[#/]([^>]*)>/g, '$1');
  const { component, focusNode, path, value, sourceShape, severity } = result;
  return [component, focusNode, path, value, sourceShape, severity].map(print).join('  ');
}
