import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdfs } from '../rdf/vocab.ts';
import { slipDistance } from './similarity.ts';

const labelProperties = [
  rdfs.label,
  terms.constant('http://www.w3.org/2004/02/skos/core#prefLabel'),
  terms.constant('http://www.w3.org/2004/02/skos/core#altLabel'),
  terms.constant('http://www.w3.org/2004/02/skos/core#notation'),
  terms.constant(`${namespaces.sh}name`),
];

/** The texts that a node is called by. */
export function labelsOf(graph: Graph, node: TermId): readonly string[] {
  return labelProperties.flatMap((property) =>
    graph.objects(node, property).map((label) => terms.value(label)),
  );
}

export interface Near<T> {
  readonly item: T;
  /** 0 when they differ in case and separators only. */
  readonly distance: number;
}

const maxNear = 3;

/** The items of which the text may be a slip, nearest first; one of whose names is near enough counts. */
export function nearest<T>(
  text: string,
  items: Iterable<T>,
  namesOf: (item: T) => readonly string[],
): readonly Near<T>[] {
  const found: Near<T>[] = [];
  for (const item of items) {
    const distance = Math.min(...namesOf(item).map((name) => slipDistance(text, name)));
    if (Number.isFinite(distance)) found.push({ item, distance });
  }
  found.sort((a, b) => a.distance - b.distance);
  // A name that fits exactly leaves no doubt about those that nearly do.
  const best = found[0]?.distance;
  return found.filter(({ distance }) => best !== 0 || distance === 0).slice(0, maxNear);
}
