import type { Constraint } from '../../shacl/model/shape.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { rewritesOf } from '../components/rewrite/index.ts';
import { effectOfChange } from '../proof/verify.ts';
import type { AcceptedRepair, RepairProblem } from '../repair.ts';
import { changeTitle } from '../search/changeTitle.ts';
import type { RepairChoice } from '../search/repairChoice.ts';
import { kindOfRepair, type RepairKind } from './repairKind.ts';

/** What was chosen for each problem by itself. */
export type Choices = ReadonlyMap<RepairProblem, RepairChoice>;

/** A repair that is chosen for at least this share of the places of a mistake is made at all of them. */
const clearShare = 0.75;

/**
 * Decides once about each mistake that is there several times: the same wrong value, or the same wrong property of a closed
 * shape. What is chosen at each place by itself may differ, because the evidence beside it does. The repair that is chosen at
 * nearly all places is made at the others, too, where it holds; without such a repair, none is made.
 */
export async function sameDecisions(choices: Choices, signal: AbortSignal): Promise<Choices> {
  const mistakes = new Map<string, RepairProblem[]>();
  for (const problem of choices.keys()) {
    const key = mistakeOf(problem);
    if (key === undefined) continue;
    const places = mistakes.get(key);
    if (places) places.push(problem);
    else mistakes.set(key, [problem]);
  }
  const decided = new Map(choices);
  for (const places of mistakes.values()) {
    if (places.length < 2) continue;
    for (const [problem, choice] of await decision(places, choices, signal)) decided.set(problem, choice);
  }
  return decided;
}

/** Equal for the same mistake; undefined where there is no wrong value. */
function mistakeOf({ violation }: RepairProblem): string | undefined {
  const { sourceShape, constraint, resultPath, value } = violation;
  if (value === undefined || !isOfOneValue(constraint)) return undefined;
  const what = constraint.kind === 'closed' ? resultPath : value;
  return [sourceShape, constraint.parameter, constraint.parameterValue, resultPath, what].join(' ');
}

/** True for constraints that refuse a value for what it is, not for what else there is. */
function isOfOneValue(constraint: Constraint): boolean {
  return constraint.kind === 'class' || constraint.kind === 'closed' || rewritesOf(constraint) !== undefined;
}

interface Vote {
  readonly kind: RepairKind;
  readonly repair: AcceptedRepair['chosen'];
  count: number;
}

const noChanges: ReadonlyMap<RepairProblem, RepairChoice> = new Map();

/** The choices that have to change. */
async function decision(
  places: readonly RepairProblem[],
  choices: Choices,
  signal: AbortSignal,
): Promise<ReadonlyMap<RepairProblem, RepairChoice>> {
  const votes = new Map<string, Vote>();
  const keyOf = new Map<RepairProblem, string>();
  for (const problem of places) {
    const choice = choices.get(problem)!;
    if (choice.kind === 'none') continue;
    const kind = kindOfRepair(problem, choice.chosen);
    // Placeholders are filled in one by one.
    if (kind === undefined) return noChanges;
    keyOf.set(problem, kind.key);
    const vote = votes.get(kind.key);
    if (vote) vote.count++;
    else votes.set(kind.key, { kind, repair: choice.chosen, count: 1 });
  }
  const most = [...votes].toSorted(([, a], [, b]) => b.count - a.count)[0];
  if (most === undefined || most[1].count === places.length) return noChanges;
  const [key, { kind, repair, count }] = most;
  const isClear = count >= clearShare * places.length;
  const changed = new Map<RepairProblem, RepairChoice>();
  const share = `${count} of ${places.length}`;
  for (const problem of places) {
    if (keyOf.get(problem) === key && isClear) continue;
    const same = isClear ? await transferred(problem, kind, repair, signal) : undefined;
    if (same) changed.set(problem, { kind: 'repair', chosen: same });
    else if (!isClear) {
      const why = `Your decision is needed: ${repair.repair.title} is clear at ${share} places with this mistake only`;
      changed.set(problem, { kind: 'none', why });
    } else if (keyOf.has(problem)) {
      const why = `Your decision is needed: at ${share} places with this mistake, another repair is made`;
      changed.set(problem, { kind: 'none', why });
    }
  }
  return changed;
}

/** The repair of a kind for another result, if it holds. */
async function transferred(
  problem: RepairProblem,
  kind: RepairKind,
  { repair, likelihood, certainty }: AcceptedRepair['chosen'],
  signal: AbortSignal,
): Promise<AcceptedRepair['chosen'] | undefined> {
  const change = kind.changeFor(problem.violation, problem.recorded);
  if (change === undefined) return undefined;
  const verdict = await effectOfChange(problem, change, [], signal);
  if (verdict.kind !== 'holds' || verdict.degenerate) return undefined;
  const title = changeTitle(change, { minted: [], placeholders: [] }, problem.term);
  return {
    repair: { ...repair, title, update: printUpdate(change), change },
    verdict,
    likelihood,
    certainty,
  };
}
