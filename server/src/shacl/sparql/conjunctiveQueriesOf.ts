import { memoized } from '../../base/memoized.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import type { ConjunctiveQuery } from '../../sparql/query/conjunctive/conjunctiveQuery.ts';
import { type Path, printPath } from '../model/path.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { compileConstraint } from './compileShapeQuery.ts';
import { callableOf } from './compileText.ts';
import { queryEngine } from './queryEngine.ts';

/**
 * The query of a constraint as alternatives of parts that hold together for a solution. None when it can't be evaluated,
 * and before the query engine is loaded.
 *
 * @param path of the shape, which replaces `$PATH`.
 */
export function conjunctiveQueriesOf(
  constraint: ConstraintOf<'sparql'>,
  path: Path | undefined,
): readonly ConjunctiveQuery[] {
  if (compileConstraint(constraint, path)?.kind !== 'query') return [];
  const entry = known(constraint);
  if (entry.queries === undefined || entry.generation !== terms.generation) {
    const { text, prefixes, functions } = constraint.query;
    const callable = callableOf(functions);
    entry.generation = terms.generation;
    entry.queries = queryEngine()?.conjunctiveQueries(terms.value(text), {
      prefixes: new Map(prefixes),
      customFunction: (iri) => callable.get(iri),
      ...(path && { path: printPath(path, termToNTriples) }),
    });
  }
  return entry.queries ?? [];
}

/** By the constraint, which lives as long as the shapes graph. The queries have ids of terms. */
const known = memoized(
  (
    _: ConstraintOf<'sparql'>,
  ): { queries?: readonly ConjunctiveQuery[] | undefined; generation?: number } => ({}),
);
