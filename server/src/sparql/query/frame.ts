import type { TermId } from '../../rdf/terms.ts';
import type { Context } from './context.ts';
import type { QueryEvaluation } from './expressions/expressionScope.ts';
import type { GroupPlan } from './plan.ts';
import type { AskQuery } from './query.ts';
import { type Slot, SolutionTable } from './table.ts';

/**
 * What the compiled expressions of one query read: the rows that they are evaluated on. Functions from outside may
 * evaluate the same query again while an expression is being evaluated, so the table of before comes back afterwards.
 */
export class Frame implements QueryEvaluation {
  readonly base?: string;
  #table = new SolutionTable(0, []);
  #context: Context | undefined;
  #exists = new Map<GroupPlan, Uint8Array>();

  constructor(base: string | undefined) {
    if (base !== undefined) this.base = base;
  }

  /** Lets expressions read the rows of a table while `evaluate` runs. */
  on<Result>(table: SolutionTable, context: Context, evaluate: () => Result): Result {
    const before = { table: this.#table, context: this.#context, exists: this.#exists };
    this.#table = table;
    this.#context = context;
    this.#exists = new Map();
    try {
      return evaluate();
    } finally {
      this.#table = before.table;
      this.#context = before.context;
      this.#exists = before.exists;
    }
  }

  value(slot: Slot, row: number): TermId {
    return this.#table.at(row, slot);
  }

  /** Tests all rows of the table as soon as one is asked about. */
  exists(group: GroupPlan, row: number): boolean {
    let found = this.#exists.get(group);
    if (found === undefined) {
      found = this.#current.state.exists(group, this.#table, this.#current);
      this.#exists.set(group, found);
    }
    return found[row] === 1;
  }

  newBlankNode(row: number, label: string | undefined): TermId {
    return this.#current.state.blankNode(this.#table, row, label);
  }

  get now(): Date {
    return this.#current.state.now;
  }

  random(): number {
    return this.#current.state.random();
  }

  match(pattern: string, length: number, risk: string | undefined): void {
    this.#current.state.spending.match(pattern, length, risk);
  }

  digits(count: number): void {
    this.#current.state.spending.digits(count);
  }

  spend(characters: number): void {
    this.#current.state.spending.characters(characters);
  }

  readonly ask: AskQuery = (query, input) => this.#current.state.ask(query, input);

  get #current(): Context {
    if (this.#context === undefined) throw new Error('an expression is evaluated outside any row');
    return this.#context;
  }
}
