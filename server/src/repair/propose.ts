import { terms } from '../rdf/terms.ts';
import { printUpdate } from '../sparql/update.ts';
import { changeKey } from './change.ts';
import type { Fix } from './fix.ts';
import { repairable } from './goals.ts';
import { rank } from './rank.ts';
import { whyNothing } from './reason.ts';
import type { Repair, RepairProblem, RepairSource, Verdict, VerifiedRepair } from './repair.ts';
import { search } from './search.ts';
import { titleOf } from './title.ts';
import { verify } from './verify.ts';

/** What can be offered for a violation. */
export interface Suggestions {
  /** Verified, best first. */
  readonly repairs: readonly VerifiedRepair[];
  /** Proposals that failed, for those who want to know. */
  readonly rejected: readonly { readonly repair: Repair; readonly verdict: Verdict }[];
  /** Why there is nothing better, in a sentence or two; undefined when there is a real repair. */
  readonly reason: string | undefined;
}

/** Verified repairs of a violation, at most `max`. Needs no network and no model. */
export async function suggestRepairs(
  problem: RepairProblem,
  { max }: { readonly max: number },
  signal: AbortSignal,
): Promise<Suggestions> {
  const repairs: VerifiedRepair[] = [];
  const rejected: { repair: Repair; verdict: Verdict }[] = [];
  // Taking a node out of its target must not be the one thing that is offered for want of anything better.
  if (!repairable(problem.violation.component)) {
    return { repairs, rejected, reason: whyNothing(problem, rejected, false) };
  }
  const graphs = new Set<string>();
  const proposals = symbolicRepairs.propose(problem, signal);
  let isCutShort = false;
  while (repairs.length < max) {
    const next = await proposals.next();
    if (next.done) {
      isCutShort = next.value;
      break;
    }
    const repair = next.value;
    const verdict = await verify(problem, repair, signal);
    if (verdict.kind !== 'fixes') {
      rejected.push({ repair, verdict });
      continue;
    }
    const key = changeKey(verdict.delta);
    if (graphs.has(key)) continue;
    graphs.add(key);
    repairs.push({ repair: verdict.degenerate ? sayingSo(repair, problem) : repair, verdict });
  }
  const ranked = rank(repairs);
  const isReal = ranked.some(
    ({ repair, verdict }) => !verdict.degenerate && repair.support !== 'retargeting',
  );
  return {
    repairs: ranked,
    rejected,
    reason: isReal ? undefined : whyNothing(problem, rejected, isCutShort),
  };
}

function sayingSo(repair: Repair, { violation, term }: RepairProblem): Repair {
  const shape = terms.isBlank(violation.rootShape) ? 'the shape' : term(violation.rootShape);
  const title = `${repair.title} (takes it out of the target of ${shape})`;
  return { ...repair, title };
}

/** Repairs found by search: the goal system of spec/vio.md section 5.5 over evidence in the data. */
export const symbolicRepairs: RepairSource = {
  name: 'symbolic',
  async *propose(problem, signal) {
    const fixes = search(problem, signal);
    for (;;) {
      const next = await fixes.next();
      if (next.done) return next.value;
      yield asRepair(next.value, problem);
    }
  },
};

const maxEvidence = 2;

function asRepair(fix: Fix, { term }: RepairProblem): Repair {
  return {
    title: titleOf(fix.change, fix, term),
    update: printUpdate(fix.change),
    origin: 'symbolic',
    support: fix.support,
    evidence: fix.evidence.length > 0 ? fix.evidence.slice(0, maxEvidence).join('; ') : undefined,
    placeholders: fix.placeholders,
  };
}
