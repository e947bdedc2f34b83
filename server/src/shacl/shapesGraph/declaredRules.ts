import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';

/**
 * The rules that a graph declares, with the shapes that have them: values of sh:rule, and nodes that are rules by their
 * type.
 */
export function declaredRules(graph: Graph): ReadonlyMap<TermId, readonly TermId[]> {
  const found = new Map<TermId, TermId[]>();
  for (const { subject, object } of graph.withPredicate(sh.rule)) {
    const shapes = found.get(object);
    if (shapes) shapes.push(subject);
    else found.set(object, [subject]);
  }
  const types = [
    shRules.TripleRule,
    shRules.SPARQLRule,
    ...graph.subjects(rdf.type, shRules.SPARQLRuleTemplate),
  ];
  for (const type of types) {
    for (const rule of graph.subjects(rdf.type, type)) if (!found.has(rule)) found.set(rule, []);
  }
  return found;
}

/** The rules that a shapes graph requires by sh:entailment. */
export function requestedRules(graph: Graph): 'all' | 'none' | ReadonlySet<TermId> {
  const regimes = graph.withPredicate(sh.entailment).map(({ object }) => object);
  if (regimes.includes(shRules.RulesEntailment) || regimes.includes(shRules.Rules)) return 'all';
  const sets = new Set(regimes.filter((regime) => isRuleSet(graph, regime)));
  if (sets.size === 0) return 'none';
  for (const set of sets) for (const more of graph.objects(set, shRules.includesRuleSet)) sets.add(more);
  return new Set([...sets].flatMap((set) => graph.objects(set, shRules.hasRule)));
}

/** True for a node that is a value of sh:entailment because of its rules. */
export function isRuleSet(graph: Graph, node: TermId): boolean {
  return (
    graph.has(node, rdf.type, shRules.RuleSet) ||
    graph.objects(node, shRules.hasRule).length > 0 ||
    graph.objects(node, shRules.includesRuleSet).length > 0
  );
}

/** Whether a shapes graph has rules, active or not. */
export function hasRules(graph: Graph): boolean {
  return declaredRules(graph).size > 0;
}

/** Whether shapes derive the values of properties (sh:values of SHACL 1.2), which needs no setting. */
export function derivesValues(graph: Graph): boolean {
  return graph.withPredicate(shRules.values).length > 0;
}
