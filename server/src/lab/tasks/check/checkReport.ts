import { seededRandom, seedOf } from '../../../base/random.ts';
import { type ReadingName, readingNames } from '../../../repair/llm/answer/turtleReadings.ts';
import type { TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import { type Distribution, distributionOf } from '../../statistics/distribution.ts';
import type { TaskId, TaskScores } from '../task.ts';
import {
  type CheckJson,
  type CheckTrial,
  taskOf,
  temperatureOf,
  temperaturesOf,
  trialsOf,
} from './checkRun.ts';

/** report.json: the scores of the answers of a run. */
export interface CheckReport {
  readonly run: CheckJson;
  readonly models: readonly ModelReport[];
}

export interface ModelReport {
  readonly model: string;
  /** Whether its answers can be used as they are. */
  readonly discipline: Discipline;
  readonly tasks: readonly TaskReport[];
  /** Trials without an answer. */
  readonly missing: number;
  readonly usage: Omit<TokenUsage, 'cachedInput'>;
  /** In USD; null if the price is not known. */
  readonly cost: number | null;
}

export interface TaskReport {
  readonly task: TaskId;
  readonly title: string;
  readonly mainScore: string;
  readonly discipline: Discipline;
  /** The main score of first answers by reading; null if there are none. */
  readonly readings: Readonly<Record<ReadingName, Distribution | null>>;
  /** The mean of the lenient reading minus that of the strict one; null if there are no answers. */
  readonly gap: number | null;
  /**
   * All scores. Those of the first answer are prefixed with `0_`, those of the second one with `1_`, and so on; those
   * of the last answer with `last_`, and the best of all with `max_`.
   */
  readonly scores: Readonly<Record<string, Distribution>>;
  /** The same scores by size, for tasks with sizes. */
  readonly sizes: readonly SizeReport[];
  /** The same scores by temperature, of runs with several. */
  readonly temperatures: readonly TemperatureReport[];
  readonly missing: number;
}

export interface SizeReport {
  readonly size: number;
  readonly scores: Readonly<Record<string, Distribution>>;
}

export interface TemperatureReport {
  readonly temperature: number;
  readonly scores: Readonly<Record<string, Distribution>>;
}

/**
 * `go`: text around the answers costs next to nothing. `noGo`: it costs more than 0.1 of the main score. `unknown`:
 * even the lenient reading scores less than 0.1, so the format can't be judged.
 */
export type Discipline = 'go' | 'noGo' | 'unknown';

export const maxGap = 0.1;

/** Summarizes the trials of a run. The same trials give the same report. */
export async function checkReport(
  run: CheckJson,
  trials: AsyncIterable<CheckTrial> | Iterable<CheckTrial>,
): Promise<CheckReport> {
  const all: CheckTrial[] = [];
  for await (const trial of trials) all.push(trial);
  return { run, models: run.models.map((model) => modelReport(model, run, all)) };
}

function modelReport(model: string, run: CheckJson, all: readonly CheckTrial[]): ModelReport {
  const trials = all.filter((trial) => trial.model === model);
  const reports = run.tasks.map(({ id, sizes }) =>
    taskReport(
      id,
      sizes,
      run,
      trials.filter(({ task }) => task === id),
    ),
  );
  const usages = trials.flatMap(({ rounds }) => rounds.map(({ asked }) => asked.usage));
  const costs = trials.map(({ cost }) => cost);
  return {
    model,
    discipline: worstDiscipline(reports.map(({ discipline }) => discipline)),
    tasks: reports,
    missing: reports.reduce((sum, { missing }) => sum + missing, 0),
    usage: {
      input: usages.reduce((sum, { input }) => sum + input, 0),
      output: usages.reduce((sum, { output }) => sum + output, 0),
      estimated: usages.some(({ estimated }) => estimated),
    },
    cost: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + cost!, 0),
  };
}

/** One task with a broken format is enough to require a lenient reading. */
function worstDiscipline(all: readonly Discipline[]): Discipline {
  if (all.includes('noGo')) return 'noGo';
  return all.length > 0 && all.every((each) => each === 'go') ? 'go' : 'unknown';
}

function taskReport(
  id: TaskId,
  sizes: readonly number[],
  run: CheckJson,
  trials: readonly CheckTrial[],
): TaskReport {
  const { title, mainScore } = taskOf(id);
  const scores = distributions(id, trials);
  const reading = (name: ReadingName) => scores[`0_${name}.${mainScore}`] ?? null;
  const readings = Object.fromEntries(
    readingNames.map((name) => [name, reading(name)]),
  ) as TaskReport['readings'];
  const { strict, lenient } = readings;
  const gap = strict && lenient ? lenient.mean - strict.mean : null;
  const planned = [...trialsOf(run)].filter(({ task }) => task === id).length / run.models.length;
  return {
    task: id,
    title,
    mainScore,
    discipline: gap === null || lenient!.mean < maxGap ? 'unknown' : gap > maxGap ? 'noGo' : 'go',
    readings,
    gap,
    scores,
    sizes: sizes.map((size) => ({
      size,
      scores: distributions(
        id,
        trials.filter((trial) => trial.size === size),
      ),
    })),
    temperatures: byTemperature(id, run, trials),
    missing: planned - trials.length,
  };
}

function byTemperature(
  id: TaskId,
  run: CheckJson,
  trials: readonly CheckTrial[],
): TaskReport['temperatures'] {
  const temperatures = temperaturesOf(run);
  if (temperatures.length < 2) return [];
  return temperatures.map((temperature) => ({
    temperature,
    scores: distributions(
      id,
      trials.filter((trial) => temperatureOf(trial, run) === temperature),
    ),
  }));
}

/** The distributions of all scores that are defined in at least one trial. */
function distributions(id: TaskId, trials: readonly CheckTrial[]): Readonly<Record<string, Distribution>> {
  const values = new Map<string, number[]>();
  for (const { rounds } of trials) {
    for (const [name, score] of Object.entries(scoresOfRounds(rounds))) {
      if (score === null) continue;
      const known = values.get(name);
      if (known) known.push(score);
      else values.set(name, [score]);
    }
  }
  // Many scores have the same values: a single answer is both the first and the last one.
  const known = new Map<string, Distribution>();
  return Object.fromEntries(
    [...values].map(([name, of]) => {
      const key = of.join(' ');
      const each = known.get(key) ?? distributionOf(of, seededRandom(seedOf(0, id, key)))!;
      known.set(key, each);
      return [name, each];
    }),
  );
}

/** The scores of each answer, of the last one, and the best of all, named as in reports. */
export function scoresOfRounds(rounds: readonly { readonly scores: TaskScores }[]): TaskScores {
  const last = rounds.at(-1);
  if (last === undefined) return {};
  const prefixed = (prefix: string, scores: TaskScores) =>
    Object.entries(scores).map(([name, score]) => [`${prefix}_${name}`, score] as const);
  const best = Object.keys(last.scores).map((name) => {
    const defined = rounds.flatMap(({ scores }) => scores[name] ?? []);
    return [name, defined.length === 0 ? null : Math.max(...defined)] as const;
  });
  return Object.fromEntries([
    ...rounds.flatMap(({ scores }, i) => prefixed(`${i}`, scores)),
    ...prefixed('last', last.scores),
    ...prefixed('max', Object.fromEntries(best)),
  ]);
}
