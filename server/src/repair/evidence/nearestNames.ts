import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { identifierProperties, labelProperties } from './nameProperties.ts';
import { foldName, typoDistance } from './nameSimilarity.ts';

/** The texts of a node's labels. */
export function labelsOf(graph: Graph, node: TermId): readonly string[] {
  return labelLiterals(graph, node).map((label) => terms.value(label));
}

/** The label literals of a node, the most usual property first. */
export function labelLiterals(graph: Graph, node: TermId): readonly TermId[] {
  return labelProperties.flatMap((property) =>
    graph.objects(node, property).filter((label) => terms.isLiteral(label)),
  );
}

/**
 * The names of a node: its labels, or else its only text at a property of the data's own that is for names, such as
 * ex:name.
 */
export function namesSaid(graph: Graph, node: TermId): readonly TermId[] {
  const labels = labelLiterals(graph, node);
  if (labels.length > 0) return labels;
  const texts = graph
    .outgoing(node)
    .filter(({ object }) => terms.isLiteral(object))
    .map(({ predicate, object }) => ({ name: foldName(localName(terms.value(predicate))), object }));
  const named = texts.filter(({ name }) => ownNames.has(name));
  // "Dr." is not a name, and neither is half of one.
  return named.length === 1 && !texts.some(({ name }) => partsOfNames.test(name)) ? [named[0]!.object] : [];
}

const ownNames = new Set(['name', 'title', 'label']);
const partsOfNames = /^(?:given|first|family|last|sur|middle)(?:name)?$/;

/**
 * The nodes with a label or identifier that equals the text, ignoring case and separators, and whether a name is inverted
 * as in an index ("Austen, Jane"). Examines a few thousand labels of each property. `except` is the property that has the
 * text itself.
 */
export function nodesLabelled(graph: Graph, text: string, except?: TermId): readonly TermId[] {
  const folded = foldHeading(text);
  if (folded === '') return [];
  const found = new Set<TermId>();
  for (const property of new Set([...labelProperties, ...identifierProperties])) {
    if (property === except) continue;
    for (const { subject, object } of graph.withPredicate(property).slice(0, maxLabels)) {
      if (terms.isLiteral(object) && foldHeading(terms.value(object)) === folded) found.add(subject);
    }
  }
  return [...found];
}

/** The folded name in its natural order, without the years of a life after it, as in "Austen, Jane, 1775-1817". */
function foldHeading(text: string): string {
  return foldName(text.includes(',') ? text.replace(heading, '$2 $1') : text);
}

const heading = /^([^,]+),\s+([^,\d]+)(?:,\s*\d+\s*[-–]\s*\d*)?$/u;

const maxLabels = 5000;

export interface NearMatch<T> {
  readonly item: T;
  /** 0 when they differ only in case and separators. */
  readonly distance: number;
}

const maxNear = 3;

/**
 * The items whose names the text may misspell, nearest first. For items with several names, one near name is enough.
 */
export function nearestNames<T>(
  text: string,
  items: Iterable<T>,
  namesOf: (item: T) => readonly string[],
  distanceOf = typoDistance,
): readonly NearMatch<T>[] {
  const found: NearMatch<T>[] = [];
  for (const item of items) {
    const distance = Math.min(...namesOf(item).map((name) => distanceOf(text, name)));
    if (Number.isFinite(distance)) found.push({ item, distance });
  }
  found.sort((a, b) => a.distance - b.distance);
  // An exact match rules out the near ones.
  const best = found[0]?.distance;
  return found.filter(({ distance }) => best !== 0 || distance === 0).slice(0, maxNear);
}
