import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';

/** Rows of values for variables. Immutable. */
export interface Solutions {
  readonly variables: readonly string[];
  readonly length: number;
  /** The term of a row for a variable, given by its index; `unbound` where the variable has no value. */
  value(row: number, variable: number): TermId;
}

/** What a query is asked of. */
export interface QuerySource {
  readonly graph: Graph;
  /** The graph that `GRAPH` means by a name, such as that of `$shapesGraph`; undefined when there is none. */
  readonly named?: (name: TermId) => Graph | undefined;
  /** The names that `GRAPH` with a variable tries; none if omitted. */
  readonly names?: readonly TermId[];
}

/** When work has to end, on the clock of `performance.now()`. A function if that is decided in the meantime. */
export type Deadline = number | (() => number);

/** A deadline of work whose findings are dropped, so that it may also end with an error. */
export const atOnce = 0;

/** Whether the findings of work are dropped. */
export function isDropped(deadline: Deadline | undefined): boolean {
  return typeof deadline === 'function' && deadline() === atOnce;
}

/** Whether a deadline has passed. */
export function hasPassed(deadline: Deadline): boolean {
  return performance.now() > (typeof deadline === 'number' ? deadline : deadline());
}

/** Why something was left undone when the deadline passed. */
export const timeIsUp = 'The time for the whole run was used up.';

export interface QueryBudget {
  /** The maximum time in ms: CPU time if `worked` is given, otherwise elapsed time. */
  readonly milliseconds: number;
  /**
   * The CPU time of this process, in ms. With it, time in which other processes use the processors hardly counts: twelve
   * times as much may pass on the clock.
   */
  readonly worked?: () => number;
  /** When that time started, on the clock of `performance.now()`; now if omitted. */
  readonly since?: number;
  /** When the evaluation ends at the latest. */
  readonly deadline?: Deadline;
  /**
   * The maximum number of steps of all kinds, each of some dozen ns: the same for the same query, data and nodes, on any
   * machine. If omitted, only time limits them.
   */
  readonly maxSteps?: number;
  /** How many of them were taken before; none if omitted. */
  readonly stepsBefore?: number;
  /** Is told of the steps that are taken, some thousands at a time and at the end: they count elsewhere as well. May throw. */
  readonly walked?: (steps: number) => void;
  /** The maximum number of rows of all intermediate results together. */
  readonly maxRows: number;
  /**
   * The maximum number of characters, in UTF-16 units, that expressions read and build together; a high limit if omitted.
   */
  readonly maxCharacters?: number;
  /**
   * Whether a regular expression that may take forever on a text is not matched with it, which ends the evaluation. For
   * queries that nobody watches: matching can't be interrupted.
   */
  readonly refusesRiskyPatterns?: true;
}

/** Thrown by an evaluation that would exceed its budget. The message is a sentence that says which part. */
export class QueryBudgetExceeded extends Error {
  readonly exceeded: 'time' | 'steps' | 'rows' | 'text' | 'depth';

  constructor(exceeded: QueryBudgetExceeded['exceeded'], message: string) {
    super(message);
    this.exceeded = exceeded;
  }
}

/** Why a text cannot be evaluated as a query. */
export interface QueryProblem {
  readonly kind: 'problem';
  /**
   * `syntax`: the text is not a SPARQL query. `notAllowed`: it is one of a kind that is never evaluated. `unknownFunction`:
   * another engine may know what it calls.
   */
  readonly cause: 'syntax' | 'notAllowed' | 'unknownFunction';
  /** A sentence. */
  readonly message: string;
  /** Where in the text, in UTF-16 units, if that is known. */
  readonly offset?: number;
}

/** Answers to a query, each for one row of the input. */
export interface Answers {
  /** The values of the projected variables. ASK has no variables, and one row for each row of the input that has a solution. */
  readonly solutions: Solutions;
  /** The row of the input that an answer belongs to. Answers come in the order of these. */
  inputRow(row: number): number;
}

/** A triple that a CONSTRUCT query makes, and the row of `Answers` that it comes from. */
export interface ConstructedTriple extends Triple {
  readonly row: number;
}

/** A query that is ready to be evaluated on any graph. */
export interface CompiledQuery {
  readonly kind: 'query';
  readonly form: 'select' | 'ask' | 'construct';
  /** The projected variables of SELECT; those of the template of CONSTRUCT; none for ASK. */
  readonly variables: readonly string[];
  /** What the answers depend on: triples with some predicates, or all triples. Includes what called functions read. */
  readonly reads: { readonly predicates: ReadonlySet<TermId> } | 'everything';
  /** The functions from outside of SPARQL that the query calls. */
  readonly calls: readonly CustomFunction[];
  /**
   * Finds the answers for all rows of the input together. A row gives values to pre-bound variables, as in SHACL-SPARQL:
   * they hold in all parts of the query. Grouping, DISTINCT, ORDER BY and LIMIT apply to each row separately. A pre-bound
   * variable that has no value, or no column, is a variable like any other.
   *
   * @throws QueryBudgetExceeded
   */
  evaluate(source: QuerySource, input: Solutions, budget: QueryBudget): Answers;
  /**
   * The triples that a CONSTRUCT query makes from its answers, without those that are not valid in RDF.
   *
   * @param blankNode makes the node for a label of the template and a row of the answers.
   */
  construct(
    answers: Answers,
    blankNode: (label: string, row: number) => TermId,
  ): readonly ConstructedTriple[];
}

export interface QueryOptions {
  /** Prefixes in scope before those of the text. */
  readonly prefixes?: ReadonlyMap<string, string>;
  readonly base?: string;
  /** The variables that rows of the input can give values to. */
  readonly prebound?: readonly string[];
  /**
   * Refuses what SHACL does not allow with pre-bound variables: MINUS, VALUES, SERVICE, giving such a variable another
   * value, and sub-selects that do not select `required` variables.
   */
  readonly shacl?: { readonly required: readonly string[] };
  /** A property path in the syntax of SPARQL, with absolute IRIs, that replaces the variable `$PATH`. */
  readonly path?: string;
  /** The term that an IRI in the text means, such as one that encodes a blank node; the IRI itself if omitted. */
  readonly readIri?: (iri: string) => TermId;
  /** The functions that expressions can call besides those of SPARQL; undefined for calls that are errors. */
  readonly customFunction?: FindFunction;
}

/** Finds the function that a call means. Asked once for each call in the text of a query. */
export type FindFunction = (iri: string, argumentCount: number) => CustomFunction | undefined;

/** A function that is defined outside of SPARQL, by a query. */
export interface CustomFunction {
  /** The query that has the result; undefined when it can't be evaluated. */
  readonly query: CompiledQuery | undefined;
  /**
   * Arguments are undefined where an expression has an error or a variable no value; so is the result for an error.
   *
   * @param ask evaluates a query on the same graphs, within the budget of the query that calls.
   */
  call(args: readonly (TermId | undefined)[], ask: AskQuery): TermId | undefined;
}

export type AskQuery = (query: CompiledQuery, input: Solutions) => Answers;

/** One row without variables: the input for a query that has no pre-bound variables. */
export const noInput: Solutions = { variables: [], length: 1, value: () => -1 };

/** One column: the input that gives each node in turn to a variable. */
export function inputColumn(variable: string, nodes: readonly TermId[]): Solutions {
  return { variables: [variable], length: nodes.length, value: (row) => nodes[row]! };
}
