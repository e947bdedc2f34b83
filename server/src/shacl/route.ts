import type { Graph } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import type { Path } from './path.ts';

/** One triple on the way from a focus node to a value; `inverse` when it is walked from object to subject. */
export interface RouteStep {
  readonly triple: Triple;
  readonly inverse: boolean;
}

/**
 * A shortest way by which a path leads from a focus node to a value, empty when it leads there without a triple.
 * Undefined when it does not lead there.
 */
export function routeTo(
  graph: Graph,
  focusNode: TermId,
  path: Path,
  value: TermId,
): readonly RouteStep[] | undefined {
  const inverse = path.kind === 'inverse';
  const step = inverse ? path.path : path;
  // Nearly all paths are single steps, and a node may have any number of values.
  if (step.kind === 'predicate') return singleStep(graph, focusNode, step.predicate, value, inverse);
  return walk(graph, path, new Map([[focusNode, []]]), false).get(value);
}

function singleStep(
  graph: Graph,
  focusNode: TermId,
  predicate: TermId,
  value: TermId,
  inverse: boolean,
): readonly RouteStep[] | undefined {
  const triple = inverse
    ? { subject: value, predicate, object: focusNode }
    : { subject: focusNode, predicate, object: value };
  return graph.has(triple.subject, predicate, triple.object) ? [{ triple, inverse }] : undefined;
}

type Routes = ReadonlyMap<TermId, readonly RouteStep[]>;

function walk(graph: Graph, path: Path, from: Routes, inverse: boolean): Routes {
  switch (path.kind) {
    case 'predicate':
      return walkPredicate(graph, path.predicate, from, inverse);
    case 'inverse':
      return walk(graph, path.path, from, !inverse);
    case 'sequence': {
      const paths = inverse ? [...path.paths].reverse() : path.paths;
      return paths.reduce((routes, step) => walk(graph, step, routes, inverse), from);
    }
    case 'alternative': {
      const result = new Map<TermId, readonly RouteStep[]>();
      for (const alternative of path.paths) merge(result, walk(graph, alternative, from, inverse));
      return result;
    }
    case 'zeroOrOne': {
      const result = new Map(from);
      merge(result, walk(graph, path.path, from, inverse));
      return result;
    }
    case 'zeroOrMore':
      return closure(graph, path.path, new Map(from), from, inverse);
    case 'oneOrMore': {
      const first = walk(graph, path.path, from, inverse);
      return closure(graph, path.path, new Map(first), first, inverse);
    }
  }
}

function walkPredicate(graph: Graph, predicate: TermId, from: Routes, inverse: boolean): Routes {
  const result = new Map<TermId, readonly RouteStep[]>();
  for (const [node, route] of from) {
    const next = inverse ? graph.subjects(predicate, node) : graph.objects(node, predicate);
    for (const value of next) {
      const known = result.get(value);
      if (known && known.length <= route.length + 1) continue;
      const triple = inverse
        ? { subject: value, predicate, object: node }
        : { subject: node, predicate, object: value };
      result.set(value, [...route, { triple, inverse }]);
    }
  }
  return result;
}

function closure(
  graph: Graph,
  path: Path,
  reached: Map<TermId, readonly RouteStep[]>,
  start: Routes,
  inverse: boolean,
): Routes {
  let frontier = start;
  while (frontier.size > 0) {
    const next = new Map([...walk(graph, path, frontier, inverse)].filter(([node]) => !reached.has(node)));
    merge(reached, next);
    frontier = next;
  }
  return reached;
}

function merge(into: Map<TermId, readonly RouteStep[]>, routes: Routes): void {
  for (const [node, route] of routes) {
    const known = into.get(node);
    if (!known || known.length > route.length) into.set(node, route);
  }
}
