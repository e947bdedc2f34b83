import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { routeTo } from '../paths/route.ts';
import { targetingTriples } from '../shapesGraph/targets.ts';
import { scopeOf } from './fireRule.ts';
import type { InferenceOrigin } from './inferenceLog.ts';
import { matchedTriples } from './matchedTriples.ts';
import { type NodeExpression, type NodeExpressionScope, nodesOf } from './nodeExpression.ts';
import type { RuleState } from './ruleState.ts';

/**
 * The triples from which a rule inferred a triple, each once: those that it matched, those that its conditions looked
 * at, and the one that makes the focus node a target.
 */
export function premisesOf(
  { rule, focusNode }: InferenceOrigin,
  conclusion: Triple,
  state: RuleState,
  asserted: Graph,
): readonly Triple[] {
  const found: Triple[] = [];
  if (rule.kind === 'triple' && focusNode !== undefined) {
    const scope = scopeOf(state);
    for (const part of ['subject', 'predicate', 'object'] as const) {
      found.push(...groundsOf(rule[part], focusNode, conclusion[part], scope));
    }
  }
  if (rule.kind === 'sparql') found.push(...matchedTriples(rule, focusNode, conclusion, state.graph));
  if (focusNode !== undefined) {
    for (const shape of rule.conditions) found.push(...state.evaluator.trace(focusNode, shape).triples);
    found.push(...targetTriple(rule.shapes, focusNode, state, asserted));
  }
  const distinct = new Map(found.map((triple) => [tripleKey(triple), triple]));
  distinct.delete(tripleKey(conclusion));
  return [...distinct.values()];
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
    case 'filterShape':
    case 'minus':
    case 'distinct':
    case 'limit':
    case 'offset':
      return grounds(expression.nodes, value);
    case 'union': {
      const member = expression.members.find(yields);
      return member === undefined ? [] : grounds(member, value);
    }
    case 'intersection':
      return expression.members.flatMap((member) => grounds(member, value));
    case 'count':
    case 'exists':
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
