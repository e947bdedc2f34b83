import { counted } from '../../../base/counted.ts';
import type { Ranked, Uncertainty, VerifiedRepair } from '../../../repair/repair.ts';
import type { WhyUnproven } from '../stores/provenOverStores.ts';

/** Those of some repairs that hold with all that stores know. */
export interface ProvenRepairs {
  readonly repairs: readonly Ranked<VerifiedRepair>[];
  /** That others are left out, and why; undefined when none are. */
  readonly unproven: Uncertainty | undefined;
}

/** Leaves repairs out that are not proven. */
export async function withoutUnproven(
  repairs: readonly Ranked<VerifiedRepair>[],
  whyUnproven: WhyUnproven | undefined,
): Promise<ProvenRepairs> {
  const proven: Ranked<VerifiedRepair>[] = [];
  const reasons: string[] = [];
  for (const repair of repairs) {
    const why = await whyUnproven?.(repair.verdict.delta);
    if (why === undefined) proven.push(repair);
    else reasons.push(why);
  }
  const { length } = reasons;
  const why = `${counted(length, 'repair')} not offered, as what ${length === 1 ? 'it rests' : 'they rest'} on is not known.`;
  return {
    repairs: proven,
    unproven: length > 0 ? { why, advice: [...new Set(reasons)].join(' '), remedies: [] } : undefined,
  };
}
