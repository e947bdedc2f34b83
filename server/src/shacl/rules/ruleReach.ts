import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { affectedFocuses } from '../incremental/affected.ts';
import { invert, type Path } from '../paths/path.ts';
import { pathValues } from '../paths/pathValues.ts';
import type { Shape } from '../shapesGraph/shape.ts';
import { shapeRefsOf } from '../shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';
import type { NodeExpression } from './nodeExpression.ts';
import {
  isAt,
  joinedPath,
  linksOf,
  querySites,
  type RuleSite,
  sitesOfReads,
  templateSites,
} from './querySites.ts';
import type { Rule } from './rule.ts';
import type { RuleState } from './ruleState.ts';

/**
 * The focus nodes for which a rule may infer something else when triples come or go. No others can: each triple is
 * followed back along all ways by which the rule may have reached it. Some of the nodes may be no focus nodes.
 *
 * @param graph has the triples of both sides.
 */
export function affectedNodes(
  rule: Rule,
  triples: readonly Triple[],
  graph: Graph,
  { shapes, classes }: Pick<RuleState, 'shapes' | 'classes'>,
): ReadonlySet<TermId> | 'all' {
  const found = new Set<TermId>();
  const sites = rule.kind === 'sparql' ? querySites(rule) : expressionSites(rule);
  const targets = rule.shapes.flatMap((id) => shapes.get(id)?.targets ?? []);
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    for (const site of sites) {
      if (!isAt(site, triple)) continue;
      const { from, back } = site;
      if (from === 'none' || rule.isGlobal) return 'all';
      const node = triple[from];
      if (back === undefined) found.add(node);
      else for (const focus of pathValues(graph, node, back)) found.add(focus);
    }
    for (const target of targets) {
      if (target.kind === 'sparql') return 'all';
      if (target.kind === 'subjectsOf' && predicate === target.predicate) found.add(subject);
      if (target.kind === 'objectsOf' && predicate === target.predicate) found.add(object);
      if (target.kind !== 'class' || predicate !== rdf.type) continue;
      if (classes.subclasses(target.class).has(object)) found.add(subject);
    }
  }
  if (rule.conditions.length > 0) {
    const { roots, asked } = conditionsOf(shapes)(rule);
    if (asked === undefined) return 'all';
    const change = {
      before: graph,
      delta: { added: triples, removed: [] },
      classesBefore: classes,
      classesAfter: classes,
    };
    for (const { node } of affectedFocuses(change, asked, roots)) found.add(node);
  }
  return found;
}

/** The conditions of a rule. */
interface Conditions {
  readonly roots: readonly Shape[];
  /** With the shapes that they refer to; undefined when they ask queries, whose look-ups are not known. */
  readonly asked: Pick<ShapesGraph, 'shapes'> | undefined;
}

const conditionsOf = memoized((shapes: ShapesGraph) =>
  memoized(({ conditions }: Rule): Conditions => {
    const reached = new Map<TermId, Shape>();
    const roots = conditions.flatMap((id) => shapes.get(id) ?? []);
    for (const root of roots) reached.set(root.id, root);
    for (const shape of reached.values()) {
      for (const ref of shape.constraints.flatMap(shapeRefsOf)) {
        const referred = shapes.get(ref);
        if (referred !== undefined) reached.set(ref, referred);
      }
    }
    const all = [...reached.values()];
    const asksQueries = all.some(({ constraints }) => constraints.some(({ kind }) => kind === 'sparql'));
    return { roots, asked: asksQueries ? undefined : { shapes: all } };
  }),
);

/**
 * The focus nodes for which a rule may infer one of some triples. No others can. Some of the nodes may be no focus
 * nodes.
 */
export function producingNodes(
  rule: Rule,
  triples: readonly Triple[],
  graph: Graph,
): ReadonlySet<TermId> | 'all' {
  const found = new Set<TermId>();
  const sites = rule.kind === 'sparql' ? templateSites(rule) : [expressionTemplate(rule)];
  if (sites === undefined) return 'all';
  for (const { subject, predicate, object } of triples) {
    for (const site of sites) {
      if (site.predicate !== undefined && site.predicate !== predicate) continue;
      const way = site.fromSubject ?? site.fromObject;
      if (way === undefined || rule.isGlobal) return 'all';
      const node = site.fromSubject ? subject : object;
      const back = joinedPath(way);
      if (back === undefined) found.add(node);
      else for (const focus of pathValues(graph, node, back)) found.add(focus);
    }
  }
  return found;
}

function expressionTemplate({ subject, predicate, object }: Rule & { readonly kind: 'triple' }) {
  const wayBack = (part: NodeExpression) => {
    const ways = readsOf(part).ways;
    return ways?.length === 1 ? ways[0]!.map(invert).reverse() : undefined;
  };
  return {
    predicate: predicate.kind === 'constant' ? predicate.term : undefined,
    fromSubject: wayBack(subject),
    fromObject: wayBack(object),
  };
}

const expressionSites = memoized((rule: Rule & { readonly kind: 'triple' }): readonly RuleSite[] =>
  [rule.subject, rule.predicate, rule.object].flatMap((part) => readsOf(part).sites),
);

/** What an expression reads, and the ways from the focus node to the nodes that it yields. */
interface ExpressionReads {
  readonly sites: readonly RuleSite[];
  /** Undefined when it may yield a node that no way leads to. */
  readonly ways: readonly (readonly Path[])[] | undefined;
}

function readsOf(expression: NodeExpression): ExpressionReads {
  switch (expression.kind) {
    case 'this':
      return { sites: [], ways: [[]] };
    case 'constant':
      return { sites: [], ways: undefined };
    case 'path': {
      const nodes = readsOf(expression.nodes);
      const { path } = expression;
      const sites = linksOf(path).flatMap(({ predicate, isInverse, before }): readonly RuleSite[] => {
        if (nodes.ways === undefined) return [{ predicate, from: 'none', back: undefined }];
        return nodes.ways.map((way) => ({
          predicate,
          from: isInverse ? 'object' : 'subject',
          back: joinedPath([...way, ...before].map(invert).reverse()),
        }));
      });
      return { sites: [...nodes.sites, ...sites], ways: nodes.ways?.map((way) => [...way, path]) };
    }
    case 'filterShape':
      return { sites: [{ predicate: undefined, from: 'none', back: undefined }], ways: undefined };
    case 'union':
    case 'intersection':
      return united(expression.members.map(readsOf));
    case 'minus':
      return united([readsOf(expression.nodes), readsOf(expression.minus)]);
    case 'distinct':
    case 'limit':
    case 'offset':
      return readsOf(expression.nodes);
    case 'count':
    case 'exists':
      return { sites: readsOf(expression.nodes).sites, ways: undefined };
    case 'call': {
      const { query } = expression.function;
      const sites = [
        ...(query === undefined ? [] : sitesOfReads(query)),
        ...expression.args.flatMap((arg) => readsOf(arg).sites),
      ];
      return { sites, ways: undefined };
    }
    case 'if':
      return united([expression.condition, expression.then, expression.else].map(readsOf));
  }
}

function united(parts: readonly ExpressionReads[]): ExpressionReads {
  const ways = parts.map((part) => part.ways);
  return {
    sites: parts.flatMap(({ sites }) => sites),
    ways: ways.every((each) => each !== undefined) ? ways.flat() : undefined,
  };
}
