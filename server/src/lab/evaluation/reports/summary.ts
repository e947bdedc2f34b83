import type { TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import { type Cell, type RunJson, readsStrictly } from '../run/runJson.ts';
import { agentWork, scoresOf, type Trial, type TrialReading } from '../run/trial.ts';
import { type Outcome, outcomeOf, outcomes, type Scores, type Tier, tiers } from '../scores/scores.ts';
import { isAgent } from '../systems/plainSystems.ts';

/**
 * report.json: the results of a run. Rates go from 0 to 1 and refer to all trials, not only to those that reach the
 * tier before.
 */
export interface Summary {
  readonly suite: RunJson['suite'];
  /** Shares of the cases in which a smallest repair restores the graph, or in which that is unknown. */
  readonly ceiling: { readonly recoverable: number; readonly undecided: number };
  /** How many results the tried cases have; null where none was tried. */
  readonly alpha: { readonly mean: number; readonly min: number; readonly max: number } | null;
  readonly cells: readonly CellSummary[];
}

export type TierRates = Readonly<Record<Tier, number>>;

export interface CellSummary extends Cell {
  /** The number of different cases among the trials. */
  readonly cases: number;
  readonly trials: number;
  /** The number of planned trials that are missing. */
  readonly missing: number;
  /** For first answers, as in the paper; read strictly where the cell's `reading` requires that. */
  readonly scores: TierRates;
  /** For first answers without what they are wrapped in. */
  readonly lenient: TierRates;
  /** For last answers, and for the best answers: the same unless there are several rounds. */
  readonly last: TierRates;
  readonly best: TierRates;
  /** For first answers, beyond the paper: shares, except for the means. */
  readonly more: MoreRates;
  readonly byRecoverable: Readonly<Record<'recoverable' | 'notRecoverable' | 'undecided', SummaryGroup>>;
  /** By the IRI of the component that the case violates. */
  readonly byComponent: Readonly<Record<string, GroupSummary>>;
  /** By the kind of mistake; absent for suites that are derived from the shapes. */
  readonly byOperator?: Readonly<Record<string, GroupSummary>>;
  /** How rdf-validate-shacl judges first answers that could be applied. */
  readonly confirmed: { readonly agrees: number; readonly differs: number; readonly notCompared: number };
  /** Examples of repaired graphs that rdf-validate-shacl judges differently, with the difference, as sentences. */
  readonly differences: readonly { readonly case: string; readonly difference: string }[];
  readonly failures: Readonly<Record<string, number>>;
  /** The number of trials without the positive example that their prompt should have. */
  readonly noPositiveExample: number;
  /** For agents only. */
  readonly agent?: AgentSummary;
  readonly cost: CostSummary;
  /** Over all rounds of a trial, in ms. */
  readonly ms: { readonly median: number; readonly p95: number };
}

/** What agents did, over all trials. */
export interface AgentSummary {
  /** The share of trials after which all results are gone, none is new, and every focus node is still a target. */
  readonly holds: number;
  /** How many changes were written; without tools, each answer that could be applied. */
  readonly writes: number;
  /** How many of them introduced results, and how many results that were. */
  readonly breakingWrites: number;
  readonly introduced: number;
  /** How many requests were made, and how often tools were called. */
  readonly requests: number;
  readonly calls: number;
}

export interface SummaryGroup {
  readonly trials: number;
  readonly scores: TierRates;
}

export interface GroupSummary extends SummaryGroup {
  /** As `Summary.ceiling`, for the cases of these trials. */
  readonly ceiling: Summary['ceiling'];
  /** The number of first answers by outcome. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

export interface MoreRates {
  readonly envelopeStrict: number;
  readonly localValid: number;
  /** All results are gone, and every focus node is still a target. */
  readonly semanticNotDegenerate: number;
  readonly exactInverse: number;
  readonly relaxedMultiset: number;
  readonly valueEqual: number;
  readonly minimal: number;
  readonly degenerate: number;
  readonly needsInput: number;
  readonly hallucinated: number;
  readonly meanNewViolations: number;
  readonly meanEditSize: number;
  readonly meanDistance: number;
}

export interface CostSummary extends Pick<TokenUsage, 'input' | 'output' | 'estimated'> {
  /** In USD; null if a price is not known. */
  readonly usd: number | null;
  readonly usdPerTrial: number | null;
  readonly answers: number;
  readonly fromCache: number;
}

/** Summarizes the trials of a run. */
export async function summaryOf(
  run: RunJson,
  trials: AsyncIterable<Trial> | Iterable<Trial>,
): Promise<Summary> {
  const counts = new Map(
    run.cells.map((cell) => [cell.id, new CellCounts(readsStrictly(cell), isAgent(cell))]),
  );
  const alphas = new Map<string, number>();
  for await (const trial of trials) {
    counts.get(trial.cell)?.add(trial);
    alphas.set(trial.case, trial.facts.alpha);
  }
  const { recoverable, undecided, cases } = run.selected;
  return {
    suite: run.suite,
    ceiling: { recoverable: ratio(recoverable, cases), undecided: ratio(undecided, cases) },
    alpha: alphaOf([...alphas.values()]),
    cells: run.cells.map((cell) =>
      counts.get(cell.id)!.summary(cell, cell.notRun === null ? cases * run.repeat : 0),
    ),
  };
}

function alphaOf(alphas: readonly number[]): Summary['alpha'] {
  if (alphas.length === 0) return null;
  const [min, max] = [alphas.reduce((a, b) => Math.min(a, b)), alphas.reduce((a, b) => Math.max(a, b))];
  return { mean: alphas.reduce((a, b) => a + b) / alphas.length, min, max };
}

/** Summarizes the trials of a cell as they are read. */
class CellCounts {
  readonly #cases = new Set<string>();
  readonly #all = new TierCounts();
  readonly #lenient = new TierCounts();
  readonly #last = new TierCounts();
  readonly #best = new TierCounts();
  readonly #byRecoverable = {
    recoverable: new TierCounts(),
    notRecoverable: new TierCounts(),
    undecided: new TierCounts(),
  };
  readonly #byComponent = new Map<string, GroupCounts>();
  readonly #byOperator = new Map<string, GroupCounts>();
  readonly #more = new Map<keyof MoreRates, number>();
  readonly #confirmed = { agrees: 0, differs: 0, notCompared: 0 };
  readonly #differences: CellSummary['differences'][number][] = [];
  readonly #failures = new Map<string, number>();
  readonly #usage = { input: 0, output: 0, estimated: false };
  readonly #answers = { all: 0, fromCache: 0 };
  readonly #ms: number[] = [];
  readonly #isStrict: boolean;
  /** Undefined for systems that are not agents. */
  readonly #agent: { [Name in Exclude<keyof AgentSummary, 'holds'>]: number } | undefined;
  #noPositiveExample = 0;
  #usd = 0;

  constructor(isStrict: boolean, isAgent: boolean) {
    this.#isStrict = isStrict;
    this.#agent = isAgent
      ? { writes: 0, breakingWrites: 0, introduced: 0, requests: 0, calls: 0 }
      : undefined;
  }

  add(trial: Trial): void {
    const { facts, rounds, failure, cost, ms } = trial;
    const read = (reading: TrialReading) => scoresOf(trial, reading, this.#isStrict);
    const first = read('first');
    this.#cases.add(trial.case);
    this.#all.add(first);
    this.#lenient.add(read('lenient'));
    this.#last.add(read('last'));
    this.#best.add(read('best'));
    this.#byRecoverable[recoverableGroup(facts)].add(first);
    countIn(this.#byComponent, facts.component, first, facts);
    if (facts.operator !== undefined) countIn(this.#byOperator, facts.operator, first, facts);
    for (const [name, value] of Object.entries(moreOf(first, rounds[0]?.envelopeStrict ?? false))) {
      const key = name as keyof MoreRates;
      this.#more.set(key, (this.#more.get(key) ?? 0) + Number(value));
    }
    if (first.applied) this.#confirmed[opinionOf(first)]++;
    const difference = rounds[0]?.referenceDifference;
    if (difference !== undefined && this.#differences.length < maxDifferences)
      this.#differences.push({ case: trial.case, difference });
    if (failure) this.#failures.set(failure.kind, (this.#failures.get(failure.kind) ?? 0) + 1);
    for (const { asked, work } of rounds) {
      if (work) for (const turn of work.turns) this.#addAsked(turn.asked);
      else if (asked) this.#addAsked(asked);
    }
    this.#addWork(rounds[0]);
    if (rounds[0]?.asked?.noPositiveExample) this.#noPositiveExample++;
    this.#usd += cost ?? Number.NaN;
    this.#ms.push(ms);
  }

  #addAsked({ usage, fromCache }: NonNullable<Trial['rounds'][number]['asked']>): void {
    this.#usage.input += usage.input;
    this.#usage.output += usage.output;
    this.#usage.estimated ||= usage.estimated;
    this.#answers.all++;
    if (fromCache) this.#answers.fromCache++;
  }

  #addWork(round: Trial['rounds'][number] | undefined): void {
    if (!this.#agent || !round) return;
    const { introduced, requests, calls } = agentWork(round);
    this.#agent.writes += introduced.length;
    this.#agent.breakingWrites += introduced.filter((count) => count > 0).length;
    this.#agent.introduced += introduced.reduce((sum, count) => sum + count, 0);
    this.#agent.requests += requests;
    this.#agent.calls += calls;
  }

  /** @param expected the planned number of trials of the cell. */
  summary(cell: Cell, expected: number): CellSummary {
    const trials = this.#ms.length;
    const usd = Number.isNaN(this.#usd) ? null : this.#usd;
    const mean = (key: keyof MoreRates) => ratio(this.#more.get(key) ?? 0, trials);
    return {
      ...cell,
      cases: this.#cases.size,
      trials,
      missing: Math.max(0, expected - trials),
      scores: this.#all.rates(),
      lenient: this.#lenient.rates(),
      last: this.#last.rates(),
      best: this.#best.rates(),
      more: {
        envelopeStrict: mean('envelopeStrict'),
        localValid: mean('localValid'),
        semanticNotDegenerate: mean('semanticNotDegenerate'),
        exactInverse: mean('exactInverse'),
        relaxedMultiset: mean('relaxedMultiset'),
        valueEqual: mean('valueEqual'),
        minimal: mean('minimal'),
        degenerate: mean('degenerate'),
        needsInput: mean('needsInput'),
        hallucinated: mean('hallucinated'),
        meanNewViolations: mean('meanNewViolations'),
        meanEditSize: mean('meanEditSize'),
        meanDistance: mean('meanDistance'),
      },
      byRecoverable: {
        recoverable: this.#byRecoverable.recoverable.group(),
        notRecoverable: this.#byRecoverable.notRecoverable.group(),
        undecided: this.#byRecoverable.undecided.group(),
      },
      byComponent: groupsOf(this.#byComponent),
      ...(this.#byOperator.size > 0 && { byOperator: groupsOf(this.#byOperator) }),
      confirmed: this.#confirmed,
      differences: this.#differences,
      failures: Object.fromEntries(this.#failures),
      noPositiveExample: this.#noPositiveExample,
      ...(this.#agent && { agent: { holds: mean('semanticNotDegenerate'), ...this.#agent } }),
      cost: {
        usd,
        usdPerTrial: usd === null ? null : ratio(usd, trials),
        ...this.#usage,
        answers: this.#answers.all,
        fromCache: this.#answers.fromCache,
      },
      ms: { median: quantile(this.#ms, 0.5), p95: quantile(this.#ms, 0.95) },
    };
  }
}

/** How many differences between the engines a summary lists for each cell. */
const maxDifferences = 10;

class TierCounts {
  readonly #counts = { syntactic: 0, semantic: 0, relaxedIsomorphism: 0, isomorphism: 0 };
  #trials = 0;

  add(scores: Scores): void {
    this.#trials++;
    for (const tier of tiers) if (scores[tier]) this.#counts[tier]++;
  }

  rates(): TierRates {
    const { syntactic, semantic, relaxedIsomorphism, isomorphism } = this.#counts;
    return {
      syntactic: ratio(syntactic, this.#trials),
      semantic: ratio(semantic, this.#trials),
      relaxedIsomorphism: ratio(relaxedIsomorphism, this.#trials),
      isomorphism: ratio(isomorphism, this.#trials),
    };
  }

  group(): SummaryGroup {
    return { trials: this.#trials, scores: this.rates() };
  }
}

/** As `CellCounts`, with the outcomes and the number of cases that a smallest repair restores. */
class GroupCounts {
  readonly #tiers = new TierCounts();
  readonly #outcomes = Object.fromEntries(outcomes.map((each) => [each, 0])) as Record<Outcome, number>;
  readonly #groups = { recoverable: 0, notRecoverable: 0, undecided: 0 };

  add(scores: Scores, facts: Trial['facts']): void {
    this.#tiers.add(scores);
    this.#outcomes[outcomeOf(scores)]++;
    this.#groups[recoverableGroup(facts)]++;
  }

  group(): GroupSummary {
    const group = this.#tiers.group();
    const { recoverable, undecided } = this.#groups;
    return {
      ...group,
      ceiling: {
        recoverable: ratio(recoverable, group.trials),
        undecided: ratio(undecided, group.trials),
      },
      outcomes: this.#outcomes,
    };
  }
}

function countIn(
  groups: Map<string, GroupCounts>,
  name: string,
  scores: Scores,
  facts: Trial['facts'],
): void {
  const counts = groups.get(name) ?? new GroupCounts();
  groups.set(name, counts);
  counts.add(scores, facts);
}

function groupsOf(groups: ReadonlyMap<string, GroupCounts>): Readonly<Record<string, GroupSummary>> {
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, counts]) => [name, counts.group()]),
  );
}

function recoverableGroup({ recoverable }: Trial['facts']): keyof CellSummary['byRecoverable'] {
  return recoverable === null ? 'undecided' : recoverable ? 'recoverable' : 'notRecoverable';
}

function opinionOf({ confirmed }: Scores): keyof CellSummary['confirmed'] {
  return confirmed === null ? 'notCompared' : confirmed ? 'agrees' : 'differs';
}

function moreOf(
  scores: Scores,
  envelopeStrict: boolean,
): Readonly<Record<keyof MoreRates, number | boolean>> {
  return {
    envelopeStrict,
    localValid: scores.localValid,
    semanticNotDegenerate: scores.semantic && !scores.degenerate,
    exactInverse: scores.exactInverse,
    relaxedMultiset: scores.relaxedMultiset,
    // Earlier versions do not record it in runs.
    valueEqual: scores.valueEqual === true,
    minimal: scores.minimal === true,
    degenerate: scores.degenerate,
    needsInput: scores.needsInput,
    hallucinated: scores.hallucinatedTerms.length > 0,
    meanNewViolations: scores.newViolations,
    meanEditSize: scores.editSize,
    meanDistance: scores.distance,
  };
}

/** The ratio, or 0 if the whole is 0. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
