import { type ResultLevel, resultLevels } from '../../shacl/shapesGraph/severityLevel.ts';

/** How many results there are. */
export interface ResultTally {
  readonly levels: Readonly<Record<ResultLevel, number>>;
  /** The files that they are in; undefined for results without a file. */
  readonly files: ReadonlySet<string | undefined>;
}

/** How many results a tally has, of any level. */
export function totalOf(tally: ResultTally | undefined): number {
  return resultLevels.reduce((sum, level) => sum + (tally?.levels[level] ?? 0), 0);
}
