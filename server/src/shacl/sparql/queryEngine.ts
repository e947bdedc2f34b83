import { loadSparqlParser } from '../../sparql/parseSparql.ts';
import type { CompiledQuery, QueryOptions, QueryProblem } from '../../sparql/query/query.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/** Compiles the texts of queries. */
export type CompileQuery = (text: string, options: QueryOptions) => CompiledQuery | QueryProblem;

let loaded: CompileQuery | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads what evaluates queries, if the shapes have any. Validation is synchronous, so this comes before it; other files
 * never load it.
 */
export async function loadQueryEngineFor(shapes: ShapesGraph): Promise<void> {
  if (loaded !== undefined || !hasQueries(shapes)) return;
  loading ??= Promise.all([import('../../sparql/query/compileQuery.ts'), loadSparqlParser()]).then(
    ([{ compileQuery }]) => {
      loaded = compileQuery;
    },
  );
  await loading;
}

/** What compiles queries; undefined before it was loaded. */
export function queryEngine(): CompileQuery | undefined {
  return loaded;
}

/** Whether shapes are judged or targets selected by queries. */
export function hasQueries({ shapes, illFormed }: ShapesGraph): boolean {
  return (
    shapes.some(({ constraints }) => constraints.some(({ kind }) => kind === 'sparql')) ||
    [...shapes, ...illFormed].some(({ targets }) => targets.some(({ kind }) => kind === 'sparql'))
  );
}
