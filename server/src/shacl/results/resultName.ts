import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { printPath } from '../model/path.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { Violation } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';

/*
 * Names of nodes that stay the same in the next run, after edits elsewhere, and on another machine. The name of an IRI or
 * literal is its N-Triples form. The name of a blank node is the path that leads to it from a named node: "the second
 * sh:property of ex:Shape". Property shapes are distinguished by their paths first, so that a new property shape does not
 * rename the others.
 */

/** Names for the nodes of a data graph. */
function dataNodeNames(graph: Graph): NodeNames {
  return new NodeNames(graph, () => '');
}

/** Names for the nodes of a shapes graph. */
export function shapeNodeNames(shapes: ShapesGraph): NodeNames {
  return new NodeNames(shapes.graph, (node) => pathOf(shapes, node));
}

/** Names the nodes of a graph; blank nodes by the paths that lead to them. */
export class NodeNames {
  readonly #graph: Graph;
  readonly #tell: (node: TermId) => string;
  readonly #names = new Map<TermId, string>();

  /**
   * @param tell returns a text that distinguishes a blank node from its siblings; siblings with equal texts are
   *   distinguished by their position.
   */
  constructor(graph: Graph, tell: (node: TermId) => string) {
    this.#graph = graph;
    this.#tell = tell;
  }

  name(node: TermId): string {
    const isBlank = terms.isBlank(node);
    if (!isBlank && !isLongTerm(node)) return termToNTriples(node);
    let name = this.#names.get(node);
    if (name === undefined) {
      name = isBlank ? this.#way(node) : endsOf(termToNTriples(node));
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

  /** The last triple on the path to a node: preferably one whose subject is an IRI. */
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

  /** A description of a node that no triple refers to. */
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

/** Whether a term takes much room in a report: each of thousands of results may have the same. */
export function isLongTerm(term: TermId): boolean {
  return terms.value(term).length > longestTerm;
}

/** In UTF-16 units. Reports in JSON cut longer terms there; names have their ends only. */
export const longestTerm = 10_000;
const endLength = 500;

function endsOf(text: string): string {
  return `${text.slice(0, endLength)} ${text.length} ${text.slice(-endLength)}`;
}

function pathOf(shapes: ShapesGraph, node: TermId): string {
  const path = shapes.get(node)?.path;
  return path ? printPath(path, termToNTriples) : '';
}

/**
 * Names of results that are stable across runs, made from source shape, component with its parameter, focus node, path
 * and value. The hashes of these names are the keys that reports show.
 */
export class ResultNames {
  readonly #data: NodeNames;
  readonly #shapes: NodeNames;

  constructor({ dataGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#data = dataNodeNames(dataGraph);
    this.#shapes = shapeNodeNames(shapes);
  }

  /** Has several lines. */
  name({ sourceShape, component, constraint, focusNode, path, value }: Violation): string {
    return [
      this.#shapes.name(sourceShape),
      termToNTriples(component),
      this.#shapes.name(constraint.parameterValue),
      this.#data.name(focusNode),
      path ? printPath(path, termToNTriples) : '',
      value === undefined ? '' : this.#data.name(value),
    ].join('\n');
  }
}
