import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import type { QueryPattern } from '../../sparql/query/queryPatterns.ts';
import type { Path } from '../model/path.ts';
import type { ConstraintOf, Shape } from '../model/shape.ts';
import { compileConstraint } from './compileShapeQuery.ts';
import { queryEngine } from './queryEngine.ts';
import { type QuerySite, querySites } from './querySites.ts';
import { reachedNodes } from './reachedNodes.ts';

/** The nodes about which a query may have another answer after a change. */
export interface ReachedByQuery {
  readonly focusNodes: ReadonlySet<TermId>;
  /** For ASK queries, the values about which it may. */
  readonly values: ReadonlySet<TermId>;
}

/**
 * Finds the nodes that added or removed triples can affect.
 *
 * @param both the graph before the change, with what is added.
 * @param most how many triples are followed, and how many nodes may be met at one point of the path.
 * @returns undefined when they can affect any node, or when finding out takes too long.
 */
export function reachedBy(
  triples: readonly Triple[],
  both: Graph,
  constraint: ConstraintOf<'sparql'>,
  shape: Shape,
  most = mostFollowed,
): ReachedByQuery | undefined {
  if (triples.length > most.triples) return undefined;
  const sites = sitesOf(constraint, shape);
  const reached = sites && reachedNodes(sites, triples, both, most.nodes);
  return reached && { focusNodes: reached.get('this') ?? none, values: reached.get('value') ?? none };
}

const mostFollowed = { triples: 100, nodes: 500 };

const none: ReadonlySet<TermId> = new Set();

const known = memoized((_: ConstraintOf<'sparql'>): { sites?: readonly QuerySite[] | undefined } => ({}));

function sitesOf(constraint: ConstraintOf<'sparql'>, shape: Shape): readonly QuerySite[] | undefined {
  const entry = known(constraint);
  if (!('sites' in entry)) entry.sites = findSites(constraint, shape);
  return entry.sites;
}

function findSites(constraint: ConstraintOf<'sparql'>, shape: Shape): readonly QuerySite[] | undefined {
  const { text, form } = constraint.query;
  const patterns = callsFunctions(constraint, shape) ? undefined : shapePatterns(constraint, shape.path);
  const given = form === 'ask' ? ['this', 'value'] : ['this'];
  return patterns && querySites(terms.value(text), patterns, given);
}

/** The patterns do not include the look-ups of functions' queries. */
function callsFunctions(constraint: ConstraintOf<'sparql'>, { path }: Shape): boolean {
  const query = compileConstraint(constraint, path);
  return query?.kind === 'query' && query.calls.length > 0;
}

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
