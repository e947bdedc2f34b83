import type { GraphDelta } from '../../../rdf/graph.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { changeSize, mergeChanges, noChange } from '../../../repair/drafts/change.ts';
import { firstDraft } from '../../../repair/drafts/draft.ts';
import { shareWithValues } from '../../../repair/evidence/pathUsage.ts';
import type { RepairProblem, SoundRepair } from '../../../repair/repair.ts';
import { rankRepairs } from '../../../repair/search/rankRepairs.ts';
import { bestRepair } from '../../../repair/search/repairChoice.ts';
import { type Suggestions, soundRepairs } from '../../../repair/search/suggestRepairs.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import { printUpdate } from '../../../sparql/updateText.ts';
import { triplesOfTargets } from '../../../vio/cases/trivialRepairs.ts';
import { changedGraph } from '../suite/repairTask.ts';
import { oneRound, type RepairSystem } from '../system.ts';

/** The maximum number of repairs considered for each result. */
const maxSuggestions = 8;
/** The maximum number of results repaired in a row before the case is given up. */
const maxSteps = 40;

/**
 * The repairs of this program without a model: the best one for the given result, then for each remaining result,
 * until there is none. Values that only the user can know are used as proposed, unless most nodes of the kind have no
 * such value. Then the value is removed.
 */
export const symbolic: RepairSystem = {
  id: 'symbolic',
  strategy: undefined,
  async repair({ problem, results }, signal) {
    const start = performance.now();
    const own = new Set(results.map(violationKey));
    let change = noChange;
    let open: readonly RepairProblem[] = [problem, ...othersOf(problem, results)];
    for (let steps = 0; open.length > 0 && steps < maxSteps; steps++) {
      const chosen = await bestOf(open, signal);
      if (chosen === undefined) break;
      const { delta } = chosen.verdict;
      change = mergeChanges(change, delta);
      const { recorded } = await changedGraph(open[0]!.recorded, delta, signal);
      open = recorded.result.violations
        .filter((result) => own.has(violationKey(result)))
        .map((violation) => ({ ...problem, violation, recorded }));
    }
    return oneRound(printUpdate(change), performance.now() - start);
  },
};

/** The same problem for the other results of a case. */
function othersOf(problem: RepairProblem, results: readonly Violation[]): readonly RepairProblem[] {
  const keys = new Set(results.map(violationKey));
  keys.delete(violationKey(problem.violation));
  return problem.recorded.result.violations
    .filter((result) => keys.has(violationKey(result)))
    .map((violation) => ({ ...problem, violation }));
}

/** The number of results whose repairs are compared before one is applied. */
const maxCompared = 4;

/**
 * The repair that also resolves the most other results, because few mistakes are more likely than many. Among equals,
 * the one with the strongest support wins, and among these the one of the first result.
 */
async function bestOf(
  problems: readonly RepairProblem[],
  signal: AbortSignal,
): Promise<SoundRepair | undefined> {
  const found: SoundRepair[] = [];
  for (const problem of problems.slice(0, maxCompared)) {
    const chosen = choose(problem, await soundRepairs(problem, { max: maxSuggestions }, signal));
    if (chosen) found.push(chosen);
  }
  const most = Math.max(...found.map(({ verdict }) => verdict.alsoFixes.length));
  return rankRepairs(found.filter(({ verdict }) => verdict.alsoFixes.length === most))[0];
}

function choose(problem: RepairProblem, suggestions: Suggestions<SoundRepair>): SoundRepair | undefined {
  const choice = bestRepair({ acceptPlaceholders: true })(suggestions);
  if (choice.kind === 'none') return undefined;
  const { chosen } = choice;
  const real = suggestions.repairs.filter(({ verdict }) => !verdict.degenerate);
  const { value, path } = problem.violation;
  const takesAway = ({ verdict: { delta } }: SoundRepair) =>
    delta.removed.some(({ subject, object }) => (path?.kind === 'inverse' ? subject : object) === value);
  if (takesAway(chosen) && isGuess(chosen, real) && isUnusual(problem)) {
    return real.find((each) => takesAway(each) && each.verdict.delta.added.length === 0) ?? chosen;
  }
  return real.find((other) => goesFurther(other, chosen)) ?? chosen;
}

/** True for a repair that makes the same removal and also removes what would be left unreferenced. */
function goesFurther(
  { verdict: { delta: other } }: SoundRepair,
  { verdict: { delta } }: SoundRepair,
): boolean {
  if (delta.added.length + other.added.length > 0 || other.removed.length <= delta.removed.length)
    return false;
  const keys = new Set(other.removed.map(tripleKey));
  return delta.removed.every((triple) => keys.has(tripleKey(triple)));
}

/** True for values that only the user can know, and for one of several equally good values. */
function isGuess({ repair, verdict }: SoundRepair, real: readonly SoundRepair[]): boolean {
  if (repair.support === 'placeholder') return true;
  const alike = real.filter(
    (other) =>
      other.repair.support === repair.support &&
      changeSize(other.verdict.delta) === changeSize(verdict.delta),
  );
  return repair.support === 'plausible' && alike.length > 1;
}

/** True when most nodes of the kind have no such value, or no other node has one. */
function isUnusual(problem: RepairProblem): boolean {
  const { focusNode, path, value } = problem.violation;
  if (path === undefined || value === undefined) return false;
  const share = shareWithValues(firstDraft(problem), focusNode, path);
  if (share !== undefined) return share < 0.5;
  if (path.kind !== 'predicate') return false;
  const uses = problem.recorded.input.dataGraph.withPredicate(path.predicate);
  return uses.every(({ subject }) => subject === focusNode);
}

/** What the creation of a system may need. */
interface SystemNeeds {
  /** The change of a case, for the oracle. */
  readonly changeOf: (caseId: string) => GraphDelta;
}

/** The systems that need nothing but the task, by id. */
export const plainSystems: Readonly<Record<string, (needs: SystemNeeds) => RepairSystem>> = {
  noop: () => noop,
  oracle: ({ changeOf }) => oracle(changeOf),
  'delete-focus': () => deleteFocus,
  symbolic: () => symbolic,
};

/**
 * True for systems that show what scores mean, and do not compete: they are listed apart from the others and are not part
 * of averages.
 */
export function isControl(system: string): boolean {
  return system !== 'symbolic' && Object.hasOwn(plainSystems, system);
}

/** True for cells of a model that works on a file by itself. */
export function isAgent({ system }: { readonly system: string }): boolean {
  return system.startsWith('agent:');
}

/** Takes every focus node with a result out of its target. It shows the score of the semantic tier alone. */
export const deleteFocus: RepairSystem = {
  id: 'delete-focus',
  strategy: undefined,
  async repair({ problem: { recorded }, results }) {
    const removed = triplesOfTargets(results, recorded.input, recorded);
    return oneRound(printUpdate({ added: [], removed }), 0);
  },
};

/** Changes nothing. It shows the score of correct SPARQL alone. */
const noop: RepairSystem = {
  id: 'noop',
  strategy: undefined,
  repair: async () => oneRound('INSERT DATA {}', 0),
};

/** Undoes the change of the case, which is the best that any system can do. It knows what no other system knows. */
function oracle(changeOf: (caseId: string) => GraphDelta): RepairSystem {
  return {
    id: 'oracle',
    strategy: undefined,
    async repair({ caseId }) {
      const { added, removed } = changeOf(caseId);
      return oneRound(printUpdate({ added: removed, removed: added }), 0);
    },
  };
}
