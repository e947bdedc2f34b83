import type { ConstructQuery, Query, SelectQuery, Variable, VariableTerm } from 'sparqljs';
import { isTerm } from '../parsedTree.ts';

/** A query as a SELECT of what its result is made of. */
export function asSelect(query: Query): SelectQuery {
  switch (query.queryType) {
    case 'SELECT':
      return query;
    case 'ASK':
      return select(query, [], true);
    case 'CONSTRUCT': {
      const { variables, hasBlankNodes } = inTemplate(query);
      // Blank nodes of the template are new for each solution.
      return select(query, variables, !hasBlankNodes && !('limit' in query || 'offset' in query));
    }
    case 'DESCRIBE':
      throw new TypeError('DESCRIBE is refused');
  }
}

function select(query: Query, variables: readonly Variable[], distinct: boolean): SelectQuery {
  return { ...query, queryType: 'SELECT', variables: [...variables], distinct } as SelectQuery;
}

function inTemplate({ template = [] }: ConstructQuery) {
  const variables = new Map<string, VariableTerm>();
  let hasBlankNodes = false;
  for (const { subject, predicate, object } of template) {
    for (const term of [subject, predicate, object]) {
      if (!isTerm(term)) continue;
      if (term.termType === 'Variable') variables.set(term.value, term);
      if (term.termType === 'BlankNode') hasBlankNodes = true;
    }
  }
  return { variables: [...variables.values()], hasBlankNodes };
}
