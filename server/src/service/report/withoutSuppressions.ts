import {
  type AnalysedRun,
  inReadingOrder,
  isRecord,
  type SuppressedResult,
  type ValidationRun,
  type ValidationRunResult,
} from './validationRun.ts';

/** A run as if its files had no comments that ignore results. */
export function withoutSuppressions(run: AnalysedRun): AnalysedRun;
export function withoutSuppressions(run: ValidationRun): ValidationRun;
export function withoutSuppressions(run: ValidationRun): ValidationRun {
  const isInFile = ({ suppression, units }: SuppressedResult) =>
    units.some((unit) => !isRecord(unit) && unit.graphs.linked.documents.has(suppression.document.uri));
  return {
    ...run,
    results: inReadingOrder([...run.results, ...run.suppressed.filter(isInFile).map(unignored)], run.units),
    suppressed: run.suppressed.filter((result) => !isInFile(result)),
    problems: run.problems.filter(({ kind }) => kind !== 'suppression'),
  };
}

function unignored({ suppression: _, ...result }: SuppressedResult): ValidationRunResult {
  return result;
}
