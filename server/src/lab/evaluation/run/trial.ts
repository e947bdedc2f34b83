import {
  boolean,
  defaultingTo,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  pathSegment,
  type ShapeType,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import { ModelError, type TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import type { CrossChecker } from '../../../vio/cases/crossCheck.ts';
import type { CaseJson } from '../../../vio/suite/format.ts';
import type { LoadedCase } from '../../../vio/suite/readSuite.ts';
import { noAnswer, type ScoredAnswer, type Scores, score, scoresShape, tiers } from '../scores/scores.ts';
import { findingsShape } from '../scores/verdict.ts';
import type { EvaluatedSuite } from '../suite/evaluatedSuite.ts';
import {
  type Attempt,
  type AttemptFailure,
  type AttemptRound,
  askedShape,
  failureShape,
  Postponed,
  type RepairSystem,
  workShape,
} from '../system.ts';

const factsShape = object({
  dataset: label,
  /** The kind of mistake; absent for cases that were derived from the shapes. */
  operator: optional(label),
  /** The IRIs of the component that the case violates, and of the component of the result that systems are shown. */
  component: string,
  shownComponent: string,
  /** Whether a smallest repair restores the graph; null if that was not decided. */
  recoverable: nullable(boolean),
  /** The number of results of the case. */
  alpha: nonNegativeInteger,
  fragile: boolean,
});
/** The properties by which reports group cases. */
export type CaseFacts = ShapeType<typeof factsShape>;

const roundShape = object({
  answer: string,
  /** The SPARQL Update in the answer; null if there is none. */
  update: nullable(string),
  /** True when the answer has exactly the requested form. */
  envelopeStrict: boolean,
  prefixesInjected: listOf(string),
  scores: scoresShape,
  /** Absent if the graph is restored, and in runs of versions that did not record it. */
  verdict: optional(findingsShape),
  /**
   * How rdf-validate-shacl judges the repaired graph differently; absent where it does not, and in runs of earlier
   * versions.
   */
  referenceDifference: optional(string),
  /** Null for systems without a model. */
  asked: nullable(askedShape),
  /** Only present for agents with tools. */
  work: optional(workShape),
  ms: defaultingTo(0, number),
});
export type TrialRound = ShapeType<typeof roundShape>;

/** A line of trials.jsonl. */
export const trialShape = object({
  /** The id of the cell in run.json. */
  cell: label,
  case: pathSegment,
  /** From 1. */
  repeat: wholeNumberFrom(1, 10_000),
  facts: factsShape,
  /** One per answer; empty when there is none. */
  rounds: listOf(roundShape, 1000),
  /** Why there is no answer, or no further answer. */
  failure: nullable(failureShape),
  /** The cost of the answers in USD, whenever they were given; null if a price is not known. */
  cost: nullable(number),
  /** The duration of the attempt, in ms. */
  ms: defaultingTo(0, number),
});
/** An attempt of a system at a case. */
export type Trial = ShapeType<typeof trialShape>;
/** Identifies a trial within a run. */
export type TrialKey = Pick<Trial, 'cell' | 'case' | 'repeat'>;

/** What an agent did in its first round. Without tools, that is one request and, if its update was applied, one write. */
export function agentWork({ work, scores }: TrialRound) {
  return {
    /** The number of new results of each write. */
    introduced: work?.introduced ?? (scores.applied ? [scores.newViolations] : []),
    requests: work?.turns.length ?? 1,
    calls: work?.turns.reduce((sum, { calls }) => sum + calls.length, 0) ?? 0,
  };
}

/** A key for a trial: equal for the same trial of a run. */
export function trialKey({ cell, case: id, repeat }: TrialKey): string {
  return `${cell} ${id} ${repeat}`;
}

export interface Judging {
  readonly suite: EvaluatedSuite;
  /** Validates repaired graphs with another engine. */
  readonly crossCheck?: CrossChecker | undefined;
}

/** A system and a case. */
interface Attempted {
  readonly each: LoadedCase;
  readonly repair: RepairSystem;
  /** The price of tokens in USD; undefined if it is not known. */
  readonly price?: (usage: TokenUsage) => number | undefined;
}

/**
 * Has a system attempt a case, and scores all its answers. An error within the system or in its answer is recorded as
 * a failure of the trial.
 *
 * @throws ModelError when a model gives no answer at all, Postponed when it will give one later, the signal's reason
 * when aborted.
 */
export async function runTrial(
  key: TrialKey,
  { each, repair, price }: Attempted,
  judging: Judging,
  signal: AbortSignal,
): Promise<Trial> {
  const { rounds, failure } = await attempt(key, { each, repair }, judging, signal);
  const costs = rounds.map(({ asked }) => (asked ? (price?.(asked.usage) ?? Number.NaN) : 0));
  const cost = costs.reduce((sum, each) => sum + each, 0);
  return {
    ...key,
    facts: factsOf(each),
    rounds,
    failure: failure ?? null,
    cost: Number.isNaN(cost) ? null : cost,
    ms: rounded(rounds.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

/** The trial of a system that can't answer. */
export function failedTrial(key: TrialKey, each: LoadedCase, { kind, message }: AttemptFailure): Trial {
  return { ...key, facts: factsOf(each), rounds: [], failure: { kind, message }, cost: 0, ms: 0 };
}

async function attempt(
  { repeat }: TrialKey,
  { each, repair }: Attempted,
  { suite, crossCheck }: Judging,
  signal: AbortSignal,
): Promise<Pick<Trial, 'rounds'> & Pick<Attempt, 'failure'>> {
  const rounds: TrialRound[] = [];
  try {
    const task = await suite.task(each, signal);
    const attempted = await repair.repair({ ...task, repeat }, signal);
    const scored = { ...suite.scored(each, task), crossCheck };
    for (const round of attempted.rounds) {
      rounds.push(roundOf(round, await score(round.update, scored, signal)));
    }
    return { rounds, ...(attempted.failure && { failure: attempted.failure }) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ModelError || error instanceof Postponed) throw error;
    // An error in one case must not affect the others.
    return { rounds, failure: { kind: 'internal', message: (error as Error).message } };
  }
}

function factsOf({ json }: LoadedCase): CaseFacts {
  return {
    dataset: json.datasetId,
    ...(json.operator !== undefined && { operator: json.operator }),
    component: iriOf(json.expected.component),
    shownComponent: iriOf(json.report[json.chosenResult]?.component ?? json.expected.component),
    recoverable: json.stats.recoverable,
    alpha: json.alpha,
    fragile: isFragile(json),
  };
}

/** An IRI without the brackets of N-Triples. */
function iriOf(term: string): string {
  return term.replace(/^<(.*)>$/, '$1');
}

/** True for cases that the engines judge differently: they are not informative about repairs. */
export function isFragile({ crossCheck }: Pick<CaseJson, 'crossCheck'>): boolean {
  return crossCheck === 'differs';
}

function roundOf(
  { answer, update, envelopeStrict, prefixesInjected, asked, work, ms }: AttemptRound,
  { scores, verdict, referenceDifference }: ScoredAnswer,
): TrialRound {
  return {
    answer,
    update: update ?? null,
    envelopeStrict,
    prefixesInjected,
    scores,
    ...(verdict && { verdict }),
    ...(referenceDifference !== undefined && { referenceDifference }),
    asked: asked ?? null,
    ...(work && { work }),
    ms: rounded(ms),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Which round of a trial counts, and how it is read: `lenient` is the first one without its wrapping. */
export type TrialReading = 'first' | 'lenient' | 'last' | 'best';

/**
 * The scores of a trial: of its first answer as in the paper, of its last one, or of its best one.
 *
 * @param isStrict answers that do not have exactly the requested form count as none, except in the lenient reading.
 */
export function scoresOf(
  { rounds }: Pick<Trial, 'rounds'>,
  reading: TrialReading,
  isStrict: boolean,
): Scores {
  const all = rounds.map(({ scores, envelopeStrict }) => (isStrict && !envelopeStrict ? noAnswer : scores));
  switch (reading) {
    case 'first':
      return all[0] ?? noAnswer;
    case 'lenient':
      return rounds[0]?.scores ?? noAnswer;
    case 'last':
      return all.at(-1) ?? noAnswer;
    case 'best':
      return all.reduce(
        (best, scores) => (tiersReached(scores) > tiersReached(best) ? scores : best),
        all[0] ?? noAnswer,
      );
  }
}

/** The number of tiers that a trial reaches, from 0 to 4. */
export function tiersReachedBy(
  trial: Pick<Trial, 'rounds'>,
  reading: TrialReading,
  isStrict: boolean,
): number {
  return tiersReached(scoresOf(trial, reading, isStrict));
}

/** The number of tiers that hold, from 0 to 4. */
export function tiersReached(scores: Scores): number {
  return tiers.filter((tier) => scores[tier]).length;
}
