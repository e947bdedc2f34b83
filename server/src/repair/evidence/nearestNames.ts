import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdfs } from '../../rdf/vocab.ts';
import { foldName, typoDistance } from './nameSimilarity.ts';

export const labelProperties: readonly TermId[] = [
  rdfs.label,
  terms.constant('http://www.w3.org/2004/02/skos/core#prefLabel'),
  terms.constant('http://www.w3.org/2004/02/skos/core#altLabel'),
  terms.constant('http://www.w3.org/2004/02/skos/core#notation'),
  terms.constant(`${namespaces.sh}name`),
];

/** The texts that a node is called by. */
export function labelsOf(graph: Graph, node: TermId): readonly string[] {
  return labelLiterals(graph, node).map((label) => terms.value(label));
}

/** The literals that a node is called by, the most usual kind of label first. */
export function labelLiterals(graph: Graph, node: TermId): readonly TermId[] {
  return labelProperties.flatMap((property) =>
    graph.objects(node, property).filter((label) => terms.isLiteral(label)),
  );
}

/** The nodes that some label calls so, whatever the case and the spaces; those of a few thousand labels are seen. */
export function nodesLabelled(graph: Graph, text: string): readonly TermId[] {
  const folded = foldName(text);
  if (folded === '') return [];
  const found = new Set<TermId>();
  for (const property of labelProperties) {
    for (const { subject, object } of graph.withPredicate(property).slice(0, maxLabels)) {
      if (terms.isLiteral(object) && foldName(terms.value(object)) === folded) found.add(subject);
    }
  }
  return [...found];
}

const maxLabels = 5000;

export interface NearMatch<T> {
  readonly item: T;
  /** 0 when they differ in case and separators only. */
  readonly distance: number;
}

const maxNear = 3;

/** The items of which the text may be a slip, nearest first; one of whose names is near enough counts. */
export function nearestNames<T>(
  text: string,
  items: Iterable<T>,
  namesOf: (item: T) => readonly string[],
): readonly NearMatch<T>[] {
  const found: NearMatch<T>[] = [];
  for (const item of items) {
    const distance = Math.min(...namesOf(item).map((name) => typoDistance(text, name)));
    if (Number.isFinite(distance)) found.push({ item, distance });
  }
  found.sort((a, b) => a.distance - b.distance);
  // A name that fits exactly leaves no doubt about those that nearly do.
  const best = found[0]?.distance;
  return found.filter(({ distance }) => best !== 0 || distance === 0).slice(0, maxNear);
}
