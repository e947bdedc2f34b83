import { escapeIri } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';

/**
 * True for a term with an IRI that has characters which no IRI may have, such as `>`. Functions of queries make such IRIs. No
 * store holds one, and none is written into a query or update: SPARQL replaces `\u003E` by `>` before it reads the
 * text (SPARQL 1.1, 19.2), so that what follows would be read as a part of it.
 */
export function isUnwritable(term: TermId): boolean {
  if (terms.isLiteral(term)) return isUnwritable(terms.datatype(term)!);
  const value = terms.value(term);
  return terms.isIri(term) && escapeIri(value) !== value;
}
