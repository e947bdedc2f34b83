import { mostPatience } from '../../base/supervision.ts';
import { type Deadline, hasPassed, type QueryBudget, QueryBudgetExceeded, timeIsUp } from './query.ts';

/** What one evaluation has used up of its budget, with those of the functions that it calls. */
export class SpentBudget implements QueryBudget {
  readonly milliseconds: number;
  readonly maxRows: number;
  readonly maxCharacters: number;
  readonly maxSteps: number;
  readonly worked?: () => number;
  readonly refusesRiskyPatterns?: true;
  readonly #walked: QueryBudget['walked'];
  readonly #start: number;
  readonly #deadline: Deadline;
  #rows = 0;
  #characters = 0;
  #steps = 0;
  #stepsBefore: number;
  /** What processors had worked at the first look. */
  #workedBefore: number | undefined;
  #depth = 0;
  #isExceeded = false;

  constructor({
    milliseconds,
    worked,
    since = performance.now(),
    maxSteps = Number.POSITIVE_INFINITY,
    stepsBefore = 0,
    walked,
    maxRows,
    maxCharacters = manyCharacters,
    refusesRiskyPatterns,
    deadline = Number.POSITIVE_INFINITY,
  }: QueryBudget) {
    if (refusesRiskyPatterns) this.refusesRiskyPatterns = refusesRiskyPatterns;
    if (worked) this.worked = worked;
    this.milliseconds = milliseconds;
    this.maxSteps = maxSteps;
    this.#walked = walked;
    this.#stepsBefore = stepsBefore;
    this.maxRows = maxRows;
    this.maxCharacters = maxCharacters;
    this.#start = since;
    this.#deadline = deadline;
  }

  /** Whether an evaluation was ended because it would have exceeded the budget. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  /** With those that were taken before. */
  get stepsTaken(): number {
    return this.#stepsBefore + this.#steps;
  }

  /** Evaluates the query of a function. */
  nested<Result>(evaluate: () => Result): Result {
    if (this.#depth === maxDepth)
      throw this.#exceeded('depth', `Functions call each other more than ${maxDepth} levels deep.`);
    this.#depth++;
    try {
      this.steps(stepsOfCall);
      return evaluate();
    } finally {
      this.#depth--;
    }
  }

  /** Counts steps of work. Cheap enough for inner loops. */
  steps(count: number): void {
    this.#steps += count;
    if (this.#steps < stepsBetweenLooks) return;
    this.#tellSteps();
    if (this.#stepsBefore > this.maxSteps)
      throw this.#exceeded('steps', `The query takes more than ${this.maxSteps} steps.`);
    if (this.#isLate())
      throw this.#exceeded('time', `The query took longer than ${this.milliseconds / 1000} s.`);
    if (hasPassed(this.#deadline)) throw this.#exceeded('time', timeIsUp);
  }

  /** At the end of an evaluation. */
  end(): void {
    if (this.#walked) this.#tellSteps();
  }

  #tellSteps(): void {
    const steps = this.#steps;
    this.#stepsBefore += steps;
    this.#steps = 0;
    this.#walked?.(steps);
  }

  #isLate(): boolean {
    const took = performance.now() - this.#start;
    this.#workedBefore ??= this.worked?.();
    if (took <= this.milliseconds || this.#workedBefore === undefined) return took > this.milliseconds;
    if (took > mostPatience * this.milliseconds) return true;
    return this.worked!() - this.#workedBefore > this.milliseconds;
  }

  /** Counts rows that are added to a result. */
  rows(count: number): void {
    this.#rows += count;
    if (this.#rows > this.maxRows)
      throw this.#exceeded('rows', `The query has more than ${this.maxRows} intermediate results.`);
    this.steps(stepsOfRow * count);
  }

  /**
   * Called before a regular expression is matched with a text of some length, in UTF-16 units.
   *
   * @param risk why that may take forever, if so
   */
  match(pattern: string, length: number, risk: string | undefined): void {
    this.characters(length);
    if (!this.refusesRiskyPatterns || risk === undefined) return;
    throw this.#exceeded(
      'time',
      `Matching the pattern ${JSON.stringify(pattern)} may take forever: ${risk}.`,
    );
  }

  /** Called before numbers with this many digits together are calculated with, which takes their square in the worst case. */
  digits(count: number): void {
    if (count > maxDigits)
      throw this.#exceeded('text', `The query calculates with numbers of more than ${maxDigits} digits.`);
    this.characters(count + Math.ceil(count ** 2 / digitsPerStep));
  }

  /** Called before expressions read or build a text of this many characters. */
  characters(count: number): void {
    if (count > maxLength)
      throw this.#exceeded('text', `The query reads or builds a text of more than ${maxLength} characters.`);
    this.#characters += count;
    if (this.#characters > this.maxCharacters)
      throw this.#exceeded(
        'text',
        `The query reads and builds more than ${this.maxCharacters} characters of text.`,
      );
    this.steps(stepsOfRow + (count >> 3));
  }

  #exceeded(what: QueryBudgetExceeded['exceeded'], message: string): QueryBudgetExceeded {
    this.#isExceeded = true;
    return new QueryBudgetExceeded(what, message);
  }
}

/** Reading the clock takes as long as some hundred steps. */
const stepsBetweenLooks = 4096;

/** Building or matching a text is not interrupted, and takes some tens of ms at this length. */
const maxLength = 4_000_000;

const maxDigits = 10_000;

/** Two numbers of this many digits are multiplied in about the time in which a character is read. */
const digitsPerStep = 256;

/** A row takes as long as some links that are followed; so does an operation of an expression. */
const stepsOfRow = 4;

/** Preparing an evaluation takes about as long. */
const stepsOfCall = 64;

/** Evaluating the query of a function takes some dozens of calls in JavaScript. */
const maxDepth = 50;

const manyCharacters = 200_000_000;
