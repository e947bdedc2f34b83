import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import { invert, type Path } from './path.ts';

/** The nodes that a path reaches from a node, each once, in the order in which they are found. */
export function pathValues(graph: Graph, node: TermId, path: Path): readonly TermId[] {
  switch (path.kind) {
    case 'predicate':
      return graph.objects(node, path.predicate);
    case 'inverse':
      return path.path.kind === 'predicate'
        ? graph.subjects(path.path.predicate, node)
        : pathValues(graph, node, invert(path.path));
    case 'sequence': {
      let frontier: readonly TermId[] = [node];
      for (const step of path.paths) frontier = valuesOfAll(graph, frontier, step);
      return frontier;
    }
    case 'alternative': {
      const found = new Set<TermId>();
      for (const alternative of path.paths) {
        for (const value of pathValues(graph, node, alternative)) found.add(value);
      }
      return [...found];
    }
    case 'zeroOrOne':
      return [...new Set([node, ...pathValues(graph, node, path.path)])];
    case 'zeroOrMore':
      return closure(graph, [node], path.path);
    case 'oneOrMore':
      return closure(graph, pathValues(graph, node, path.path), path.path);
  }
}

function valuesOfAll(graph: Graph, nodes: readonly TermId[], path: Path): readonly TermId[] {
  if (nodes.length === 1) return pathValues(graph, nodes[0]!, path);
  const found = new Set<TermId>();
  for (const node of nodes) for (const value of pathValues(graph, node, path)) found.add(value);
  return [...found];
}

/** Everything reachable from the start nodes, them included, by any number of steps. */
function closure(graph: Graph, start: readonly TermId[], path: Path): readonly TermId[] {
  const found = new Set(start);
  for (const node of found) for (const value of pathValues(graph, node, path)) found.add(value);
  return [...found];
}
