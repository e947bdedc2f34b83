import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh, shRules } from '../../rdf/vocab.ts';
import type { ConjunctiveQuery } from '../../sparql/query/conjunctive/conjunctiveQuery.ts';
import type { CompiledQuery, QueryBudget, QueryOptions, QueryProblem } from '../../sparql/query/query.ts';
import type { QueryPattern } from '../../sparql/query/queryPatterns.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { Watch } from '../watch.ts';

/** Compiles the texts of queries, and analyses them. */
export interface QueryEngine {
  compileQuery(text: string, options: QueryOptions): CompiledQuery | QueryProblem;
  queryPatterns(
    text: string,
    prefixes: ReadonlyMap<string, string>,
    prebound: readonly string[],
  ): readonly QueryPattern[] | undefined;
  conjunctiveQueries(
    text: string,
    options: Pick<QueryOptions, 'prefixes' | 'path' | 'customFunction'>,
  ): readonly ConjunctiveQuery[];
  templatePatterns(
    text: string,
    prefixes: ReadonlyMap<string, string>,
  ): ReturnType<typeof import('../../sparql/query/queryPatterns.ts').templatePatterns>;
  withSolutions(
    text: string,
    prefixes: ReadonlyMap<string, string>,
    variables: readonly string[],
  ): string | undefined;
  readonly necessaryCondition: typeof import('../../sparql/query/necessaryCondition.ts').necessaryCondition;
  queryIris(text: string, prefixes: ReadonlyMap<string, string>): ReadonlySet<TermId>;
  readonly maySparql12: typeof import('../../sparql/parseSparql.ts').maySparql12;
}

/** The properties whose values are queries. */
export const queryProperties = [sh.select, sh.ask, shRules.construct] as const;

let loaded: QueryEngine | undefined;
let loading: Promise<void> | undefined;

/** Loads what evaluates queries: also those of SPARQL 1.2, if a shapes graph may have some. */
export async function loadQueryEngine(shapesGraph?: Graph): Promise<void> {
  await loadEngine();
  if (shapesGraph && mayAsk12(shapesGraph))
    await (await import('../../sparql/parseSparql.ts')).loadSparql12();
}

/** Each edit of the data asks for the same shapes. */
const mayAsk12: (shapesGraph: Graph) => boolean = memoized(
  (graph) =>
    [...queryProperties, shRules.sparqlExpr].some((property) =>
      graph.withPredicate(property).some(({ object }) => loaded!.maySparql12(terms.value(object))),
    ) || functionsOf12.some((name) => graph.withPredicate(terms.iri(name)).length > 0),
);

/** The functions that only SPARQL 1.2 has, as node expressions name them. */
const functionsOf12 = [
  ...['isTriple', 'triple', 'subject', 'predicate', 'object'],
  ...['hasLang', 'hasLangdir', 'langdir', 'strlangdir'],
].map((name) => `http://www.w3.org/ns/sparql#${name}`);

async function loadEngine(): Promise<void> {
  if (loaded !== undefined) return;
  loading ??= Promise.all([
    import('../../sparql/query/compileQuery.ts'),
    import('../../sparql/query/queryPatterns.ts'),
    import('../../sparql/query/conjunctive/conjunctiveQuery.ts'),
    import('../../sparql/query/necessaryCondition.ts'),
    import('../../sparql/parseSparql.ts').then(async (parse) => {
      await parse.loadSparqlParser();
      return parse;
    }),
  ]).then(([compile, patterns, conjunctive, { necessaryCondition }, { maySparql12 }]) => {
    const { compileQuery } = compile;
    const { queryIris, queryPatterns, templatePatterns, withSolutions } = patterns;
    const { conjunctiveQueries } = conjunctive;
    loaded = {
      compileQuery,
      queryPatterns,
      templatePatterns,
      withSolutions,
      conjunctiveQueries,
      necessaryCondition,
      queryIris,
      maySparql12,
    };
  });
  await loading;
}

/** The query reader; undefined before it was loaded. */
export function queryEngine(): QueryEngine | undefined {
  return loaded;
}

/** Whether shapes are judged or targets selected by queries. */
export const hasQueries: (shapes: ShapesGraph) => boolean = memoized(
  ({ shapes, illFormed }) =>
    shapes.some(({ constraints }) => constraints.some(({ kind }) => kind === 'sparql')) ||
    [...shapes, ...illFormed].some(({ targets }) => targets.some(({ kind }) => kind === 'sparql')),
);

/**
 * The budget of one evaluation of a query of the shapes. A query that needs more is given up and listed as not checked; the
 * others continue.
 */
export const queryBudget: QueryBudget = { milliseconds: 5000, maxSteps: 100_000_000, maxRows: 10_000_000 };

/**
 * The same for queries that are not reported to a probe, those of rules and targets: a pattern that may take forever ends
 * them before it is matched.
 */
export const unwatchedQueryBudget: QueryBudget = { ...queryBudget, refusesRiskyPatterns: true };

/** A budget that ends at the deadline as well, where there is one, and whose time is that of processors where that is known. */
export function budgetUnder<Budget>(
  { deadline, probe }: Watch,
  budget: Budget,
): Budget & Pick<QueryBudget, 'deadline' | 'worked'> {
  return {
    ...budget,
    ...(deadline !== undefined && { deadline }),
    ...(probe?.worked && { worked: () => probe.worked!() }),
  };
}
