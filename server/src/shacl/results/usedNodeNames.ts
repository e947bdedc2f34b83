import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printPath } from '../paths/path.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/*
 * Names of nodes that hold in the next run, after edits elsewhere and on another machine. Everything with a name counts
 * by its N-Triples form. A blank node has no name of its own, so it counts by the way that leads to it from a named
 * node: "the second sh:property of ex:Shape". Property shapes are told apart by their paths first, so that a new one
 * among them renames none of the others.
 */

/** Names for the nodes of a data graph. */
export function dataNodeNames(graph: Graph): NodeNames {
  return new NodeNames(graph, () => '');
}

/** Names for the nodes of a shapes graph. */
export function shapeNodeNames(shapes: ShapesGraph): NodeNames {
  return new NodeNames(shapes.graph, (node) => pathOf(shapes, node));
}

/** Describes blank nodes of a graph by the ways that lead to them. */
export class NodeNames {
  readonly #graph: Graph;
  readonly #tell: (node: TermId) => string;
  readonly #names = new Map<TermId, string>();

  /** @param tell what tells a blank node apart from its siblings, before its position does. */
  constructor(graph: Graph, tell: (node: TermId) => string) {
    this.#graph = graph;
    this.#tell = tell;
  }

  name(node: TermId): string {
    if (!terms.isBlank(node)) return termToNTriples(node);
    let name = this.#names.get(node);
    if (name === undefined) {
      name = this.#way(node);
      this.#names.set(node, name);
    }
    return name;
  }

  #way(node: TermId): string {
    const steps: string[] = [];
    const passed = new Set<TermId>();
    let here = node;
    while (terms.isBlank(here) && !passed.has(here)) {
      passed.add(here);
      const arrival = this.#arrival(here);
      if (!arrival) break;
      steps.push(this.#step(arrival));
      here = arrival.subject;
    }
    const start = terms.isBlank(here) ? this.#content(here) : termToNTriples(here);
    return [start, ...steps.reverse()].join(' / ');
  }

  /** The triple to come from: one with a named subject where there is one. */
  #arrival(node: TermId): Triple | undefined {
    const incoming = this.#graph.incoming(node);
    const named = incoming.filter(({ subject }) => terms.isIri(subject));
    const text = ({ subject, predicate }: Triple) =>
      `${termToNTriples(subject)} ${termToNTriples(predicate)}`;
    return named.length > 0
      ? named.reduce((best, triple) => (text(triple) < text(best) ? triple : best))
      : incoming[0];
  }

  #step({ subject, predicate, object }: Triple): string {
    const told = this.#tell(object);
    const siblings = this.#graph
      .objects(subject, predicate)
      .filter((sibling) => terms.isBlank(sibling) && this.#tell(sibling) === told);
    return `${termToNTriples(predicate)} ${told} ${siblings.indexOf(object)}`;
  }

  /** What is said about a node that nothing refers to. */
  #content(node: TermId): string {
    const statements = this.#graph
      .outgoing(node)
      .map(
        ({ predicate, object }) =>
          `${termToNTriples(predicate)} ${terms.isBlank(object) ? '[]' : termToNTriples(object)}`,
      );
    return `[ ${statements.sort().join(' ; ')} ]`;
  }
}

function pathOf(shapes: ShapesGraph, node: TermId): string {
  const path = shapes.get(node)?.path;
  return path ? printPath(path, termToNTriples) : '';
}
