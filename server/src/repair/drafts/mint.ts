import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { newBlankNode } from '../../sparql/termCodec.ts';
import type { Draft } from './draft.ts';

/** A new IRI in the namespace of another node, with the first free number. */
export function mintIri(name: string, beside: TermId, draft: Draft): TermId {
  const namespace = namespaceFor(beside, draft);
  for (let number = 1; ; number++) {
    const iri = terms.iri(`${namespace}${name}_${number}`);
    if (isFree(iri, draft)) return iri;
  }
}

function isFree(term: TermId, { graph, fix }: Draft): boolean {
  return graph.outgoing(term).length === 0 && graph.incoming(term).length === 0 && !fix.minted.includes(term);
}

/** A blank node that is in no file and not in the draft. */
export function mintBlankNode(draft: Draft): TermId {
  for (let number = 0; ; number++) {
    const node = newBlankNode(`b${number}`);
    if (isFree(node, draft)) return node;
  }
}

/**
 * The namespace of a node. For blank nodes, it is the one in which the data describes most nodes, or else the namespace
 * of the file's own prefix: the empty one, or the first that names no vocabulary.
 */
function namespaceFor(node: TermId, { search }: Draft): string {
  if (terms.isIri(node)) return namespaceOf(terms.value(node));
  const [usual] = describedNamespaces(search.input.reportedGraph);
  if (usual !== undefined) return usual;
  const own = [...search.prefixes.values()].find((namespace) => !vocabularies.has(namespace));
  return search.prefixes.get('') ?? own ?? 'http://example.org/';
}

const vocabularies: ReadonlySet<string> = new Set(Object.values(namespaces));

/**
 * A new IRI for the thing that a text names, in the namespace of another node; undefined when the text gives no free name.
 * It is written in the style of the names of `others`: with hyphens or underscores, in lower case or not.
 */
export function mintNamed(
  text: string,
  beside: TermId,
  draft: Draft,
  others: readonly string[] = [],
): TermId | undefined {
  const hyphens = others.filter((name) => name.includes('-')).length;
  const underscores = others.filter((name) => name.includes('_')).length;
  const isLower = others.length > 0 && others.every((name) => name === name.toLowerCase());
  const separator = hyphens > underscores ? '-' : '_';
  const words = text
    .trim()
    .split(/[^\p{L}\p{N}]+/gu)
    .filter((word) => word !== '');
  const name = words.join(separator);
  if (name === '' || name.length > 60) return undefined;
  const iri = terms.iri(namespaceFor(beside, draft) + (isLower ? name.toLowerCase() : name));
  return isFree(iri, draft) ? iri : undefined;
}

/** The IRI that continues the numbering of others; undefined unless their names differ only in the last number. */
export function mintNext(others: readonly TermId[], draft: Draft): TermId | undefined {
  const named = others.map((iri) => /^(.*?)(\d+)$/.exec(terms.value(iri)));
  const [first] = named;
  if (others.length < leastNumbered || !first) return undefined;
  const [, stem, digits] = first as unknown as [string, string, string];
  if (namespaceOf(stem) === stem || named.some((match) => match?.[1] !== stem)) return undefined;
  const highest = Math.max(...named.map((match) => Number(match![2])));
  if (!Number.isSafeInteger(highest)) return undefined;
  for (let number = highest + 1; ; number++) {
    const iri = terms.iri(stem + String(number).padStart(digits.startsWith('0') ? digits.length : 1, '0'));
    if (isFree(iri, draft)) return iri;
  }
}

const leastNumbered = 2;

/** The namespaces in which a graph describes nodes: those with the most nodes first, then in alphabetical order. */
export const describedNamespaces: (graph: Graph) => readonly string[] = memoized(mostNodesFirst);

function mostNodesFirst(graph: Graph): readonly string[] {
  const nodes = new Set<TermId>();
  for (const { subject } of graph.triples()) nodes.add(subject);
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (!terms.isIri(node)) continue;
    const namespace = namespaceOf(terms.value(node));
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([namespace]) => namespace);
}
