import type * as RDF from '@rdfjs/types';
import { Parser } from 'n3';
import { type TermId, type Triple, terms } from '../terms.ts';

/** The triples of a Turtle text as another parser reads them. Throws where that one does. */
export function readWithN3(text: string, baseIRI: string): readonly Triple[] {
  const quads = new Parser({ baseIRI, format: 'text/turtle' }).parse(text);
  return quads.map(({ subject, predicate, object }) => ({
    subject: idOf(subject),
    predicate: idOf(predicate),
    object: idOf(object),
  }));
}

function idOf(term: RDF.Term): TermId {
  switch (term.termType) {
    case 'NamedNode':
      return terms.iri(term.value);
    case 'BlankNode':
      return terms.blankNode(`n3 ${term.value}`);
    case 'Literal':
      return term.language
        ? terms.languageString(term.value, term.language, term.direction || undefined)
        : terms.literal(term.value, terms.iri(term.datatype.value));
    case 'Quad':
      return terms.tripleTerm({
        subject: idOf(term.subject),
        predicate: idOf(term.predicate),
        object: idOf(term.object),
      });
    default:
      throw new TypeError(`unexpected ${term.termType}`);
  }
}
