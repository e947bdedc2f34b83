import type * as RDF from '@rdfjs/types';
import { isSkolemIri } from './termCodec.ts';

/**
 * Functions that queries call in place of SPARQL's own (patternQuery.ts), by IRI. In the query engine, blank nodes of
 * documents are IRIs; these functions recognise them.
 */
export const nodeFunctions = {
  isBlank: 'urn:x-function:isBlank',
  isIri: 'urn:x-function:isIri',
  /** Returns its argument, except for an IRI that stands for a blank node: SPARQL makes no string from blank nodes. */
  named: 'urn:x-function:named',
  /**
   * Returns its first argument, or ends the search if that is longer than the second argument allows; the third one
   * names the reason. SPARQL's own functions build strings of any length and cannot be interrupted.
   */
  bounded: 'urn:x-function:bounded',
} as const;

/** True for what the author of a query would call a blank node. */
export function isBlankNode(term: RDF.Term): boolean {
  return term.termType === 'BlankNode' || (term.termType === 'NamedNode' && isSkolemIri(term.value));
}
