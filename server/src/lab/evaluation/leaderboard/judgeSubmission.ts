import { extractAnswer } from '../../../repair/llm/answer/extractAnswer.ts';
import type { LoadedCase, LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { mean } from '../../statistics/averages.ts';
import type { RecordedRun } from '../reports/runStatistics.ts';
import { type Cell, readsStrictly, selectedCases } from '../run/runJson.ts';
import { type Trial, tiersReached } from '../run/trial.ts';
import { noAnswer, type Scores, score, type Tier, tiers } from '../scores/scores.ts';
import type { EvaluatedSuite } from '../suite/evaluatedSuite.ts';

/** A system of a submitted run, scored again. */
export interface Standing {
  /** The name of the run's folder. */
  readonly submission: string;
  readonly suite: string;
  readonly system: string;
  readonly strategy: string | null;
  /** The number of attempts that a whole run has. */
  readonly trials: number;
  /** Attempts that the run lacks. They count as failed. */
  readonly missing: number;
  /** Attempts whose updates score differently than recorded in the run. The rates are those of the new scores. */
  readonly differing: number;
  /** Shares of all attempts, missing ones included. */
  readonly rates: Readonly<Record<Tier, number>>;
  readonly mean: number;
  /** In USD, as recorded in the run; null if that is not known. */
  readonly cost: number | null;
  /** The version of SHACL Repair that recorded the run. */
  readonly version: string;
}

/** The cases that every submission is scored on, even those that it left out: all that count. */
export function judgedCases(suite: LoadedSuite): readonly LoadedCase[] {
  return selectedCases(suite, { shard: { index: 1, of: 1 }, includeFragile: false });
}

/**
 * Scores the first answers of a run again, by the updates that it recorded. Its own scores are not trusted; an answer that
 * has to be read strictly is read again.
 *
 * @param suite that of the run, by its hash.
 * @throws the signal's reason when aborted.
 */
export async function judgeSubmission(
  { name, run, trials }: RecordedRun,
  suite: EvaluatedSuite,
  signal: AbortSignal,
): Promise<readonly Standing[]> {
  const cases = judgedCases(suite.suite);
  const byId = new Map(cases.map((each) => [each.json.id, each]));
  const cells = run.cells.filter(({ notRun }) => notRun === null);
  const counts = new Map(cells.map((cell) => [cell.id, { cell, ...noCounts() }]));
  for await (const trial of trials()) {
    const count = counts.get(trial.cell);
    const each = byId.get(trial.case);
    if (count === undefined || each === undefined || trial.repeat > run.repeat) continue;
    const scores = await judged(trial, { cell: count.cell, each, suite }, signal);
    count.judged++;
    if (tiersReached(scores) !== tiersReached(claimed(trial, count.cell))) count.differing++;
    for (const tier of tiers) if (scores[tier]) count.reached[tier]++;
    count.cost += trial.cost ?? Number.NaN;
  }
  const all = cases.length * run.repeat;
  return [...counts.values()].map(({ cell, judged: found, differing, reached, cost }) => {
    const rate = (tier: Tier) => (all === 0 ? 0 : reached[tier] / all);
    const rates = {
      syntactic: rate('syntactic'),
      semantic: rate('semantic'),
      relaxedIsomorphism: rate('relaxedIsomorphism'),
      isomorphism: rate('isomorphism'),
    };
    return {
      submission: name,
      suite: run.suite.name,
      system: cell.system,
      strategy: cell.strategy,
      trials: all,
      missing: all - found,
      differing,
      rates,
      mean: mean(tiers.map((tier) => rates[tier])),
      cost: Number.isNaN(cost) ? null : cost,
      version: run.generator.version,
    };
  });
}

function noCounts() {
  const reached = { syntactic: 0, semantic: 0, relaxedIsomorphism: 0, isomorphism: 0 };
  return { judged: 0, differing: 0, reached, cost: 0 };
}

async function judged(
  { rounds: [first] }: Trial,
  { cell, each, suite }: { readonly cell: Cell; readonly each: LoadedCase; readonly suite: EvaluatedSuite },
  signal: AbortSignal,
): Promise<Scores> {
  if (first === undefined || first.update === null) return noAnswer;
  if (readsStrictly(cell) && extractAnswer(first.answer, ['answer']).strict.kind !== 'answer')
    return noAnswer;
  const task = await suite.task(each, signal);
  return (await score(first.update, suite.scored(each, task), signal)).scores;
}

/** The score of its first answer according to the run. */
function claimed({ rounds: [first] }: Trial, cell: Cell): Scores {
  if (first === undefined || (readsStrictly(cell) && !first.envelopeStrict)) return noAnswer;
  return first.scores;
}
