import { yieldToEventLoop } from '../../base/abort.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { rewritesOf } from '../components/rewrite/index.ts';
import { resultOrder } from '../drafts/goal.ts';
import { effectOfChange, planDocumentEdits, verifyJointly } from '../proof/verify.ts';
import type { AcceptedRepair, DocumentEdits, RepairProblem, SoundRepair } from '../repair.ts';
import { changeTitle } from '../search/changeTitle.ts';
import type { ChooseRepair, RepairChoice } from '../search/repairChoice.ts';
import { type Suggestions, soundRepairs } from '../search/suggestRepairs.ts';
import { composeRepairs, JointChange } from './jointChange.ts';
import { kindOfRepair, type RepairKind } from './repairKind.ts';

/** The outcome of repairing several results of one unit at once. */
interface JointRepairs {
  /** In the order of the problems. */
  readonly accepted: readonly AcceptedRepair[];
  /** The edits of all accepted repairs, proven together. */
  readonly edits: readonly DocumentEdits[];
  /** Problems with a repair whose edits cannot be made beside the others; to be retried after the edits. */
  readonly deferred: readonly RepairProblem[];
  readonly declined: readonly DeclinedProblem[];
}

interface DeclinedProblem {
  readonly problem: RepairProblem;
  readonly why: string;
}

/** A source of repairs to choose from. */
export type SuggestionProvider = (
  problem: RepairProblem,
  signal: AbortSignal,
) => Promise<Suggestions<SoundRepair>>;

/** Whether a repair is certain depends on the alternatives. */
const suggestionsToChooseFrom = 4;

const fromSearch: SuggestionProvider = (problem, signal) =>
  soundRepairs(problem, { max: suggestionsToChooseFrom, strongestOnly: true }, signal);

/**
 * Repairs many results of one unit in one change of its texts. For each mistake, a repair is chosen independently; those
 * that change different things are made together. The remaining results are repaired one by one on top of that, by the
 * chosen repair if it still holds, otherwise by another. Each result is searched at most twice, and the whole change is
 * proven like a single repair: it removes all results and introduces none.
 *
 * @param problems of the same recorded validation.
 *
 * @throws the signal's reason when aborted.
 */
export async function repairJointly(
  problems: readonly RepairProblem[],
  choose: ChooseRepair,
  signal: AbortSignal,
  suggest: SuggestionProvider = fromSearch,
): Promise<JointRepairs> {
  const [first] = problems;
  if (first === undefined) return { accepted: [], edits: [], deferred: [], declined: [] };
  // Among conflicting repairs, the same ones are made wherever they are in the file.
  const order = resultOrder(first.recorded.input);
  const ordered = problems.toSorted((a, b) => order(a.violation, b.violation));
  const declined: DeclinedProblem[] = [];
  const claims = new ChangeClaims();
  const fixedAlong = new Set<string>();
  const choices = new Map<RepairProblem, RepairChoice>();
  const undecided: RepairProblem[] = [];
  for (const problem of ordered) {
    if (fixedAlong.has(violationKey(problem.violation))) {
      undecided.push(problem);
      continue;
    }
    // A copy, so that what is cached for its candidates is released with it.
    const choice = choose(await suggest({ ...problem }, signal));
    choices.set(problem, choice);
    if (choice.kind === 'none') continue;
    for (const other of choice.chosen.verdict.alsoFixes) fixedAlong.add(violationKey(other));
  }
  const chosen = new Map<RepairProblem, AcceptedRepair>();
  for (const [problem, choice] of await unifyDecisions(choices, signal)) {
    if (choice.kind === 'none') {
      declined.push({ problem, why: choice.why });
      continue;
    }
    const repair = { problem, chosen: choice.chosen };
    if (claims.claim(repair)) chosen.set(problem, repair);
    else undecided.push(problem);
  }
  const change = new JointChange(first.recorded);
  await change.addTogether([...chosen.values()], signal);
  const isIn = new Set(change.repairs);
  const isUndecided = new Set(undecided);
  for (const problem of ordered) {
    const repair = chosen.get(problem);
    if (repair ? isIn.has(repair) : !isUndecided.has(problem)) continue;
    const still = change.still(problem);
    if (still === undefined || (repair && (await change.add(repair, signal)))) continue;
    const choice = choose(await suggest(still, signal));
    if (choice.kind === 'none') declined.push({ problem, why: choice.why });
    else await change.add({ problem, chosen: choice.chosen }, signal);
  }
  const { repairs, edits } = await proven(change, first, signal);
  const isSettled = new Set([...repairs, ...declined].map(({ problem }) => problem));
  const deferred = problems.filter(
    (problem) => !isSettled.has(problem) && change.still(problem) !== undefined,
  );
  const numbers = new Map(problems.map((problem, number) => [problem, number]));
  const accepted = repairs.toSorted((a, b) => numbers.get(a.problem)! - numbers.get(b.problem)!);
  return { accepted, edits, deferred, declined };
}

interface Proven {
  readonly repairs: readonly AcceptedRepair[];
  readonly edits: readonly DocumentEdits[];
}

/** Makes chosen repairs of one unit together, as far as they are compatible and can be written, and proves the whole. */
export async function makeTogether(
  repairs: readonly AcceptedRepair[],
  unit: RepairProblem,
  signal: AbortSignal,
): Promise<Proven> {
  const change = new JointChange(unit.recorded);
  await change.addTogether(repairs, signal);
  const isIn = new Set(change.repairs);
  for (const repair of repairs) if (!isIn.has(repair)) await change.add(repair, signal);
  return proven(change, unit, signal);
}

/** The repairs of a change that can be written into the texts, with their edits. */
async function proven(change: JointChange, unit: RepairProblem, signal: AbortSignal): Promise<Proven> {
  const edits = await editsOf(change, unit, signal);
  if (edits) return { repairs: change.repairs, edits };
  const sayable = await expressibleTogether(change.repairs, unit, signal);
  const rest = new JointChange(unit.recorded);
  for (const repair of sayable) await rest.add(repair, signal);
  const left = await editsOf(rest, unit, signal);
  return left ? { repairs: rest.repairs, edits: left } : { repairs: [], edits: [] };
}

async function editsOf(
  { repairs, delta }: JointChange,
  unit: RepairProblem,
  signal: AbortSignal,
): Promise<readonly DocumentEdits[] | undefined> {
  const violations = repairs.map(({ problem }) => problem.violation);
  const verdict = await verifyJointly(unit, violations, delta, signal);
  return verdict.kind === 'fixes' ? verdict.edits : undefined;
}

/** The repairs that can be written together, found by bisection if not all can. */
async function expressibleTogether(
  repairs: readonly AcceptedRepair[],
  unit: RepairProblem,
  signal: AbortSignal,
): Promise<readonly AcceptedRepair[]> {
  await yieldToEventLoop(signal);
  if (await isExpressible(repairs, unit)) return repairs;
  if (repairs.length <= 1) return [];
  const middle = repairs.length >> 1;
  const first = await expressibleTogether(repairs.slice(0, middle), unit, signal);
  const second = await expressibleTogether(repairs.slice(middle), unit, signal);
  const both = [...first, ...second];
  if (both.length < repairs.length && (await isExpressible(both, unit))) return both;
  return first.length > 0 ? first : second;
}

async function isExpressible(repairs: readonly AcceptedRepair[], unit: RepairProblem): Promise<boolean> {
  return (await planDocumentEdits(unit, composeRepairs(repairs))).kind === 'fixes';
}

/**
 * Tracks what repairs may change together that were chosen independently. The values of a node for a property belong to one
 * repair, because adding or removing one value may be all that another repair wanted. Repairs share them only when their
 * results are about different values, and each repair replaces or removes the value that its result is about.
 */
class ChangeClaims {
  readonly #triples = new Set<string>();
  readonly #names = new Set<string>();
  readonly #owned = new Set<string>();
  readonly #shared = new Set<string>();

  /** False, without claiming anything, when a part is already taken. */
  claim({ problem: { violation }, chosen: { repair, verdict } }: AcceptedRepair): boolean {
    const { added, removed } = verdict.delta;
    const triples = [...added, ...removed];
    const keys = triples.map(tripleKey);
    // Two repairs that each create a node may have created the same one.
    const names = [
      ...repair.placeholders.filter((term) => !terms.isLiteral(term)),
      ...triples.map(({ object }) => object).filter((term) => terms.isBlank(term) && isNewBlankNode(term)),
    ].map(String);
    const properties = new Set(triples.map(propertyOf));
    const shared = [...properties].filter((property) =>
      isOfOneValue(
        added.filter((triple) => propertyOf(triple) === property),
        removed.filter((triple) => propertyOf(triple) === property),
        violation,
      ),
    );
    const owned = [...properties].filter((property) => !shared.includes(property));
    const isTaken =
      keys.some((key) => this.#triples.has(key)) ||
      names.some((name) => this.#names.has(name)) ||
      owned.some((property) => this.#owned.has(property) || this.#shared.has(property)) ||
      shared.some((property) => this.#owned.has(property));
    if (isTaken) return false;
    for (const key of keys) this.#triples.add(key);
    for (const name of names) this.#names.add(name);
    for (const property of owned) this.#owned.add(property);
    for (const property of shared) this.#shared.add(property);
    return true;
  }
}

function propertyOf({ subject, predicate }: Triple): string {
  return `${subject} ${predicate}`;
}

/** True when the only value that a result is about is removed, or replaced by one other. */
function isOfOneValue(
  added: readonly Triple[],
  removed: readonly Triple[],
  { focusNode, value }: Violation,
): boolean {
  const [triple, ...more] = removed;
  if (triple === undefined || more.length > 0 || added.length > 1) return false;
  const { subject, object } = triple;
  return (subject === focusNode && object === value) || (subject === value && object === focusNode);
}

/** What was chosen for each problem by itself. */
export type Choices = ReadonlyMap<RepairProblem, RepairChoice>;

/** A repair that is chosen for at least this share of the places of a mistake is applied at all of them. */
const clearShare = 0.75;

/**
 * Decides once about each mistake that is there several times: the same wrong value, or the same wrong property of a closed
 * shape. What is chosen at each place by itself may differ, because the evidence beside it does. The repair that is chosen at
 * nearly all places is made at the others, too, where it holds; without such a repair, none is made.
 */
export async function unifyDecisions(choices: Choices, signal: AbortSignal): Promise<Choices> {
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
  if (value === undefined || !concernsOneValue(constraint)) return undefined;
  const what = constraint.kind === 'closed' ? resultPath : value;
  return [sourceShape, constraint.parameter, constraint.parameterValue, resultPath, what].join(' ');
}

/** True for constraints that reject a value for what it is, regardless of other statements. */
function concernsOneValue(constraint: Constraint): boolean {
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
