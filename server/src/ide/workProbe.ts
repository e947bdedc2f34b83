import type { EvaluationProbe } from '../shacl/evaluator.ts';

/** Is told what is going on, so that somebody outside can name what does not end. */
export interface WorkProbe extends EvaluationProbe {
  /**
   * The number of other work than that of constraints.
   * @param weight how many times as long as a constraint it may take.
   */
  numberOfWork(key: string, weight: number): number;
  /** Says what is done from now on where nothing else has a name, such as `linking data.ttl`. */
  step(step: string): void;
  /** The same for what is done for one document. */
  about(uri: string): EvaluationProbe;
}

/** The key of reading a file, by which it is left out when that does not end. */
export function fileReadKey(uri: string): string {
  return `reading ${uri}`;
}

/** How many times the budget of a constraint reading a text may take, by its length. */
export function fileReadWeight(length: number): number {
  return Math.max(1, Math.ceil(length / lengthPerBudget));
}

/** What is read within the budget of a constraint by far, also on a slow machine. */
const lengthPerBudget = 5_000_000;
