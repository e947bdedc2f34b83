import { memoized } from '../../base/memoized.ts';
import type { CompiledQuery, QueryOptions, QueryProblem } from '../../sparql/query/query.ts';
import type { QueryPattern } from '../../sparql/query/queryPatterns.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import { hasRules } from './declaredRules.ts';
import type { Rule } from './rule.ts';

/** What reads and evaluates queries. */
interface QueryEngine {
  compileQuery(text: string, options: QueryOptions): CompiledQuery | QueryProblem;
  queryPatterns(
    text: string,
    prefixes: ReadonlyMap<string, string>,
    prebound: readonly string[],
  ): readonly QueryPattern[] | undefined;
  templatePatterns(
    text: string,
    prefixes: ReadonlyMap<string, string>,
  ): ReturnType<typeof import('../../sparql/query/queryPatterns.ts').templatePatterns>;
  withSolutions(
    text: string,
    prefixes: ReadonlyMap<string, string>,
    variables: readonly string[],
  ): string | undefined;
}

type SparqlRule = Rule & { readonly kind: 'sparql' };

let engine: QueryEngine | undefined;

/** Loads what evaluates queries, if the shapes have rules. Inference is synchronous, so this comes before it. */
export async function loadRuleQueries({ graph }: ShapesGraph): Promise<void> {
  if (engine !== undefined || !hasRules(graph)) return;
  const [{ loadSparqlParser }, { compileQuery }, { queryPatterns, templatePatterns }, { withSolutions }] =
    await Promise.all([
      import('../../sparql/parseSparql.ts'),
      import('../../sparql/query/compileQuery.ts'),
      import('../../sparql/query/queryPatterns.ts'),
      import('../../sparql/query/withSolutions.ts'),
    ]);
  await loadSparqlParser();
  engine = { compileQuery, queryPatterns, templatePatterns, withSolutions };
}

/** The query of a SPARQL rule. */
export const ruleQuery = memoized((rule: SparqlRule) => compiled(rule, rule.text));

/**
 * The same query with a column for each variable. Its construct() also makes triples with `solutionPredicate`.
 */
export const solutionQuery = memoized((rule: SparqlRule): CompiledQuery | QueryProblem => {
  const named = new Set(
    rulePatterns(rule)
      ?.filter(({ scope }) => !scope.isNegative)
      .flatMap(({ subject, predicate, object }) => [
        ...[subject, object].flatMap((term) => (term.kind === 'variable' ? [term.name] : [])),
        ...(predicate === undefined ? [] : [predicate]),
      ]),
  );
  const variables = [...named].filter((name) => /^[^ ]+$/.test(name) && !name.startsWith('_:'));
  const text = engine?.withSolutions(rule.text, rule.prefixes, variables);
  return text === undefined ? notLoaded : compiled(rule, text);
});

/** What the query of a rule looks for; undefined when that can't be told. */
export const rulePatterns = memoized((rule: SparqlRule) =>
  engine?.queryPatterns(rule.text, rule.prefixes, preboundBy(rule)),
);

/** What a rule's query makes of its solutions; undefined when that can't be told. */
export const ruleTemplate = memoized((rule: SparqlRule) =>
  engine?.templatePatterns(rule.text, rule.prefixes),
);

function preboundBy({ isGlobal, parameters }: SparqlRule): readonly string[] {
  return [...(isGlobal ? [] : ['this']), ...parameters.keys()];
}

function compiled(rule: SparqlRule, text: string): CompiledQuery | QueryProblem {
  if (engine === undefined) return notLoaded;
  const query = engine.compileQuery(text, { prefixes: rule.prefixes, prebound: preboundBy(rule) });
  if (query.kind === 'problem' || query.form === 'construct') return query;
  return { kind: 'problem', cause: 'notAllowed', message: 'sh:construct is not a CONSTRUCT query.' };
}

const notLoaded: QueryProblem = {
  kind: 'problem',
  cause: 'notAllowed',
  message: 'The evaluation of queries has not been loaded.',
};
