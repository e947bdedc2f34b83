import { type TermId, terms } from '../../rdf/terms.ts';
import { SpentBudget } from '../../sparql/query/budget.ts';
import type { Deadline } from '../../sparql/query/query.ts';
import { canBeSubject } from '../entailment/rules.ts';
import { budgetUntil, unwatchedQueryBudget, whyStopped } from '../sparql/queryBudget.ts';
import type { NewNodes } from './newNodes.ts';
import { type NodeExpressionScope, nodesOf } from './nodeExpression.ts';
import type { Rule } from './rule.ts';
import type { ConcludeFor, RuleState } from './ruleState.ts';
import { fireSparqlRule } from './sparqlRule.ts';

/** Judging a focus node takes long enough to look at the clock after a few dozen of them. */
const stepsPerFocus = 64;

/**
 * Fires a rule for focus nodes.
 *
 * @param deadline when it has to end.
 * @returns a sentence that says why the rule can't be evaluated, if that is so.
 */
export function fire(
  rule: Rule,
  state: RuleState,
  focusNodes: readonly TermId[],
  newNodes: NewNodes,
  conclude: ConcludeFor,
  deadline?: Deadline,
): string | undefined {
  switch (rule.kind) {
    case 'triple': {
      const spending = new SpentBudget(budgetUntil(deadline, unwatchedQueryBudget));
      const scope = scopeOf(state, spending);
      try {
        for (const focus of focusNodes) {
          spending.steps(stepsPerFocus + fireTripleRule(rule, focus, scope, conclude));
        }
      } catch (error) {
        return whyStopped(error);
      }
      return undefined;
    }
    case 'sparql':
      return fireSparqlRule(rule, state, focusNodes, newNodes, conclude, deadline);
  }
}

/** Returns how many objects it has found, each of which a path may have passed. */
function fireTripleRule(
  rule: Rule & { readonly kind: 'triple' },
  focus: TermId,
  scope: NodeExpressionScope,
  conclude: ConcludeFor,
): number {
  const objects = nodesOf(rule.object, focus, scope);
  if (objects.length === 0) return 0;
  const predicates = nodesOf(rule.predicate, focus, scope).filter((predicate) => terms.isIri(predicate));
  for (const subject of nodesOf(rule.subject, focus, scope)) {
    if (!canBeSubject(subject)) continue;
    for (const predicate of predicates) {
      for (const object of objects) conclude(focus, subject, predicate, object);
    }
  }
  return objects.length;
}

/** What expressions look things up in. All functions that they call share the budget of one query. */
export function scopeOf(
  { graph, evaluator }: RuleState,
  spending = new SpentBudget(unwatchedQueryBudget),
): NodeExpressionScope {
  return {
    graph,
    conforms: (node, shape) => evaluator.conforms(node, shape),
    ask: (query, input) => query.evaluate({ graph }, input, spending),
  };
}
