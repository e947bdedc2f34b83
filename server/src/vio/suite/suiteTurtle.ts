import { type Graph, type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { printBlocks, printPrologue } from '../../turtle/printBlocks.ts';
import type { SuiteNames } from './suiteNames.ts';

/**
 * A graph as a Turtle file of a suite: each subject once, in document order, with named blank nodes. It keeps the
 * written text, so that writing the graph again with a few changes costs little more than copying the text.
 */
export class SuiteTurtle {
  readonly #graph: Graph;
  readonly #prefixes: ReadonlyMap<string, string>;
  /** By subject. */
  readonly #blocks = new Map<TermId, string>();

  constructor(graph: Graph, names: SuiteNames, prefixes: ReadonlyMap<string, string>) {
    this.#graph = graph;
    this.#prefixes = prefixes;
    for (const { subject, text } of this.#print(graph, names)) this.#blocks.set(subject, text);
  }

  get text(): string {
    return this.#joined(this.#blocks);
  }

  /**
   * The file of the changed graph. New subjects come last. @param names names that include the new nodes of the change.
   */
  changed(delta: GraphDelta, names: SuiteNames): string {
    const changed = new OverlayGraph(this.#graph, delta);
    const blocks = new Map(this.#blocks);
    for (const { subject } of [...delta.removed, ...delta.added]) {
      const [block] = this.#print(new IndexedGraph(changed.outgoing(subject)), names);
      if (block) blocks.set(subject, block.text);
      else blocks.delete(subject);
    }
    return this.#joined(blocks);
  }

  #print(graph: Graph, names: SuiteNames) {
    const grouped = graph instanceof IndexedGraph ? graph : new IndexedGraph(graph.triples());
    return printBlocks(grouped.triples(), { prefixes: this.#prefixes, label: (node) => names.label(node) });
  }

  #joined(blocks: ReadonlyMap<TermId, string>): string {
    return [printPrologue({ prefixes: this.#prefixes }), ...blocks.values()].join('\n');
  }
}
