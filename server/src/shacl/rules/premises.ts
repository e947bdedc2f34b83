import { type Graph, hasTriple } from '../../rdf/graph.ts';
import { matchTriples } from '../../rdf/matchTriples.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { PatternTerm, QueryPattern } from '../../sparql/query/queryPatterns.ts';
import { traceOf } from '../incremental/trace.ts';
import { routeTo } from '../paths/route.ts';
import { targetingTriples } from '../shapesGraph/targets.ts';
import { answersOf, constructedBy, type SparqlRule, scopeOf, withDefaults } from './fireRule.ts';
import type { InferenceOrigin } from './inferences.ts';
import { isMadeByRule, NewNodes } from './newNodes.ts';
import { type NodeExpression, type NodeExpressionScope, nodesOf } from './nodeExpression.ts';
import { rulePatterns, solutionQuery } from './ruleQueries.ts';
import type { RuleState } from './ruleState.ts';

/**
 * The triples from which a rule inferred a triple, each once: those that it matched, those that its conditions looked
 * at, and the one that makes the focus node a target.
 */
export function premisesOf(
  { rule, focusNode }: InferenceOrigin,
  conclusion: Triple,
  seen: RuleState,
  asserted: Graph,
): readonly Triple[] {
  const state = withDefaults(rule, seen);
  const found: Triple[] = [];
  if (rule.kind === 'triple' && focusNode !== undefined) {
    const scope = scopeOf(state);
    for (const part of ['subject', 'predicate', 'object'] as const) {
      const from = rule.derives && part === 'object' ? conclusion.subject : focusNode;
      found.push(...groundsOf(rule[part], from, conclusion[part], scope));
    }
  }
  if (rule.kind === 'sparql') found.push(...matchedTriples(rule, focusNode, conclusion, state.graph));
  if (focusNode !== undefined) {
    for (const shape of rule.conditions)
      found.push(...traceOf(state.evaluator.traced, focusNode, shape).triples);
    found.push(...targetTriple(rule.shapes, focusNode, state, asserted));
  }
  const distinct = new Map(found.map((triple) => [tripleKey(triple), triple]));
  distinct.delete(tripleKey(conclusion));
  // A default value follows from nothing.
  return rule.defaults.length === 0
    ? [...distinct.values()]
    : [...distinct.values()].filter((triple) => hasTriple(seen.graph, triple));
}

/** A triple that makes the node a target of one of the shapes, stated if there is one. */
function targetTriple(
  shapes: readonly TermId[],
  node: TermId,
  { graph, shapes: shapesGraph, classes }: RuleState,
  asserted: Graph,
): readonly Triple[] {
  const targets = shapes.flatMap((id) => shapesGraph.get(id)?.targets ?? []);
  const triples = targets.flatMap((target) =>
    targetingTriples(target, node, graph, (id) => classes.subclasses(id)),
  );
  const stated = triples.find((triple) => hasTriple(asserted, triple)) ?? triples[0];
  return stated === undefined ? [] : [stated];
}

/** The triples by which an expression yields a value. */
function groundsOf(
  expression: NodeExpression,
  focus: TermId,
  value: TermId,
  scope: NodeExpressionScope,
): readonly Triple[] {
  const yields = (part: NodeExpression) => nodesOf(part, focus, scope).includes(value);
  const grounds = (part: NodeExpression, node: TermId) => groundsOf(part, focus, node, scope);
  switch (expression.kind) {
    case 'this':
    case 'constant':
      return [];
    case 'path':
      for (const node of nodesOf(expression.nodes, focus, scope)) {
        const route = routeTo(scope.graph, node, expression.path, value);
        if (route) return [...grounds(expression.nodes, node), ...route.map(({ triple }) => triple)];
      }
      return [];
    case 'nodesMatching':
      return [];
    case 'instancesOf': {
      const classes = scope.subclasses(expression.class);
      const type = scope.graph.objects(value, rdf.type).find((each) => classes.has(each));
      return type === undefined ? [] : [{ subject: value, predicate: rdf.type, object: type }];
    }
    case 'flatMap': {
      const from = nodesOf(expression.nodes, focus, scope).find((node) =>
        nodesOf(expression.each, node, scope).includes(value),
      );
      if (from === undefined) return [];
      return [...grounds(expression.nodes, from), ...groundsOf(expression.each, from, value, scope)];
    }
    case 'filterShape':
    case 'findFirst':
    case 'orderBy':
    case 'min':
    case 'max':
    case 'minus':
    case 'distinct':
    case 'limit':
    case 'offset':
      return grounds(expression.nodes, value);
    case 'concat':
    case 'union': {
      const member = expression.members.find(yields);
      return member === undefined ? [] : grounds(member, value);
    }
    case 'intersection':
      return expression.members.flatMap((member) => grounds(member, value));
    // What a query matched is not known.
    case 'select':
    case 'count':
    case 'exists':
    case 'sum':
    case 'matchAll':
    case 'conformsToShape':
      return nodesOf(expression.nodes, focus, scope).flatMap((node) => grounds(expression.nodes, node));
    // What the query of the function matched is not known.
    case 'call':
      return expression.args.flatMap((arg) =>
        nodesOf(arg, focus, scope).flatMap((node) => grounds(arg, node)),
      );
    case 'if': {
      const condition = nodesOf(expression.condition, focus, scope).flatMap((node) =>
        grounds(expression.condition, node),
      );
      const branch = [expression.then, expression.else].find(yields);
      return branch === undefined ? condition : [...condition, ...grounds(branch, value)];
    }
  }
}

/**
 * The triples that the query of a rule matched in a solution that makes the conclusion: those of patterns, not of NOT
 * EXISTS and MINUS. Where the solution does not say which triple matched, as inside EXISTS and sub-selects, a few that
 * may have.
 */
function matchedTriples(
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

/** New blank nodes belong to all variables of a solution, so a query with more variables makes different ones. */
function isSame(made: TermId, concluded: TermId): boolean {
  return made === concluded || (isMadeByRule(made) && isMadeByRule(concluded));
}
