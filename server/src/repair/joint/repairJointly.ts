import { yieldToEventLoop } from '../../base/abort.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { type Violation, violationKey } from '../../shacl/model/violation.ts';
import { isNewBlankNode } from '../../sparql/termCodec.ts';
import { resultOrder } from '../drafts/resultOrder.ts';
import { planDocumentEdits, verifyJointly } from '../proof/verify.ts';
import type { AcceptedRepair, DocumentEdits, RepairProblem, SoundRepair } from '../repair.ts';
import type { ChooseRepair, RepairChoice } from '../search/repairChoice.ts';
import { type Suggestions, soundRepairs } from '../search/suggestRepairs.ts';
import { composeRepairs, JointChange } from './jointChange.ts';
import { sameDecisions } from './sameDecision.ts';

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
  // Of repairs that conflict, the same ones are made wherever the file has them.
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
  for (const [problem, choice] of await sameDecisions(choices, signal)) {
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
  if (isExpressible(repairs, unit)) return repairs;
  if (repairs.length <= 1) return [];
  const middle = repairs.length >> 1;
  const first = await expressibleTogether(repairs.slice(0, middle), unit, signal);
  const second = await expressibleTogether(repairs.slice(middle), unit, signal);
  const both = [...first, ...second];
  if (both.length < repairs.length && isExpressible(both, unit)) return both;
  return first.length > 0 ? first : second;
}

function isExpressible(repairs: readonly AcceptedRepair[], unit: RepairProblem): boolean {
  return planDocumentEdits(unit, composeRepairs(repairs)).kind === 'fixes';
}

/**
 * Tracks what repairs may change together that were chosen independently. The values of a node for a property belong to
 * one repair, because one value more or less may be all that another repair wanted. Repairs share them only when their
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
