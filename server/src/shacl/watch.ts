import { type Deadline, hasPassed } from '../sparql/query/query.ts';
import type { Constraint } from './model/shape.ts';

/** Who watches work that may not end, and what is left out of it. */
export interface Watch {
  readonly probe?: EvaluationProbe;
  /** Keys of constraints and rules that took too much time or memory before. They are skipped and reported as not checked. */
  readonly quarantined?: ReadonlySet<string>;
  /** When the work has to end; what is left then is reported as not checked. */
  readonly deadline?: Deadline;
  /**
   * Whether nothing stops what does not end, as in a library that has no process of its own: patterns that may be tried
   * forever are not checked.
   */
  readonly isUnwatched?: true;
}

/**
 * Is told which constraint is being evaluated, so that an outside observer can name a constraint that does not end.
 * Constraints are numbers because there are hundreds of thousands of calls. When an evaluation throws, `leave` is not
 * called for the constraint that was entered.
 */
export interface EvaluationProbe {
  /** The number of a constraint, never 0. */
  numberOf(constraint: Constraint): number;
  /**
   * The number of other work, such as a rule.
   *
   * @param weight how many times as long as a constraint it may take.
   */
  numberOfWork(key: string, weight: number): number;
  /** Returns the number that was entered before; 0 for none. */
  enter(constraint: number): number;
  leave(before: number): void;
  /** Is told before a validation that asks queries of shapes, of which those of targets are not entered. */
  queries?(): void;
}

/** Is told what work is in progress, so that an observer can name work that does not end. */
export interface WorkProbe extends EvaluationProbe {
  /** Names the current step for work that has no other name, for example `linking data.ttl`. */
  step(step: string): void;
  /** A probe for work on one document. */
  about(uri: string): EvaluationProbe;
}

/** Whether the deadline has passed. */
export function isTimeUp({ deadline }: Watch): boolean {
  return deadline !== undefined && hasPassed(deadline);
}

/** Why something is not checked that is quarantined. */
export const tookTooMuch =
  'took too much time or memory and is left out until it changes or the server is restarted.';

/** Does work other than a constraint, by the name of which an observer sees where it is stuck. */
export function entering<T>(probe: EvaluationProbe | undefined, key: string, work: () => T): T {
  if (probe === undefined) return work();
  const before = probe.enter(probe.numberOfWork(key, 1));
  const result = work();
  probe.leave(before);
  return result;
}
