import { breathe } from '../base/abort.ts';
import { terms } from '../rdf/terms.ts';
import { printUpdate } from '../sparql/update.ts';
import { changeKey, changeSize, holds } from './change.ts';
import { type Draft, firstDraft, withFix } from './draft.ts';
import { type Fix, joinFixes, strongestFirst, weakness } from './fix.ts';
import { fixesFor, repairable } from './goals.ts';
import { rank } from './rank.ts';
import { whyNothing } from './reason.ts';
import type { Repair, RepairProblem, RepairSource, Verdict, VerifiedRepair } from './repair.ts';
import { retargeting } from './retargeting.ts';
import { titleOf } from './title.ts';
import { judge, verify } from './verify.ts';

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
    return { repairs, rejected, reason: whyNothing(problem, rejected) };
  }
  const graphs = new Set<string>();
  for await (const repair of symbolicRepairs.propose(problem, signal)) {
    const verdict = await verify(problem, repair, signal);
    if (verdict.kind !== 'fixes') {
      rejected.push({ repair, verdict });
      continue;
    }
    const key = changeKey(verdict.delta);
    if (graphs.has(key)) continue;
    graphs.add(key);
    repairs.push({ repair: verdict.degenerate ? sayingSo(repair, problem) : repair, verdict });
    if (repairs.length === max) break;
  }
  const ranked = rank(repairs);
  const isReal = ranked.some(
    ({ repair, verdict }) => !verdict.degenerate && repair.support !== 'retargeting',
  );
  return { repairs: ranked, rejected, reason: isReal ? undefined : whyNothing(problem, rejected) };
}

function sayingSo(repair: Repair, { violation, term }: RepairProblem): Repair {
  const shape = terms.isBlank(violation.rootShape) ? 'the shape' : term(violation.rootShape);
  const title = `${repair.title} (takes it out of the target of ${shape})`;
  return { ...repair, title };
}

const maxCandidates = 24;

/** Repairs found by search: the goal system of spec/vio.md section 5.5 over evidence in the data. */
export const symbolicRepairs: RepairSource = {
  name: 'symbolic',
  async *propose(problem, signal) {
    const draft = firstDraft(problem);
    const settled: Fix[] = [];
    const seen = new Set<string>();
    for (const fix of candidates(problem, draft)) {
      await breathe(signal);
      const whole = await settle(fix, draft, problem, signal);
      const key = changeKey(whole.change);
      if (seen.has(key)) continue;
      seen.add(key);
      settled.push(whole);
    }
    for (const fix of strongestFirst(settled)) yield asRepair(fix, problem);
  },
};

function* candidates(problem: RepairProblem, draft: Draft): Iterable<Fix> {
  let count = 0;
  for (const fix of fixesFor(problem.violation, draft)) {
    yield fix;
    if (++count === maxCandidates) break;
  }
  yield* retargeting(problem.violation, draft);
}

const maxRounds = 10;
const maxEdits = 12;

/**
 * Adds what a fix makes necessary: a node that becomes an instance of a class has to satisfy the shapes of that
 * class. The fix itself when that cannot be had by additions.
 */
async function settle(fix: Fix, draft: Draft, problem: RepairProblem, signal: AbortSignal): Promise<Fix> {
  let whole = fix;
  for (let round = 0; round < maxRounds; round++) {
    const judgement = await judge(problem, whole.change, signal);
    if (judgement.kind !== 'introduces') return judgement.kind === 'holds' ? whole : fix;
    const next = addition(judgement.results[0]!, withFix(draft, whole));
    if (next === undefined) return fix;
    whole = joinFixes(whole, next);
    if (changeSize(whole.change) > maxEdits) return fix;
  }
  return fix;
}

function addition(result: RepairProblem['violation'], draft: Draft): Fix | undefined {
  for (const fix of fixesFor(result, draft)) {
    if (weakness(fix.support) > weakness('placeholder')) continue;
    if (fix.change.removed.length === 0 && fix.change.added.some((triple) => !holds(draft.graph, triple)))
      return fix;
  }
  return undefined;
}

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
