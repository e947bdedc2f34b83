import { type QueryBudget, QueryBudgetExceeded } from '../../sparql/query/query.ts';

/**
 * How much one evaluation of a query of the shapes may use. A query that needs more is given up and listed as not
 * checked; the others go on.
 */
export const queryBudget: QueryBudget = { milliseconds: 5000, maxRows: 10_000_000 };

/** Why an evaluation ended early, as a sentence. A query that crashes must not take the other constraints along. */
export function whyStopped(error: unknown): string {
  if (error instanceof QueryBudgetExceeded) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The query could not be evaluated: ${message.replace(/\.$/, '')}.`;
}
