import type { Pattern, SelectQuery } from 'sparqljs';
import type { Graph } from '../rdf/graph.ts';
import { SpentBudget } from './query/budget.ts';
import { compileParsed } from './query/compileQuery.ts';
import {
  type CompiledQuery,
  noInput,
  type QueryBudget,
  QueryBudgetExceeded,
  type Solutions,
} from './query/query.ts';
import { decodeIri } from './termCodec.ts';

/**
 * A pattern as a query for the values of variables, or why it is never evaluated. IRIs that encode terms which SPARQL
 * cannot name mean these terms.
 *
 * @param everySolution keeps solutions that do not differ in these variables.
 */
export function compilePattern(
  where: readonly Pattern[],
  variables: readonly string[],
  everySolution: boolean,
): CompiledQuery | string {
  return compileSelect({
    type: 'query',
    queryType: 'SELECT',
    variables: variables.map((value) => ({ termType: 'Variable', value })),
    distinct: !everySolution,
    where,
    prefixes: {},
  } as unknown as SelectQuery);
}

/** A SELECT query on the default graph, or why it is never evaluated. IRIs are read as by `compilePattern`. */
export function compileSelect(query: SelectQuery): CompiledQuery | string {
  const unknown: string[] = [];
  const customFunction = (iri: string) => {
    unknown.push(iri);
    return undefined;
  };
  const compiled = compileParsed(query, { readIri: decodeIri, customFunction });
  if (compiled.kind === 'problem') return compiled.message;
  return unknown.length === 0 ? compiled : `There is no function <${unknown[0]}> in SPARQL.`;
}

/**
 * The solutions of a compiled pattern on a graph, or a sentence that says why it takes too much.
 *
 * @param spent the steps of what was asked before within the same time; those of this pattern are added.
 */
export function findSolutions(
  graph: Graph,
  query: CompiledQuery,
  time: Pick<QueryBudget, 'milliseconds' | 'since' | 'deadline' | 'worked'>,
  spent: { steps: number } = { steps: 0 },
): Solutions | string {
  const maxSteps = time.milliseconds * stepsPerMs;
  const spending = new SpentBudget({ ...time, maxSteps, stepsBefore: spent.steps, ...limits });
  try {
    return query.evaluate({ graph }, noInput, spending).solutions;
  } catch (error) {
    if (!(error instanceof QueryBudgetExceeded)) throw error;
    return error.message.replace(/^The query /, 'The WHERE clause ');
  } finally {
    spent.steps = spending.stepsTaken;
  }
}

/** Fewer than could be evaluated in time, so that most evaluations that take too long end in the same way each time. */
const stepsPerMs = 20_000;

/** Far more rows and UTF-16 code units than the repair of one mistake needs. */
const limits = { maxRows: 1_000_000, maxCharacters: 20_000_000, refusesRiskyPatterns: true } as const;
