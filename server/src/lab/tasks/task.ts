import type { ReadingName } from '../../repair/llm/answer/turtleReadings.ts';
import type { GraphSyntax } from './syntax/graphSyntax.ts';

export const taskIds = ['T1', 'T2', 'T2L', 'T3', 'T4', 'T5'] as const;
export type TaskId = (typeof taskIds)[number];

/**
 * `own`: in our words, which are unambiguous, so that a wrong answer is a mistake about Turtle. `paper`: as published,
 * including what makes the tasks hard (Frey et al., 2023).
 */
export const taskWordings = ['own', 'paper'] as const;
export type TaskWording = (typeof taskWordings)[number];

/** A task for models that is about Turtle, and how answers are scored. */
export interface Task {
  readonly id: TaskId;
  /** For people: `Find a connection`. */
  readonly title: string;
  /** Changes with the prompt, the fixtures and the scores. Values of different versions can't be compared. */
  readonly version: number;
  /** The sizes of the graphs in bytes, unless others are given; empty for a task of one size. */
  readonly sizes: readonly number[];
  /** The name of the most informative score, without the reading: from 0 to 1, more is better. */
  readonly mainScore: string;
  /** True when the task is about the syntax of Turtle itself. */
  readonly turtleOnly?: boolean;
  /** The same choice gives the same prompt. */
  pose(choice: TaskChoice): PosedTask;
}

export interface TaskChoice {
  /** In bytes; undefined for tasks of one size. */
  readonly size: number | undefined;
  /** Seeds names and graphs. Tests know the results of seed 0. */
  readonly seed: number;
  /** From 1. */
  readonly repeat: number;
  readonly wording: TaskWording;
  /** How graphs are written in the question and the answer. */
  readonly syntax: GraphSyntax;
}

/** A task with its graph: everything that a model is told, and everything needed to judge its answer. */
export interface PosedTask {
  readonly prompt: string;
  evaluate(answer: string, signal: AbortSignal): Promise<TaskEvaluation>;
}

/** Scores by name; null for undefined scores. Scores that depend on the reading are prefixed with it: `lenient.f1`. */
export type TaskScores = Readonly<Record<string, number | null>>;

export interface TaskEvaluation {
  readonly scores: TaskScores;
  /** Explains the scores: counts, lists, errors. */
  readonly info: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** What the model can be told about its answer without giving away the right one; undefined when nothing is wrong. */
  readonly feedback: string | undefined;
}

/** The scores of each reading, prefixed with its name. */
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
