import type * as RDF from '@rdfjs/types';
import { isSkolemIri } from './termCodec.ts';

/**
 * The functions that queries call in place of SPARQL's own (patternQuery.ts), by IRI. For the query engine, blank
 * nodes of documents are IRIs; these know which ones.
 */
export const nodeFunctions = {
  isBlank: 'urn:x-function:isBlank',
  isIri: 'urn:x-function:isIri',
  /** Its argument, but a blank node for what stands for one: SPARQL makes no text of that. */
  named: 'urn:x-function:named',
  /**
   * Its first argument, unless that is a longer text than the second says: then the search ends, because of what the
   * third one names. SPARQL's own functions make texts of any length, and are not to be stopped on long ones.
   */
  bounded: 'urn:x-function:bounded',
} as const;

/** True for what an author of a query calls a blank node. */
export function isBlankNode(term: RDF.Term): boolean {
  return term.termType === 'BlankNode' || (term.termType === 'NamedNode' && isSkolemIri(term.value));
}
