import {
  anyOf,
  boolean,
  defaultingTo,
  enumOf,
  label,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  parsedAs,
  recordOf,
  type ShapeType,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import { estimateInput } from '../../../repair/llm/model/estimateTokens.ts';
import type { LanguageModel, ModelError, TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import type { RunFolder } from '../../evaluation/run/runFolder.ts';
import { type RunEnd, runJobs } from '../../evaluation/run/runJobs.ts';
import { type OnUnreadable, recordedOnce } from '../../evaluation/run/trialLog.ts';
import { askedShape, failureShape } from '../../evaluation/system.ts';
import { attemptTask, type TaskAttempt, type TaskRequestOptions, taskRequest } from '../attemptTask.ts';
import { tasks } from '../index.ts';
import type { OriginalTasks } from '../originalTasks.ts';
import { graphSyntaxes } from '../syntax/graphSyntax.ts';
import { type PosedTask, type Task, type TaskId, taskIds, taskWordings } from '../task.ts';

/** run.json of a model check: the questions and how they are asked. The answers are in trials.jsonl. */
export type CheckJson = ShapeType<typeof checkShape>;
type PlannedTask = ShapeType<typeof taskPlan>;

/** A model's attempt at a task, as recorded on a line of trials.jsonl. */
export type CheckTrial = ShapeType<typeof trialShape>;
/** Identifies a trial within a run. */
export type CheckTrialKey = Pick<CheckTrial, 'model' | 'task' | 'size' | 'repeat'>;

/** All trials of a run, task by task, so that models can be compared early. */
export function* trialsOf({ models, tasks: planned }: CheckJson): Iterable<CheckTrialKey> {
  for (const { id, sizes, repeat } of planned) {
    for (const size of sizes.length > 0 ? sizes : [null]) {
      for (let i = 1; i <= repeat; i++) {
        for (const model of models) yield { model, task: id, size, repeat: i };
      }
    }
  }
}

/** A key for a trial: equal for the same trial of a run. */
export function trialKey({ model, task, size, repeat }: CheckTrialKey): string {
  return JSON.stringify([model, task, size, repeat]);
}

/** The question of a trial. */
function posedTask(
  { task, size, repeat }: CheckTrialKey,
  { fixtures, wording, syntax }: CheckJson,
  originals: OriginalTasks | undefined,
): PosedTask {
  return (
    originals?.posed.get(task) ??
    taskOf(task).pose({ size: size ?? undefined, seed: fixtures, repeat, wording, syntax })
  );
}

export function taskOf(id: TaskId): Task {
  return tasks.find((each) => each.id === id)!;
}

/** The temperatures of a run, each once. */
export function temperaturesOf({ options: { temperature } }: CheckJson): readonly number[] {
  return typeof temperature === 'number' ? [temperature] : [...new Set(temperature)];
}

export function temperatureOf({ repeat }: Pick<CheckTrialKey, 'repeat'>, json: CheckJson): number {
  const temperatures = temperaturesOf(json);
  return temperatures[(repeat - 1) % temperatures.length]!;
}

/**
 * The options for the requests of a trial. Repeats of a question have different seeds, since they would get the same
 * answer otherwise.
 */
function taskRequestOptions(key: CheckTrialKey, json: CheckJson): TaskRequestOptions {
  const { repeat } = key;
  const { options } = json;
  const { seed } = options;
  return {
    ...options,
    temperature: temperatureOf(key, json),
    seed: seed === null && repeat === 1 ? undefined : (seed ?? 0) + repeat - 1,
  };
}

export interface CheckContext {
  readonly modelOf: (id: string) => LanguageModel;
  /** The price of tokens of a model in USD; undefined if it is not known. */
  readonly priceOf: (id: string, usage: TokenUsage) => number | undefined;
  /** The keys of trials that are already recorded. */
  readonly done: ReadonlySet<string>;
  readonly record: (trial: CheckTrial) => Promise<void>;
  readonly concurrency: number;
  /** The tasks whose files the run names, if it names any. */
  readonly originals?: OriginalTasks | undefined;
}

/**
 * Runs the trials that are not recorded yet.
 *
 * @throws ModelError when models can't be asked at all, the signal's reason when aborted.
 */
export function runCheck(
  json: CheckJson,
  { modelOf, priceOf, done, record, concurrency, originals }: CheckContext,
  signal: AbortSignal,
): Promise<RunEnd> {
  const trialOf = (key: CheckTrialKey, { rounds, failure }: TaskAttempt): CheckTrial => {
    const costs = rounds.map(({ asked }) => priceOf(key.model, asked.usage));
    const isKnown = costs.every((cost) => cost !== undefined);
    return {
      ...key,
      version: taskOf(key.task).version,
      rounds,
      failure: failure ?? null,
      cost: isKnown ? costs.reduce((sum: number, cost) => sum + cost!, 0) : null,
    };
  };
  return runJobs<CheckTrialKey, CheckTrial>({
    jobs: [...trialsOf(json)].filter((key) => !done.has(trialKey(key))),
    askedOf: ({ model }) => model,
    attempt: async (key) =>
      trialOf(
        key,
        await attemptTask(
          posedTask(key, json, originals),
          modelOf(key.model),
          taskRequestOptions(key, json),
          signal,
        ),
      ),
    refused: (key, { kind, message }: ModelError) => trialOf(key, { rounds: [], failure: { kind, message } }),
    record,
    concurrency,
  });
}

/** The recorded trials of a run, each once. Lines that are not trials are skipped and reported. */
export function recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<CheckTrial> {
  return recordedOnce(folder, { shape: trialShape, keyOf: trialKey }, onUnreadable);
}

/** Reads run.json of a model check; undefined if it is not one. */
export function readCheck(json: string): CheckJson | undefined {
  return parsedAs(checkShape, json);
}

const taskId = enumOf(...taskIds);

const taskPlan = object({
  id: taskId,
  version: nonNegativeInteger,
  /** In bytes; empty for tasks of one size. */
  sizes: listOf(nonNegativeInteger, 1000),
  repeat: wholeNumberFrom(1, 10_000),
});

const checkShape = object({
  format: enumOf(1),
  kind: enumOf('model-check'),
  generator: object({ name: enumOf('shacl-repair'), version: label }),
  models: listOf(label, 1000),
  tasks: listOf(taskPlan, 100),
  /** Seeds the names and graphs of the questions. */
  fixtures: number,
  wording: defaultingTo('own', enumOf(...taskWordings)),
  syntax: defaultingTo('turtle', enumOf(...graphSyntaxes)),
  /** The SHA-256 of the files that T1, T2 and T5 were asked with; absent for our own graphs. */
  originals: optional(label),
  options: object({
    /** If there are several, the repeats use them in turn. */
    temperature: anyOf<number | readonly number[]>(number, listOf(number, 100)),
    maxTokens: nonNegativeInteger,
    seed: nullable(number),
    rounds: nonNegativeInteger,
  }),
});

const trialShape = object({
  model: label,
  task: taskId,
  /** In bytes; null for tasks of one size. */
  size: nullable(nonNegativeInteger),
  /** From 1. */
  repeat: wholeNumberFrom(1, 10_000),
  version: nonNegativeInteger,
  /** One per answer; empty when the endpoint refused the request. */
  rounds: listOf(
    object({
      answer: string,
      asked: askedShape,
      ms: defaultingTo(0, number),
      scores: recordOf(nullable(number), 1000),
      info: recordOf(
        anyOf<string | number | boolean | readonly string[]>(string, number, boolean, listOf(string)),
      ),
    }),
    1000,
  ),
  failure: nullable(failureShape),
  /** In USD; null if the price is not known. */
  cost: nullable(number),
});

/**
 * A task as a run records it.
 *
 * @param sizes for tasks with sizes; the task's own if left out.
 */
export function plannedTask(id: TaskId, repeat: number, sizes?: readonly number[]): PlannedTask {
  const { version, sizes: own } = taskOf(id);
  return { id, version, sizes: own.length > 0 ? (sizes ?? own) : [], repeat };
}

/** About twenty questions: enough to see whether a model keeps to a format, too few to compare models. */
export function quickCheck(model: string, version: string): CheckJson {
  return {
    format: 1,
    kind: 'model-check',
    generator: { name: 'shacl-repair', version },
    models: [model],
    tasks: tasks.map(({ id, sizes }) => plannedTask(id, sizes.length > 0 ? 1 : 4, [1000, 3000])),
    fixtures: 0,
    wording: 'own',
    syntax: 'turtle',
    options: { rounds: 1, temperature: 0, maxTokens: 8000, seed: null },
  };
}

/** The estimated tokens of asking a model to do a task. */
export interface TaskEstimate {
  readonly model: string;
  readonly task: TaskId;
  /** The number of first requests. */
  readonly requests: number;
  readonly inputTokens: number;
  /** With all rounds, and answers of the maximum length. */
  readonly most: TokenUsage;
}

/** Makes all first requests of a run without sending them. */
export function estimateCheck(json: CheckJson, originals?: OriginalTasks): readonly TaskEstimate[] {
  const keys = [...trialsOf(json)];
  return json.models.flatMap((model) =>
    json.tasks.map(({ id }) => {
      const own = keys.filter((key) => key.task === id && key.model === model);
      const requests = own.map((key) =>
        taskRequest(posedTask(key, json, originals), taskRequestOptions(key, json)),
      );
      const input = requests.reduce((sum, request) => sum + estimateInput(request), 0);
      const output = requests.reduce((sum, { maxTokens }) => sum + maxTokens, 0);
      const { rounds } = json.options;
      return {
        model,
        task: id,
        requests: own.length,
        inputTokens: input,
        most: {
          // Each further round repeats the messages before it.
          input: input * rounds + (output * rounds * (rounds - 1)) / 2,
          output: output * rounds,
          estimated: true,
        },
      };
    }),
  );
}
