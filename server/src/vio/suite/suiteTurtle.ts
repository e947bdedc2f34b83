import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { printTriples } from '../../turtle/printTriples.ts';
import type { SuiteNames } from './suiteNames.ts';

/** A graph as a Turtle file of a suite, in pieces: each subject once, in document order, blank nodes by their names. */
export function suiteTurtle(
  graph: Pick<Graph, 'triples'>,
  names: SuiteNames,
  prefixes: ReadonlyMap<string, string>,
): Iterable<string> {
  const grouped = graph instanceof IndexedGraph ? graph : new IndexedGraph(graph.triples());
  return printTriples(grouped.triples(), { prefixes, label: (node) => names.label(node) });
}
