import type { EvaluationProbe } from '../../shacl/watch.ts';

/** Is told what work is in progress, so that an observer can name work that does not end. */
export interface WorkProbe extends EvaluationProbe {
  /** Names the current step for work that has no other name, for example `linking data.ttl`. */
  step(step: string): void;
  /** A probe for work on one document. */
  about(uri: string): EvaluationProbe;
}

/** The key of reading a file; if reading does not end, the file is skipped by this key. */
export function fileReadKey(uri: string): string {
  return `reading ${uri}`;
}

/** How many constraint budgets reading a text may take, by its length. */
export function fileReadWeight(length: number): number {
  return Math.max(1, Math.ceil(length / lengthPerBudget));
}

/** A text of this length is read well within the budget of a constraint, even on a slow machine. */
const lengthPerBudget = 5_000_000;
