import { terms } from '../../rdf/terms.ts';
import type { QueryPattern } from '../../sparql/query/queryPatterns.ts';
import type { Path } from '../model/path.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { queryEngine } from './queryEngine.ts';

/**
 * The patterns of the WHERE clause of a constraint's query. Undefined when it can't be read, and before the query engine
 * is loaded.
 *
 * @param path of the shape, which replaces `$PATH`.
 */
export function shapePatterns(
  { query }: ConstraintOf<'sparql'>,
  path: Path | undefined,
): readonly QueryPattern[] | undefined {
  const prebound = [
    'this',
    ...(query.form === 'ask' ? ['value'] : []),
    ...query.parameters.map(([name]) => name),
  ];
  const read = queryEngine()?.queryPatterns(terms.value(query.text), new Map(query.prefixes), prebound);
  return read?.map((pattern) =>
    pattern.predicate === 'PATH' && path ? { ...pattern, path, predicate: undefined } : pattern,
  );
}
