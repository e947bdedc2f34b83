import { memoized } from '../../base/memoized.ts';
import { notAllowed } from '../../sparql/query/compileQuery.ts';
import { type Compilation, compileText } from '../sparql/compileText.ts';
import { queryEngine } from '../sparql/queryEngine.ts';
import type { Rule } from './rule.ts';

type SparqlRule = Rule & { readonly kind: 'sparql' };

/** The query of a SPARQL rule. */
export const ruleQuery = memoized((rule: SparqlRule) => compiled(rule, rule.text));

/**
 * The same query with a column for each variable. Its construct() also makes triples with `solutionPredicate`.
 */
export const solutionQuery = memoized((rule: SparqlRule): Compilation => {
  const named = new Set(
    rulePatterns(rule)
      ?.filter(({ scope }) => !scope.isNegative)
      .flatMap(({ subject, predicate, object }) => [
        ...[subject, object].flatMap((term) => (term.kind === 'variable' ? [term.name] : [])),
        ...(predicate === undefined ? [] : [predicate]),
      ]),
  );
  const variables = [...named].filter((name) => /^[^ ]+$/.test(name) && !name.startsWith('_:'));
  const text = queryEngine()?.withSolutions(rule.text, rule.prefixes, variables);
  return text === undefined ? notLoaded : compiled(rule, text);
});

/** What the query of a rule looks for; undefined when that is unknown. */
export const rulePatterns = memoized((rule: SparqlRule) =>
  queryEngine()?.queryPatterns(rule.text, rule.prefixes, preboundBy(rule)),
);

/** What a rule's query makes of its solutions; undefined when that is unknown. */
export const ruleTemplate = memoized((rule: SparqlRule) =>
  queryEngine()?.templatePatterns(rule.text, rule.prefixes),
);

function preboundBy({ isGlobal, parameters }: SparqlRule): readonly string[] {
  return [...(isGlobal ? [] : ['this']), ...parameters.keys()];
}

function compiled(rule: SparqlRule, text: string): Compilation {
  if (queryEngine() === undefined) return notLoaded;
  const { prefixes, functions } = rule;
  const query = compileText(text, functions, { prefixes, prebound: preboundBy(rule) });
  if (query.kind === 'problem' || query.form === 'construct') return query;
  return notAllowed('sh:construct is not a CONSTRUCT query.');
}

const notLoaded = notAllowed('The evaluation of queries has not been loaded.');
