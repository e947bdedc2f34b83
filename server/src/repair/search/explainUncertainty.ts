import type { Ranked, RejectedRepair, RepairProblem, SoundRepair, Uncertainty } from '../repair.ts';
import { explainGuess } from './explainGuess.ts';
import { explainNoRepair } from './explainNoRepair.ts';

/** What was found for a result. */
export interface FoundRepairs {
  /** Best first. */
  readonly ranked: readonly Ranked<SoundRepair>[];
  readonly rejected: readonly RejectedRepair[];
  /** Whether a limit ended the search. */
  readonly isCutShort: boolean;
}

/** Why none of the repairs is certain or likely, and what would help; undefined when one is. */
export function explainUncertainty(
  problem: RepairProblem,
  { ranked, rejected, isCutShort }: FoundRepairs,
): Uncertainty | undefined {
  const real = ranked.filter(
    ({ repair, verdict }) => !verdict.degenerate && repair.support !== 'retargeting',
  );
  const [first] = real;
  if (first === undefined)
    return explainNoRepair(problem, { rejected, isCutShort, leavesTarget: ranked.length > 0 });
  if (first.certainty === 'certain' || first.certainty === 'likely') return undefined;
  return explainGuess(problem, first, real);
}
