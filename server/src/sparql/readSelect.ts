import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { compileSelect, findSolutions } from './findSolutions.ts';
import { notAllowed, type ParseRefusal, parseSparql, type ReadOptions } from './parseSparql.ts';
import { isMadeByQuery } from './query/context.ts';
import { unbound } from './query/expressions/expressionScope.ts';
import type { CompiledQuery } from './query/query.ts';
import { refusedKeyword, refusedPattern } from './refusals.ts';

export type ReadSelect =
  | {
      readonly kind: 'select';
      /** The first solutions on a graph, without blank nodes that the query creates; or why there are none. */
      solutions(graph: Graph, limits: SelectLimits): readonly ReadonlyMap<string, TermId>[] | string;
    }
  | ParseRefusal;

export interface SelectLimits {
  /** The maximum number of solutions. */
  readonly most: number;
  /** How long the search may take, in ms. */
  readonly milliseconds: number;
}

/** Reads a SELECT query on the default graph. Everything else is refused by name. */
export async function readSelect(text: string, options: ReadOptions): Promise<ReadSelect> {
  const read = await parseSparql(text, 'SPARQL query', options);
  if (read.kind === 'refused') return read;
  const { parsed } = read;
  if (parsed.type === 'update') return notAllowed('This is an update, not a SELECT query.');
  if (parsed.queryType !== 'SELECT')
    return notAllowed(
      `This is ${parsed.queryType === 'ASK' ? 'an' : 'a'} ${parsed.queryType} query, not a SELECT query.`,
    );
  if (parsed.from) return notAllowed(refusedKeyword('FROM'));
  const reason = refusedPattern(parsed);
  if (reason !== undefined) return notAllowed(reason);
  const query = compileSelect(parsed);
  if (typeof query === 'string') return notAllowed(query);
  return { kind: 'select', solutions: (graph, limits) => firstSolutions(query, graph, limits) };
}

function firstSolutions(
  query: CompiledQuery,
  graph: Graph,
  { most, milliseconds }: SelectLimits,
): readonly ReadonlyMap<string, TermId>[] | string {
  const found = findSolutions(graph, query, { milliseconds });
  if (typeof found === 'string') return found;
  return Array.from({ length: Math.min(most, found.length) }, (_, row) => {
    const values = found.variables.map((name, index) => [name, found.value(row, index)] as const);
    return new Map(values.filter(([, value]) => value !== unbound && !isMadeByQuery(value)));
  });
}
