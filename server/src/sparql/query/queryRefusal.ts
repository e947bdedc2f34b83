import type { Pattern, Query } from 'sparqljs';
import { isTerm, treeObjects } from '../parsedTree.ts';
import type { QueryOptions } from './query.ts';
import { visibleNames } from './translate.ts';

type Node = Readonly<Record<string, unknown>>;

/** Why a query is never evaluated: it reaches beyond the graph, or SHACL does not allow it with pre-bound variables. */
export function queryRefusal(query: Query, { prebound = [], shacl }: QueryOptions): string | undefined {
  if (query.queryType === 'DESCRIBE') return 'DESCRIBE is not allowed.';
  if (query.from) return 'FROM is not allowed: queries see one graph.';
  const given = new Set(prebound);
  let parts = 0;
  for (const node of treeObjects(query)) {
    parts += partsOf(node);
    if (parts > maxParts) return `The query has more than ${maxParts} parts.`;
    if (node.type === 'service') return 'SERVICE is not allowed: nothing is looked up outside of the graph.';
    const reason = shacl && refusedByShacl(node, given, shacl.required, query);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Patterns and steps of paths. Ordering them takes time that grows with the square of their number. */
const maxParts = 500;

function partsOf({ type, subject, items, patterns }: Node): number {
  if (type === 'path') return (items as readonly unknown[]).length;
  return Number(subject !== undefined) + Number(patterns !== undefined);
}

/** SHACL, appendix A: pre-binding of variables in SPARQL queries. */
function refusedByShacl(
  node: Node,
  given: ReadonlySet<string>,
  required: readonly string[],
  query: Query,
): string | undefined {
  if (node.type === 'minus') return 'SHACL does not allow MINUS in its queries.';
  if (node.type === 'values' || (node.type === 'query' && node.values !== undefined))
    return 'SHACL does not allow VALUES in its queries.';
  // BIND (… AS ?x), and the same in SELECT and GROUP BY.
  const assigned = 'expression' in node && isTerm(node.variable) ? node.variable.value : undefined;
  if (assigned !== undefined && given.has(assigned))
    return `The variable ?${assigned} has its value from the start and cannot get another one.`;
  if (node.type !== 'query' || node === (query as unknown)) return undefined;
  const variables = node.variables as readonly unknown[];
  const named = new Set(variables.map((item) => (isTerm(item) ? item.value : undefined)));
  const selected = named.has('*') ? visibleNames((node.where ?? []) as readonly Pattern[]) : named;
  const missing = required.find((name) => !selected.has(name));
  return (
    missing &&
    `A SELECT inside of the query does not select ?${missing}, which SHACL requires because it has its value from the start.`
  );
}
