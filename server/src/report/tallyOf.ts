import type { ResultTally } from './resultTally.ts';
import { levelOf, placeOf, type RunResult, type ValidationRun } from './validationRun.ts';

/** Counts the results of a run, with those that were printed before. */
export function tallyOf({ results, printed }: Pick<ValidationRun, 'results' | 'printed'>): ResultTally {
  const levels = { violation: 0, warning: 0, info: 0, ...printed?.levels };
  for (const result of results) levels[levelOf(result)]++;
  return { levels, files: new Set([...(printed?.files ?? []), ...filesOfResults(results)]) };
}

function* filesOfResults(results: readonly RunResult[]): Iterable<string | undefined> {
  for (const result of results) yield placeOf(result)?.uri;
}
