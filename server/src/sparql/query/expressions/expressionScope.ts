import type { AggregateExpression, IriTerm, LiteralTerm, Pattern } from 'sparqljs';
import type { TermId } from '../../../rdf/terms.ts';
import type { AskQuery, FindFunction } from '../query.ts';

/** In place of a term: the variable has no value in the solution. */
export const unbound = -1;

/**
 * What expressions need of the query that they are in. A row is whatever the evaluator uses for a solution, such as the
 * index of a row in columns. All members may be called many times while rows are evaluated, except for `variable`,
 * `constant`, `exists`, `aggregate` and `customFunction`, which are called once, when an expression is compiled.
 */
export interface ExpressionScope<Row> {
  /** Reads a variable: `unbound` where it has no value. */
  variable(name: string): (row: Row) => TermId;
  /** The term of an IRI or literal in the parsed query. */
  constant(term: IriTerm | LiteralTerm): TermId;
  /** Whether a pattern of EXISTS or NOT EXISTS has a solution that is compatible with the row. */
  exists(pattern: Pattern): (row: Row) => boolean;
  /** Reads the result of an aggregate for the group that the row represents: undefined if it is an error. */
  aggregate(expression: AggregateExpression): (row: Row) => TermId | undefined;
  /** A function that is defined outside of SPARQL; undefined when there is none, so that each call is an error. */
  readonly customFunction?: FindFunction;
  /** A blank node that is new for each row and label, or for each call when there is no label. */
  newBlankNode(row: Row, label: string | undefined): TermId;
  readonly evaluation: QueryEvaluation;
}

/**
 * State that is constant during one evaluation of a query. Read again for each call, so that a compiled query can be
 * reused.
 */
export interface QueryEvaluation {
  /** The result of NOW(). */
  readonly now: Date;
  /** The next pseudo-random number, at least 0 and below 1. */
  random(): number;
  /** The base IRI, with which IRI() resolves relative IRIs. */
  readonly base?: string;
  /**
   * Called before work that depends on the length of a text, with about the number of its characters. Throws when the
   * evaluation has used up its budget.
   */
  spend(characters: number): void;
  /**
   * Called before a regular expression is matched with a text of some length, in place of `spend`, with the reason why that
   * may take forever, if so. Throws where nobody could stop it.
   */
  match(pattern: string, length: number, risk: string | undefined): void;
  /** Called before work with numbers of this many digits together. Throws when the evaluation has used up its budget. */
  digits(count: number): void;
  /** Evaluates another query on the same graphs and within the same budget. */
  readonly ask: AskQuery;
}

/** A function of SPARQL whose arguments all have values. Returns undefined for an error. */
export type TermFunction = (evaluation: QueryEvaluation, ...args: TermId[]) => TermId | undefined;
