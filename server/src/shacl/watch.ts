import { UserError } from '../base/userError.ts';
import type { TermId } from '../rdf/terms.ts';
import { type Deadline, hasPassed, timeIsUp } from '../sparql/query/query.ts';
import type { Constraint } from './model/shape.ts';

/** What watches work that may never end, and what is skipped. */
export interface Watch {
  readonly probe?: EvaluationProbe;
  /** Keys of constraints and rules that took too much time or memory before. They are skipped and reported as not checked. */
  readonly quarantined?: ReadonlySet<string>;
  /** Keys of what an earlier evaluation of the same shapes found too costly, with the remark about it. */
  readonly tooCostly?: ReadonlyMap<string, string>;
  /** When the work has to end; what is left then is reported as not checked. */
  readonly deadline?: Deadline;
  /** A sentence once the memory for the work is used up; what is left then is reported as not checked. */
  readonly whyFull?: () => string | undefined;
  /**
   * Whether nothing can stop work that never ends, as in a library without its own process: patterns that may take forever
   * are then not checked.
   */
  readonly isUnwatched?: true;
}

/**
 * Receives which constraint is being evaluated, so that an outside observer can identify a constraint that never ends.
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
  /** Is told of steps along paths, and of nodes judged as so many steps, of some ten thousand at a time. May throw. */
  walked?(steps: number): void;
  /** How long a piece of work may take, in ms; `defaultPatience` if omitted. */
  readonly patience?: number;
  /** The CPU time of this process, in ms. Without it, other work on the machine counts as well. */
  worked?(): number;
  /** Called before a validation that evaluates queries of shapes. `enter` is not called for the queries of targets. */
  queries?(): void;
}

/** Receives what work is in progress, so that an observer can identify work that never ends. */
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

/** Why work has to end, if it has to. */
export function whyOver(watch: Watch): string | undefined {
  return isTimeUp(watch) ? timeIsUp : watch.whyFull?.();
}

/** Thrown by work that has to end before it has proven anything. The message says why. */
export class WorkIsOver extends UserError {}

/** @throws WorkIsOver when the work has to end: an incomplete result must not look complete. */
export function throwIfOver(watch: Watch): void {
  const why = whyOver(watch);
  if (why !== undefined) throw new WorkIsOver(why);
}

/** Why something is not checked that is quarantined. */
export const tookTooMuch =
  'took too much time or memory and is left out, in an editor until it changes or the server is restarted.';

/** How long a piece of work may take, in ms. */
const defaultPatience = 10_000;

/**
 * The budget of a piece of work at all its nodes together, and what it has used: evaluators with the same one share it, for
 * example those of the batches of a store. Without it, work that takes seconds for each of a hundred nodes would never
 * count as stuck. Each node adds to the budget, so that large data are no problem if their nodes are judged quickly.
 */
export class Allowance {
  readonly #patience: number;
  /** When judging ends even in the middle of a node, by `WorkIsOver`; never where nobody expects that. */
  deadline: Deadline = Number.POSITIVE_INFINITY;
  /** Whether all nodes have been judged: judging some of them again, to explain results, is not limited. */
  isOver = false;
  /** What each costly path took so far, by its key. */
  readonly walked = new Map<string, { steps: number; nodes: number }>();
  /** By root shape. */
  readonly spent = new Map<TermId, Spent>();
  /** What was skipped, with the remark about it. */
  readonly tooCostly: Map<string, string>;

  constructor({ probe, tooCostly }: Watch) {
    this.#patience = probe?.patience ?? defaultPatience;
    this.tooCostly = new Map(tooCostly);
  }

  /** How many steps a path may take at this many nodes: the same for the same input. */
  steps(nodes: number): number {
    return this.#patience * stepsPerMs + nodes * stepsOfEach;
  }

  /** How often shapes inside a shape may judge a node, for this many nodes: the same for the same input. */
  judged(nodes: number): number {
    return this.#patience * judgedPerMs + nodes * judgedForEach;
  }

  /** How many results a shape may have at this many nodes: more would not be read, and they take memory. */
  results(nodes: number): number {
    return this.#patience * resultsPerMs + nodes * resultsOfEach;
  }

  /** For how many ms a shape may judge this many nodes. Limits work whose steps are not counted. */
  milliseconds(nodes: number): number {
    return this.#patience + nodes * msOfEach;
  }

  /** The part that counts of the time between two readings of the clock: the machine may have been suspended. */
  counted(ms: number): number {
    return Math.min(ms, this.#patience);
  }
}

/** What judging nodes by a root shape took. */
export interface Spent {
  ms: number;
  nodes: number;
  /** How often a node was judged by a shape inside another. */
  judged: number;
  results: number;
  /** When it started, in the time of `EvaluationProbe.worked`. */
  readonly since: number | undefined;
  /** The time of its constraints, once that is significant, in ms. */
  readonly of: Map<Constraint, number>;
}

/** About as many as are needed; each node adds those of 10 ms. */
const stepsPerMs = 30_000;
const stepsOfEach = 300_000;
const judgedPerMs = 1000;
const judgedForEach = 10_000;
const resultsPerMs = 100;
const resultsOfEach = 1000;
/** More than for steps, because machines differ. */
export const msOfEach = 50;

/** The key of finding the values of a shape's path, by the name of the shape. */
export function pathWork(shape: string): string {
  return `${shape}${ofPath}`;
}

export function isPathWork(key: string): boolean {
  return key.endsWith(ofPath);
}

const ofPath = ' path';

/** Does work other than a constraint, by the name of which an observer sees where it is stuck. */
export function withNamedWork<T>(probe: EvaluationProbe | undefined, key: string, work: () => T): T {
  if (probe === undefined) return work();
  const before = probe.enter(probe.numberOfWork(key, 1));
  const result = work();
  probe.leave(before);
  return result;
}
