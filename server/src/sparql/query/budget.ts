import { type QueryBudget, QueryBudgetExceeded } from './query.ts';

/** What one evaluation has used up of its budget. */
export class Spending {
  readonly #budget: QueryBudget;
  readonly #end: number;
  #rows = 0;
  #characters = 0;
  #steps = 0;

  constructor(budget: QueryBudget) {
    this.#budget = budget;
    this.#end = performance.now() + budget.milliseconds;
  }

  /** Counts steps of work. Cheap enough for inner loops. */
  steps(count: number): void {
    this.#steps += count;
    if (this.#steps < stepsBetweenLooks) return;
    this.#steps = 0;
    if (performance.now() > this.#end)
      throw new QueryBudgetExceeded(
        'time',
        `The query took longer than ${this.#budget.milliseconds / 1000} s.`,
      );
  }

  /** Counts rows that are added to a result. */
  rows(count: number): void {
    this.#rows += count;
    if (this.#rows > this.#budget.maxRows)
      throw new QueryBudgetExceeded(
        'rows',
        `The query has more than ${this.#budget.maxRows} intermediate results.`,
      );
    this.steps(count);
  }

  /** Counts characters of texts that expressions read or build. */
  characters(count: number): void {
    this.#characters += count;
    if (this.#characters > maxCharacters)
      throw new QueryBudgetExceeded(
        'text',
        `The query reads and builds more than ${maxCharacters} characters of text.`,
      );
    this.steps(1 + (count >> 6));
  }
}

/** Looking at the clock takes as long as some hundred steps. */
const stepsBetweenLooks = 4096;

const maxCharacters = 200_000_000;
