import { inReadingOrder, type SuppressedResult, type ValidationRun } from './validationRun.ts';

/** A run as if its files had no comments that ignore results. */
export function withoutSuppressions(run: ValidationRun): ValidationRun {
  const isInFile = ({ suppression, analyses }: SuppressedResult) =>
    analyses.some(({ graphs }) => graphs.linked.documents.has(suppression.document.uri));
  return {
    ...run,
    results: inReadingOrder(
      [...run.results, ...run.suppressed.filter(isInFile)].map(unignored),
      run.analyses,
    ),
    suppressed: run.suppressed.filter((result) => !isInFile(result)),
    problems: run.problems.filter(({ kind }) => kind !== 'suppression'),
  };
}

function unignored({
  suppression: _,
  ...result
}: ValidationRun['results'][number] & Partial<SuppressedResult>) {
  return result;
}
