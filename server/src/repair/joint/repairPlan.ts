import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { changeKey, changeSize, withOwnNodes } from '../drafts/change.ts';
import { compareValidations } from '../proof/verify.ts';
import { type AcceptedRepair, type RepairProblem, uncertaintyText } from '../repair.ts';
import { offerable } from '../scorecard/certainty.ts';
import { soundRepairs } from '../search/suggestRepairs.ts';
import { joined, ResponsibleChanges } from './jointChange.ts';
import { type CoverCandidate, type Forbidden, leastCover } from './leastCover.ts';
import { makeTogether } from './repairJointly.ts';

/** A repair of a plan, or one that could be. */
export interface PlanStep extends AcceptedRepair {
  /** Its cost: a thousand times the negative logarithm of its likelihood, plus 1. */
  readonly cost: number;
  /** The keys of the results that it ends. */
  readonly ends: ReadonlySet<string>;
}

/** Compatible repairs of results of a unit. */
export interface JointRepairs {
  /** In the order of the results. */
  readonly steps: readonly PlanStep[];
  /** The results that no step removes, with the reason. */
  readonly left: readonly { readonly problem: RepairProblem; readonly why: string }[];
  /** False when a limit ended the search, so that there may be a cheaper plan. */
  readonly isLeast: boolean;
}

/** Compatible repairs that remove as many results as possible (maximal), at the least cost. */
export interface JointRepairPlan extends JointRepairs {
  /**
   * The repairs that remove as many results and change the fewest statements (minimal), at the least cost among those. What
   * was learnt for the plan is reused.
   *
   * @throws the signal's reason when aborted.
   */
  smallest(signal: AbortSignal): Promise<JointRepairs>;
}

/**
 * Finds compatible repairs of all results at the least cost, where each was proven on its own. Conflicts are learnt from
 * proofs: repairs are chosen, applied together to a copy, and those on which an unwanted result depends are tried in pairs,
 * or not chosen together again.
 *
 * @param problems of the same recorded validation.
 * @throws the signal's reason when aborted.
 */
export async function planRepairs(
  problems: readonly RepairProblem[],
  signal: AbortSignal,
): Promise<JointRepairPlan> {
  const found = await candidatesFor(problems, signal);
  return choosePlan(problems, found, signal);
}

/** The repairs for a plan, and why results have none. */
export interface PlanCandidates {
  readonly candidates: readonly PlanStep[];
  readonly without: ReadonlyMap<RepairProblem, string>;
}

/** How many repairs of a result are considered. */
const perResult = 4;

/**
 * The proven repairs of each result; one that removes several results is listed once, for the one for which it is
 * likeliest.
 */
export async function candidatesFor(
  problems: readonly RepairProblem[],
  signal: AbortSignal,
): Promise<PlanCandidates> {
  const byChange = new Map<string, PlanStep>();
  const without = new Map<RepairProblem, string>();
  for (const problem of problems) {
    // A copy, so that what is cached for its candidates is released with it.
    const { repairs, uncertainty } = await soundRepairs({ ...problem }, { max: perResult }, signal);
    const usable = repairs.filter(offerable(repairs)).filter(({ verdict }) => !verdict.degenerate);
    if (usable.length === 0)
      without.set(problem, uncertainty ? uncertaintyText(uncertainty) : 'No verified repair was found.');
    for (const chosen of usable) {
      const key = changeKey(chosen.verdict.delta);
      const known = byChange.get(key);
      const cost = 1 + Math.round(-1000 * Math.log(Math.max(chosen.likelihood, 1e-6)));
      const ends = new Set([problem.violation, ...chosen.verdict.alsoFixes].map(violationKey));
      if (known === undefined || cost < known.cost) byChange.set(key, { problem, chosen, cost, ends });
    }
  }
  const names = new OwnNames(problems[0]);
  return { candidates: [...byChange.values()].map((step, number) => names.applied(step, number)), without };
}

/** Names for the nodes that repairs create, of which each result has its own. */
class OwnNames {
  readonly #unit: RepairProblem | undefined;
  readonly #taken = new Set<TermId>();
  readonly #names = new Map<RepairProblem, Map<TermId, TermId>>();

  constructor(unit: RepairProblem | undefined) {
    this.#unit = unit;
  }

  applied(step: PlanStep, number: number): PlanStep {
    const { problem, chosen } = step;
    const { repair, verdict } = chosen;
    const names = this.#names.get(problem) ?? new Map<TermId, TermId>();
    this.#names.set(problem, names);
    for (const term of repair.placeholders)
      if (terms.isIri(term) && !names.has(term)) names.set(term, this.#fresh(term));
    const own = (term: TermId) => names.get(term) ?? term;
    const { added, removed } = withOwnNodes(verdict.delta, number);
    const delta = {
      added: added.map(({ subject, predicate, object }) => ({
        subject: own(subject),
        predicate,
        object: own(object),
      })),
      removed,
    };
    const changed = repair.placeholders.filter((term) => own(term) !== term);
    if (changed.length === 0) return { ...step, chosen: { ...chosen, verdict: { ...verdict, delta } } };
    const title = changed.reduce(
      (text, term) => text.replaceAll(problem.term(term), problem.term(own(term))),
      repair.title,
    );
    const renamed = {
      title,
      update: printUpdate(delta),
      change: delta,
      placeholders: repair.placeholders.map(own),
    };
    return {
      ...step,
      chosen: { ...chosen, repair: { ...repair, ...renamed }, verdict: { ...verdict, delta } },
    };
  }

  /** The name, or the next unused one with a higher number. */
  #fresh(term: TermId): TermId {
    const [, stem = '', digits = '1'] = /^(.*?)(\d*)$/s.exec(terms.value(term)) ?? [];
    let name = term;
    const graph = this.#unit!.recorded.input.dataGraph;
    for (
      let number = Number(digits) + 1;
      this.#taken.has(name) || graph.outgoing(name).length + graph.incoming(name).length > 0;
      number++
    )
      name = terms.iri(stem + number);
    this.#taken.add(name);
    return name;
  }
}

/** How many choices the search within a group may examine. */
const maxLooks = 200_000;
/** How often repairs are chosen and made together. */
const maxRounds = 40;
/** With more incompatible repairs than this, no pairs are tried. */
const maxTriedInPairs = 8;

/** The second part of `planRepairs`. */
export async function choosePlan(
  problems: readonly RepairProblem[],
  { candidates, without }: PlanCandidates,
  signal: AbortSignal,
): Promise<JointRepairPlan> {
  const groups = new Groups(problems, candidates);
  for (const [a, b] of staticClashes(candidates)) groups.clash(a, b);
  const known = { candidates, without };
  return {
    ...(await chooseOf(groups, problems, known, signal)),
    async smallest(stop) {
      const all = 1 + candidates.reduce((sum, { cost }) => sum + cost, 0);
      groups.reprice(({ cost, chosen }) => all * changeSize(chosen.verdict.delta) + cost);
      return chooseOf(groups, problems, known, stop);
    },
  };
}

/** The choices of the groups, once they hold together. */
async function chooseOf(
  groups: Groups,
  problems: readonly RepairProblem[],
  { candidates, without }: PlanCandidates,
  signal: AbortSignal,
): Promise<JointRepairs> {
  let chosen = groups.solve();
  let isUnderstood = true;
  for (let round = 0; chosen.length > 0 && isUnderstood; round++) {
    const { recorded } = problems[0]!;
    const failures = await failuresOf(chosen, recorded, candidates, signal);
    if (failures.length === 0) break;
    isUnderstood = round < maxRounds && failures.every(({ length }) => length > 1);
    if (!isUnderstood) break;
    for (const failure of failures) {
      let isPair = false;
      if (failure.length <= maxTriedInPairs)
        for (const pair of pairsOf(failure)) {
          if ((await failuresOf(pair, recorded, candidates, signal)).length === 0) continue;
          groups.clash(...pair);
          isPair = true;
        }
      if (!isPair) groups.forbid(failure);
    }
    chosen = groups.solve();
  }
  // Those that can't be written beside the others are left, too.
  const wanted = chosen.map((number) => candidates[number]!);
  const made = wanted[0] && (await makeTogether(wanted, wanted[0].problem, signal));
  const isMade = new Set<AcceptedRepair>(made?.repairs);
  const steps = wanted.filter((step) => isMade.has(step));
  const ended = new Set(steps.flatMap(({ ends }) => [...ends]));
  const left = problems
    .filter(({ violation }) => !ended.has(violationKey(violation)))
    .map((problem) => ({ problem, why: without.get(problem) ?? groups.whyLeft(problem, chosen) }));
  return { steps, left, isLeast: isUnderstood && groups.isLeast && steps.length === chosen.length };
}

/** Sets of incompatible repairs, by number; none when all are compatible. An empty set means an unexplained conflict. */
async function failuresOf(
  chosen: readonly number[],
  recorded: RepairProblem['recorded'],
  candidates: readonly PlanStep[],
  signal: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  const deltas = chosen.map((number) => candidates[number]!.chosen.verdict.delta);
  const change = changedInput(recorded.input, joined(deltas));
  const violations = new Map(
    chosen.flatMap((number) => {
      const { problem, chosen } = candidates[number]!;
      return [problem.violation, ...chosen.verdict.alsoFixes].map(
        (each) => [violationKey(each), each] as const,
      );
    }),
  );
  const outcome = await compareValidations(recorded, change, [...violations.values()], signal);
  const unwanted = [...outcome.kept, ...outcome.introduced];
  if (unwanted.length === 0) return [];
  const suspects = new ResponsibleChanges(deltas);
  const after = outcome.recorded();
  const failures = unwanted.map((each) => {
    const blamed = new Set([...suspects.of(each, recorded, after)].map((index) => chosen[index]!));
    // The set includes the repair of a result that stays.
    for (const number of chosen)
      if (outcome.kept.includes(each) && candidates[number]!.ends.has(violationKey(each))) blamed.add(number);
    return blamed.size > 1 ? [...blamed].toSorted((a, b) => a - b) : [];
  });
  return [...new Map(failures.map((each) => [each.join(' '), each])).values()];
}

function* pairsOf(numbers: readonly number[]): Iterable<readonly [number, number]> {
  for (const [i, a] of numbers.entries()) for (const b of numbers.slice(i + 1)) yield [a, b];
}

/** Pairs in which one repair removes what the other states. */
function* staticClashes(candidates: readonly PlanStep[]): Iterable<readonly [number, number]> {
  const removing = new Map<string, number[]>();
  for (const [number, { chosen }] of candidates.entries())
    for (const key of chosen.verdict.delta.removed.map(tripleKey))
      removing.set(key, [...(removing.get(key) ?? []), number]);
  for (const [number, { chosen }] of candidates.entries())
    for (const key of chosen.verdict.delta.added.map(tripleKey))
      for (const other of removing.get(key) ?? []) if (other !== number) yield [number, other];
}

/** Results and repairs, in groups that are independent as far as is known. */
class Groups {
  readonly #candidates: readonly PlanStep[];
  #choices: readonly CoverCandidate[];
  readonly #goals: ReadonlyMap<string, number>;
  readonly #clashes = new Map<number, Set<number>>();
  /** By number of a candidate, the candidates with which it is chosen. */
  readonly #linked: number[][] = [];
  readonly #forbidden: Forbidden[] = [];
  /** Each group, with its last choice. */
  #solved: readonly { readonly group: readonly number[]; readonly chosen: readonly number[] }[] = [];
  #isLeast = true;

  constructor(problems: readonly RepairProblem[], candidates: readonly PlanStep[]) {
    this.#candidates = candidates;
    const keys = [...new Set(problems.map(({ violation }) => violationKey(violation)))];
    this.#goals = new Map(keys.map((key, number) => [key, number]));
    this.#choices = candidates.map(({ cost, ends }) => ({
      cost,
      reaches: [...ends].flatMap((key) => this.#goals.get(key) ?? []),
    }));
    const first = new Map<number, number>();
    for (const [number, { reaches }] of this.#choices.entries()) {
      this.#linked.push([]);
      for (const goal of reaches) {
        const other = first.get(goal);
        if (other === undefined) first.set(goal, number);
        else this.#link(number, other);
      }
    }
  }

  /** Whether the searches were completed. */
  get isLeast(): boolean {
    return this.#isLeast;
  }

  /** Changes what repairs cost. */
  reprice(costOf: (step: PlanStep) => number): void {
    this.#choices = this.#choices.map((choice, number) => ({
      ...choice,
      cost: costOf(this.#candidates[number]!),
    }));
  }

  clash(a: number, b: number): void {
    this.#clashesOf(a).add(b);
    this.#clashesOf(b).add(a);
    this.#link(a, b);
  }

  /** Forbids the combination that is chosen now in the groups of some repairs. */
  forbid(numbers: readonly number[]): void {
    const concerned = this.#solved.filter(({ group }) => numbers.some((number) => group.includes(number)));
    this.#forbidden.push({
      of: new Set(concerned.flatMap(({ group }) => group)),
      chosen: new Set(concerned.flatMap(({ chosen }) => chosen)),
    });
    for (const number of numbers) this.#link(number, numbers[0]!);
  }

  /** What is chosen of all groups. */
  solve(): readonly number[] {
    this.#isLeast = true;
    this.#solved = [...this.#groups()].map((group) => {
      const { chosen, isLeast } = this.#solveGroup(group);
      this.#isLeast &&= isLeast;
      return { group, chosen };
    });
    return this.#solved.flatMap(({ chosen }) => chosen).toSorted((a, b) => a - b);
  }

  whyLeft({ violation }: RepairProblem, chosen: readonly number[]): string {
    const goal = this.#goals.get(violationKey(violation))!;
    const own = [...this.#choices.keys()].filter((number) => this.#choices[number]!.reaches.includes(goal));
    const title = (number: number) => this.#candidates[number]!.chosen.repair.title;
    for (const number of own) {
      const other = chosen.find((each) => this.#clashesOf(number).has(each));
      if (other !== undefined) return `“${title(number)}” does not hold beside “${title(other)}”.`;
    }
    return 'No repair of this result holds together with those of others.';
  }

  #solveGroup(group: readonly number[]) {
    const choices = new Map(group.map((number) => [number, this.#choices[number]!]));
    const goals = [...new Set(group.flatMap((number) => this.#choices[number]!.reaches))];
    const forbidden = this.#forbidden.filter(({ chosen }) => group.some((number) => chosen.has(number)));
    return leastCover(choices, goals, { clashes: this.#clashes, forbidden }, maxLooks);
  }

  *#groups(): Iterable<readonly number[]> {
    const seen = new Set<number>();
    for (const start of this.#choices.keys()) {
      if (seen.has(start)) continue;
      const group = [start];
      seen.add(start);
      for (const number of group)
        for (const other of this.#linked[number]!)
          if (!seen.has(other)) {
            seen.add(other);
            group.push(other);
          }
      yield group.toSorted((a, b) => a - b);
    }
  }

  #link(a: number, b: number): void {
    this.#linked[a]!.push(b);
    this.#linked[b]!.push(a);
  }

  #clashesOf(number: number): Set<number> {
    const known = this.#clashes.get(number) ?? new Set();
    this.#clashes.set(number, known);
    return known;
  }
}
