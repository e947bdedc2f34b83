import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import type { CompiledQuery } from '../../sparql/query/query.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import { affectedFocuses } from '../incremental/affected.ts';
import type { Path } from '../model/path.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { linksOf, wayBack } from '../paths/pathReach.ts';
import {
  type QuerySite,
  type QueryWay,
  querySites,
  siteOfAny,
  wayFromVariable,
} from '../sparql/querySites.ts';
import { reachedNodes, walkedBack } from '../sparql/reachedNodes.ts';
import type { NodeExpression } from './nodeExpression.ts';
import type { Rule } from './rule.ts';
import { rulePatterns, ruleQuery, ruleTemplate } from './ruleQueries.ts';
import type { RuleState } from './ruleState.ts';

/**
 * The focus nodes for which a rule may have other inferences when triples are added or removed. No others can: each triple
 * is followed back along all paths by which the rule may have reached it. Some of the nodes may not be focus nodes.
 *
 * @param graph has the triples of both sides.
 */
export function affectedNodes(
  rule: Rule,
  triples: readonly Triple[],
  graph: Graph,
  { shapes, classes }: Pick<RuleState, 'shapes' | 'classes'>,
): ReadonlySet<TermId> | 'all' {
  // Whether a node has a default value depends on what else holds for it.
  if (rule.defaults.length > 0) return 'all';
  const reached = reachedNodes(sitesOf(rule), triples, graph);
  if (reached === undefined || (rule.isGlobal && reached.size > 0)) return 'all';
  const found = new Set(reached.get('this'));
  const targets = rule.shapes.flatMap((id) => shapes.get(id)?.targets ?? []);
  for (const { subject, predicate, object } of triples) {
    for (const target of targets) {
      if (target.kind === 'sparql' || target.kind === 'where') return 'all';
      if (target.kind === 'stated' && predicate === sh.shape && object === target.shape) found.add(subject);
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
      both: graph,
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
  /** With the shapes that they refer to; undefined when they have queries, whose look-ups are not known. */
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
 * The focus nodes for which a rule may infer one of some triples. No others can. Some of the nodes may not be focus nodes.
 */
export function producingNodes(
  rule: Rule,
  triples: readonly Triple[],
  graph: Graph,
): ReadonlySet<TermId> | 'all' {
  const found = new Set<TermId>();
  const products = rule.kind === 'sparql' ? productsOf(rule) : [productOf(rule)];
  if (products === undefined) return 'all';
  for (const triple of triples) {
    for (const { predicate, way } of products) {
      if (predicate !== undefined && predicate !== triple.predicate) continue;
      if (way === undefined || rule.isGlobal) return 'all';
      for (const focus of walkedBack([triple[way.from]], way, graph) ?? []) found.add(focus);
    }
  }
  return found;
}

/** A triple that a rule infers, and how it leads back to the focus node. */
interface Product {
  /** Undefined for any. */
  readonly predicate: TermId | undefined;
  /** Undefined when it may be inferred for any focus node. */
  readonly way: QueryWay | undefined;
}

/** Undefined when it is unknown what the query makes of a solution. */
const productsOf = memoized((rule: Rule & { readonly kind: 'sparql' }): readonly Product[] | undefined => {
  const patterns = rulePatterns(rule)?.filter(({ scope }) => scope.parent === undefined) ?? [];
  return ruleTemplate(rule)?.map((template) => {
    const wayFrom = (from: 'subject' | 'object'): QueryWay | undefined => {
      const term = template[from];
      const way = term.kind === 'variable' ? wayFromVariable(term.name, patterns, ['this']) : undefined;
      return way && { ...way, from, back: undefined };
    };
    const { predicate } = template;
    return {
      predicate: predicate.kind === 'term' ? predicate.term : undefined,
      way: shorter(wayFrom('subject'), wayFrom('object')),
    };
  });
});

function shorter(one: QueryWay | undefined, other: QueryWay | undefined): QueryWay | undefined {
  return one && other && other.hops.length < one.hops.length ? other : (one ?? other);
}

const productOf = memoized((rule: Rule & { readonly kind: 'triple' }): Product => {
  const { subject, predicate, object } = rule;
  const wayFrom = (from: 'subject' | 'object', part: NodeExpression): QueryWay | undefined => {
    const { ways } = readsOf(part);
    return ways?.length === 1 ? { from, back: wayBack(ways[0]!), hops: [], to: 'this' } : undefined;
  };
  return {
    predicate: predicate.kind === 'constant' ? predicate.term : undefined,
    way: wayFrom('subject', subject) ?? (rule.derives ? undefined : wayFrom('object', object)),
  };
});

/** The places where a rule looks at triples. */
const sitesOf = memoized((rule: Rule): readonly QuerySite[] => {
  if (rule.kind === 'triple') {
    const sites = [rule.subject, rule.predicate, rule.object].map((part) => readsOf(part).sites);
    if (!rule.derives || rule.subject.kind === 'this') return sites.flat();
    // The subject from which the object is reached is not tracked.
    return [...sites[0]!, ...sites[2]!.map(({ predicate }) => siteOfAny(predicate))];
  }
  const patterns = rulePatterns(rule);
  const query = ruleQuery(rule);
  if (patterns === undefined || query.kind === 'problem') return [siteOfAny(undefined)];
  // The patterns do not include the look-ups of functions' queries.
  const sites = query.calls.length > 0 ? undefined : querySites(rule.text, patterns, ['this']);
  return sites ?? sitesOfReads(query);
});

/** The places of triples by their predicates only. */
function sitesOfReads({ reads }: Pick<CompiledQuery, 'reads'>): readonly QuerySite[] {
  return reads === 'everything' ? [siteOfAny(undefined)] : [...reads.predicates].map(siteOfAny);
}

/** What an expression reads, and the paths from the focus node to the nodes that it yields. */
interface ExpressionReads {
  readonly sites: readonly QuerySite[];
  /** Undefined when it may yield a node to which no path leads. */
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
      const sites = linksOf(path).flatMap(({ predicate, isInverse, before }): readonly QuerySite[] => {
        if (nodes.ways === undefined) return [siteOfAny(predicate)];
        const from = isInverse ? 'object' : 'subject';
        return nodes.ways.map((way) => ({
          predicate,
          way: { from, back: wayBack([...way, ...before]), hops: [], to: 'this' },
        }));
      });
      return { sites: [...nodes.sites, ...sites], ways: nodes.ways?.map((way) => [...way, path]) };
    }
    case 'filterShape':
    case 'findFirst':
    case 'matchAll':
    case 'conformsToShape':
    case 'nodesMatching':
      return { sites: [siteOfAny(undefined)], ways: undefined };
    case 'instancesOf':
      return { sites: [rdf.type, rdfs.subClassOf].map(siteOfAny), ways: undefined };
    // The node from which the others are reached is not tracked.
    case 'flatMap':
    case 'orderBy': {
      const { nodes } = expression;
      const inner = readsOf(expression.kind === 'flatMap' ? expression.each : expression.by);
      const sites = [...readsOf(nodes).sites, ...inner.sites.map(({ predicate }) => siteOfAny(predicate))];
      return { sites, ways: undefined };
    }
    case 'concat':
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
    case 'min':
    case 'max':
    case 'sum':
      return { sites: readsOf(expression.nodes).sites, ways: undefined };
    case 'select': {
      const { query } = expression.query;
      const sites = query === undefined ? [] : sitesOfReads(query);
      return { sites: [...sites, ...readsOf(expression.nodes).sites], ways: undefined };
    }
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
