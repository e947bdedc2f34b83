import type { ReadingName } from '../llm/answer/turtleReadings.ts';

export const taskIds = ['T1', 'T2', 'T2L', 'T3', 'T4', 'T5'] as const;
export type TaskId = (typeof taskIds)[number];

/** Something that models are asked to do with Turtle, and how well they did it. */
export interface Task {
  readonly id: TaskId;
  /** For people: `Find a connection`. */
  readonly title: string;
  /** Changes with the prompt, the fixtures and the scores: values of different versions are not to be compared. */
  readonly version: number;
  /** Bytes of the graphs that it is asked about unless others are given; empty for a task of one size. */
  readonly sizes: readonly number[];
  /** The name of the score, behind the reading's, that tells most: from 0 to 1, more is better. */
  readonly mainScore: string;
  /** The same choice gives the same prompt. */
  pose(choice: TaskChoice): PosedTask;
}

export interface TaskChoice {
  /** In bytes, undefined for tasks of one size. */
  readonly size: number | undefined;
  /** Draws names and graphs. 0 for those that are known by heart by the tests. */
  readonly seed: number;
  /** From 1. */
  readonly repeat: number;
}

/** A task with its graph: all that a model is told, and all that is needed to judge what it says. */
export interface PosedTask {
  readonly prompt: string;
  evaluate(answer: string, signal: AbortSignal): Promise<Evaluation>;
}

/**
 * Scores by name; null where one is not defined. Those that depend on the reading have its name before theirs:
 * `lenient.f1`.
 */
export type TaskScores = Readonly<Record<string, number | null>>;

export interface Evaluation {
  readonly scores: TaskScores;
  /** What explains the scores: counts, lists, what is wrong. */
  readonly info: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** What the model can be told about its answer without being told the right one; undefined when nothing is wrong. */
  readonly feedback: string | undefined;
}

/** The scores of each reading, with its name before theirs. */
export function byReading(
  scoresOf: (reading: ReadingName) => TaskScores,
  names: readonly ReadingName[],
): TaskScores {
  return Object.fromEntries(
    names.flatMap((reading) =>
      Object.entries(scoresOf(reading)).map(([name, score]) => [`${reading}.${name}`, score]),
    ),
  );
}
