import { shapesGraphName } from '../../../shacl/sparql/compileShapeQuery.ts';
import type { QueryBudget, QuerySource } from '../../../sparql/query/query.ts';
import type { Draft } from '../../drafts/draft.ts';

/** The graphs of a draft, as the queries of its shapes see them. */
export function sourceOf({ graph, search }: Draft): QuerySource {
  const shapesGraph = search.shapes.graph;
  return { graph, named: (name) => (name === shapesGraphName ? shapesGraph : undefined) };
}

/** Without one of their parts, queries may relate anything with anything: what finds too many rows is not asked. */
export const partBudget: QueryBudget = { milliseconds: 5000, maxRows: 20_000 };
