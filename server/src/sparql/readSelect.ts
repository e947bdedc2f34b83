import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { Solution } from './findSolutions.ts';
import { notAllowed, type ParseRefusal, parseSparql, type ReadOptions } from './parseSparql.ts';
import { selectQuery } from './patternQuery.ts';
import { refusedKeyword, refusedPattern } from './refusals.ts';

export type ReadSelect =
  | {
      readonly kind: 'select';
      /** The first solutions on a graph, without blank nodes that the query creates; or why there are none. */
      solutions(
        graph: Graph,
        limits: SelectLimits,
        signal: AbortSignal,
      ): Promise<readonly ReadonlyMap<string, TermId>[] | string>;
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
  const { parsed, generator } = read;
  if (parsed.type === 'update') return notAllowed('This is an update, not a SELECT query.');
  if (parsed.queryType !== 'SELECT')
    return notAllowed(`This is a ${parsed.queryType} query, not a SELECT query.`);
  if (parsed.from) return notAllowed(refusedKeyword('FROM'));
  const reason = refusedPattern(parsed);
  if (reason !== undefined) return notAllowed(reason);
  const query = selectQuery(parsed, generator);
  return {
    kind: 'select',
    solutions: (graph, limits, signal) => firstSolutions(query, graph, limits, signal),
  };
}

async function firstSolutions(
  query: string,
  graph: Graph,
  { most, milliseconds }: SelectLimits,
  signal: AbortSignal,
): Promise<readonly ReadonlyMap<string, TermId>[] | string> {
  const { findSolutions } = await import('./findSolutions.ts');
  const found: ReadonlyMap<string, TermId>[] = [];
  const use = (solution: Solution) => {
    const values = solution.variables.map((name) => [name, solution.value(name)] as const);
    found.push(new Map(values.filter((entry): entry is [string, TermId] => typeof entry[1] === 'number')));
    return found.length < most;
  };
  return (await findSolutions(graph, query, { use, milliseconds }, signal)) ?? found;
}
