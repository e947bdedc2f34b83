import type { GraphDelta } from '../rdf/graph.ts';
import { type Triple, terms } from '../rdf/terms.ts';
import { violationKey } from '../shacl/violation.ts';
import { isNewBlankNode } from '../sparql/termCodec.ts';
import { tripleKey } from './change.ts';
import type { Choose } from './choice.ts';
import { type Suggestions, soundRepairs } from './propose.ts';
import type { DocumentEdits, RepairProblem, SoundRepair } from './repair.ts';
import { verifyTogether } from './verify.ts';

/** What became of several results of one unit that were repaired at once. */
export interface Together {
  /** In the order of the problems. */
  readonly accepted: readonly AcceptedRepair[];
  /** The edits of all accepted repairs, proven together. */
  readonly edits: readonly DocumentEdits[];
  /** What another repair may bring about, or clashes with one: to be looked at again on the texts after the edits. */
  readonly deferred: readonly RepairProblem[];
  readonly declined: readonly Declined[];
}

export interface AcceptedRepair {
  readonly problem: RepairProblem;
  readonly chosen: SoundRepair;
}

export interface Declined {
  readonly problem: RepairProblem;
  readonly why: string;
}

/** Where the repairs to choose from come from. */
export type Suggest = (problem: RepairProblem, signal: AbortSignal) => Promise<Suggestions<SoundRepair>>;

/** Alternatives have to be known for a repair to be certain. */
const suggestionsToChooseFrom = 4;

const fromSearch: Suggest = (problem, signal) =>
  soundRepairs(problem, { max: suggestionsToChooseFrom, strongestOnly: true }, signal);

/**
 * Repairs many results of one unit in one change of its texts. For each the repair is chosen as if it were alone;
 * those that change different things are joined, and the joined change has to fix all of them and to break nothing,
 * as a single repair has to. Of those that clash the first stands, and the others wait for the next round.
 *
 * @param problems of the same recorded validation.
 * @throws the signal's reason when aborted.
 */
export async function repairTogether(
  problems: readonly RepairProblem[],
  choose: Choose,
  signal: AbortSignal,
  suggest: Suggest = fromSearch,
): Promise<Together> {
  const chosen: AcceptedRepair[] = [];
  const deferred: RepairProblem[] = [];
  const declined: Declined[] = [];
  const fixedAlong = new Set<string>();
  const claims = new Claims();
  for (const problem of problems) {
    if (fixedAlong.has(violationKey(problem.violation))) continue;
    const choice = choose(await suggest(problem, signal));
    if (choice.kind === 'none') {
      declined.push({ problem, why: choice.why });
      continue;
    }
    const { chosen: repair } = choice;
    if (!claims.claim(repair)) {
      deferred.push(problem);
      continue;
    }
    chosen.push({ problem, chosen: repair });
    for (const other of repair.verdict.alsoFixes) fixedAlong.add(violationKey(other));
  }
  const accepted = await compatible(chosen, signal);
  const isAccepted = new Set(accepted.repairs);
  deferred.push(...chosen.filter((repair) => !isAccepted.has(repair)).map(({ problem }) => problem));
  return { accepted: accepted.repairs, edits: accepted.edits, deferred, declined };
}

interface Compatible {
  readonly repairs: readonly AcceptedRepair[];
  readonly edits: readonly DocumentEdits[];
}

const none: Compatible = { repairs: [], edits: [] };

/** As many of the repairs as hold together, found by halving where not all do. */
async function compatible(
  repairs: readonly AcceptedRepair[],
  signal: AbortSignal,
  base: Compatible = none,
): Promise<Compatible> {
  if (repairs.length === 0) return base;
  const joined = [...base.repairs, ...repairs];
  const edits = await proven(joined, signal);
  if (edits) return { repairs: joined, edits };
  if (repairs.length === 1) return base;
  const middle = repairs.length >> 1;
  const first = await compatible(repairs.slice(0, middle), signal, base);
  return compatible(repairs.slice(middle), signal, first);
}

async function proven(
  repairs: readonly AcceptedRepair[],
  signal: AbortSignal,
): Promise<readonly DocumentEdits[] | undefined> {
  const { problem } = repairs[0]!;
  const delta: GraphDelta = {
    added: distinct(repairs.flatMap((repair) => repair.chosen.verdict.delta.added)),
    removed: distinct(repairs.flatMap((repair) => repair.chosen.verdict.delta.removed)),
  };
  const violations = repairs.map((repair) => repair.problem.violation);
  const verdict = await verifyTogether(problem, violations, delta, signal);
  return verdict.kind === 'fixes' ? verdict.edits : undefined;
}

function distinct(triples: readonly Triple[]): readonly Triple[] {
  return [...new Map(triples.map((triple) => [tripleKey(triple), triple])).values()];
}

/** What the accepted repairs change: another one may not touch it as well. */
class Claims {
  readonly #taken = new Set<string>();

  /** False, with nothing claimed, when part of it is taken. */
  claim({ repair, verdict: { delta } }: SoundRepair): boolean {
    const triples = [...delta.added, ...delta.removed];
    const claimed = [
      ...triples.map(({ subject, predicate }) => `${subject} ${predicate}`),
      // Two repairs that make up a node each may have made up the same one.
      ...repair.placeholders.filter((term) => !terms.isLiteral(term)),
      ...triples.map(({ object }) => object).filter((term) => terms.isBlank(term) && isNewBlankNode(term)),
    ].map(String);
    if (claimed.some((claim) => this.#taken.has(claim))) return false;
    for (const claim of claimed) this.#taken.add(claim);
    return true;
  }
}
