import { type Deadline, type QueryBudget, QueryBudgetExceeded } from '../../sparql/query/query.ts';

/**
 * How much one evaluation of a query of the shapes may use. A query that needs more is given up and listed as not
 * checked; the others go on.
 */
export const queryBudget: QueryBudget = { milliseconds: 5000, maxRows: 10_000_000 };

/**
 * The same for queries that no probe is told of, those of rules and targets: a pattern that may take forever ends them
 * before it is matched.
 */
export const unwatchedQueryBudget: QueryBudget = { ...queryBudget, refusesRiskyPatterns: true };

/** A budget that ends at a deadline as well, where there is one. */
export function budgetUntil(deadline: Deadline | undefined, budget: QueryBudget): QueryBudget {
  return deadline === undefined ? budget : { ...budget, deadline };
}

/** Why an evaluation ended early, as a sentence. A query that crashes must not take the other constraints along. */
export function whyStopped(error: unknown): string {
  if (error instanceof QueryBudgetExceeded) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The query could not be evaluated: ${message.replace(/\.$/, '')}.`;
}
