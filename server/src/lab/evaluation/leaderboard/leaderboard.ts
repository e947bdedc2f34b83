import type { Standing } from './judgeSubmission.ts';

/** All submissions, judged on the same suites. */
export interface Leaderboard {
  readonly suites: readonly LeaderboardSuite[];
  /** Runs that are not judged, each with the reason as a sentence. */
  readonly notJudged: readonly { readonly submission: string; readonly reason: string }[];
}

export interface LeaderboardSuite {
  readonly name: string;
  /** The hash that submissions must have recorded. */
  readonly sha256: string;
  readonly cases: number;
  /** Best mean first; equal ones by name. */
  readonly standings: readonly Standing[];
}

/** Standings in the order of their means, then by what restores more, then by name. */
export function ranked(standings: readonly Standing[]): readonly Standing[] {
  return standings.toSorted(
    (a, b) =>
      b.mean - a.mean || b.rates.isomorphism - a.rates.isomorphism || compareText(nameOf(a), nameOf(b)),
  );
}

/** `model:gpt-4o SF+ (run of ours)`. */
export function nameOf({ system, strategy, submission }: Standing): string {
  return `${strategy === null ? system : `${system} ${strategy}`} (${submission})`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
