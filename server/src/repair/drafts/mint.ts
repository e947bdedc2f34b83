import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { newBlankNode } from '../../sparql/termCodec.ts';
import { describedNamespaces } from './describedNamespaces.ts';
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
 * A new IRI for the thing that a text names, in the namespace of another node; undefined when the text gives no free
 * name.
 */
export function mintNamed(text: string, beside: TermId, draft: Draft): TermId | undefined {
  const name = text
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (name === '' || name.length > 60) return undefined;
  const iri = terms.iri(namespaceFor(beside, draft) + name);
  return isFree(iri, draft) ? iri : undefined;
}
