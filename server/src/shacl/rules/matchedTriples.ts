import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { matchTriples } from '../../rdf/matchTriples.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { PatternTerm, QueryPattern } from '../../sparql/query/queryPatterns.ts';
import { routeTo } from '../paths/route.ts';
import { isMadeByRule, NewNodes } from './newNodes.ts';
import { rulePatterns, solutionQuery } from './ruleQueries.ts';
import { answersOf, constructedBy, type SparqlRule } from './sparqlRule.ts';

/**
 * The triples that the query of a rule matched in a solution that makes the conclusion: those of patterns, not of NOT
 * EXISTS and MINUS. Where the solution does not say which triple matched, as inside EXISTS and sub-selects, a few that
 * may have.
 */
export function matchedTriples(
  rule: SparqlRule,
  focusNode: TermId | undefined,
  conclusion: Triple,
  graph: Graph,
): readonly Triple[] {
  const bindings = solutionFor(rule, focusNode, conclusion, graph);
  if (bindings === undefined) return [];
  const known = (term: PatternTerm) => (term.kind === 'term' ? term.term : bindings.get(term.name));
  return (rulePatterns(rule) ?? [])
    .filter(({ scope }) => !scope.isNegative)
    .flatMap((pattern) => matches(pattern, known(pattern.subject), known(pattern.object), bindings, graph));
}

function matches(
  { path, predicate, subject: from, object: to }: QueryPattern,
  subject: TermId | undefined,
  object: TermId | undefined,
  bindings: ReadonlyMap<string, TermId>,
  graph: Graph,
): readonly Triple[] {
  if (path !== undefined && path.kind !== 'predicate') {
    if (subject === undefined || object === undefined) return [];
    return routeTo(graph, subject, path, object)?.map(({ triple }) => triple) ?? [];
  }
  const by = path?.predicate ?? (predicate === undefined ? undefined : bindings.get(predicate));
  if (subject !== undefined && by !== undefined && object !== undefined) {
    const triple = { subject, predicate: by, object };
    return hasTriple(graph, triple) ? [triple] : [];
  }
  // Variables of the whole query that have no value belong to an OPTIONAL or a branch of a UNION that did not match.
  if (
    [from, to].some((term) => term.kind === 'variable' && !isLocal(term.name) && !bindings.has(term.name))
  ) {
    if (subject === undefined && object === undefined) return [];
  }
  return matchTriples(graph, subject, by, object).slice(0, mostGuessed);
}

/** True for variables of sub-selects and for blank nodes, whose values solutions do not have. */
function isLocal(name: string): boolean {
  return name.includes(' ') || name.startsWith('_:');
}

const mostGuessed = 4;

/** The values of all variables in a solution that makes the conclusion. */
function solutionFor(
  rule: SparqlRule,
  focusNode: TermId | undefined,
  conclusion: Triple,
  graph: Graph,
): ReadonlyMap<string, TermId> | undefined {
  const query = solutionQuery(rule);
  if (query.kind === 'problem') return undefined;
  const focusNodes = focusNode === undefined ? [] : [focusNode];
  const answers = answersOf(rule, query, graph, focusNodes);
  if (typeof answers === 'string') return undefined;
  const { variables, length } = answers.solutions;
  const made = constructedBy(rule, query, answers, graph, focusNodes, new NewNodes());
  const row = made.find(
    ({ subject, predicate, object }) =>
      isSame(subject, conclusion.subject) &&
      predicate === conclusion.predicate &&
      isSame(object, conclusion.object),
  )?.row;
  if (row === undefined || row >= length) return undefined;
  const bindings = new Map<string, TermId>(rule.parameters);
  if (focusNode !== undefined) bindings.set('this', focusNode);
  for (const [i, name] of variables.entries()) {
    const value = answers.solutions.value(row, i);
    if (value >= 0) bindings.set(name, value);
  }
  return bindings;
}

/** New blank nodes belong to all variables of a solution, so those of a query with more variables are others. */
function isSame(made: TermId, concluded: TermId): boolean {
  return made === concluded || (isMadeByRule(made) && isMadeByRule(concluded));
}
