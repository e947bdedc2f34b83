import type { Graph } from '../../rdf/graph.ts';
import { isDeclaredClass } from '../../rdf/schemaTypes.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';

const skos = 'http://www.w3.org/2004/02/skos/core#';
const dcterms = 'http://purl.org/dc/terms/';
const dc = 'http://purl.org/dc/elements/1.1/';

/** The properties that describe things in words. */
const describing: ReadonlySet<TermId> = new Set([
  rdfs.label,
  rdfs.comment,
  sh.name,
  sh.description,
  sh.message,
  ...[
    `${skos}definition`,
    `${skos}prefLabel`,
    `${skos}altLabel`,
    `${skos}note`,
    `${dcterms}description`,
    `${dcterms}title`,
    `${dc}description`,
    `${dc}title`,
  ].map((iri) => terms.constant(iri)),
]);

/** True for a description in words, which no constraint looks at. */
export function isAnnotation({ predicate }: Triple): boolean {
  return describing.has(predicate);
}

/** The descriptions of nodes in English or without a language. */
export function annotationsOf(nodes: Iterable<TermId>, graphs: readonly Graph[]): readonly Triple[] {
  const found = new Map<string, Triple>();
  for (const node of nodes) {
    for (const triple of graphs.flatMap((graph) => graph.outgoing(node))) {
      if (!isAnnotation(triple) || !/^(en(-|$)|$)/.test(terms.language(triple.object))) continue;
      found.set(tripleKey(triple), triple);
    }
  }
  return [...found.values()];
}

/** The classes in triples: the values of sh:class, and everything that a graph declares as a class. */
export function classesIn(triples: readonly Triple[], graphs: readonly Graph[]): ReadonlySet<TermId> {
  const classes = new Set<TermId>();
  for (const { subject, predicate, object } of triples) {
    if (predicate === sh.class) classes.add(object);
    for (const node of [subject, object]) {
      if (terms.isIri(node) && graphs.some((graph) => isDeclaredClass(node, graph))) classes.add(node);
    }
  }
  return classes;
}
