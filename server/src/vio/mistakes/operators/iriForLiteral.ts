import { isPlausibleIri } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A node where a text belongs: the address that the text is, or the text as a name in the data's own namespace. */
export const iriForLiteral: MistakeOperator = {
  title: 'IRI for literal',
  at(triple, data) {
    const object = iriFor(triple.object, data);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

function iriFor(literal: TermId, { ownNamespace }: MistakeData): TermId | undefined {
  const text = terms.value(literal);
  const datatype = terms.datatype(literal);
  if (datatype !== xsd.string && datatype !== rdf.langString && datatype !== xsd.anyURI) return undefined;
  if (isPlausibleIri(text) && /^(https?|mailto|urn|tel):/.test(text)) return terms.iri(text);
  const isName = /^[A-Za-z][\w-]*( [\w-]+){0,3}$/.test(text) && text.length <= 40;
  return isName && ownNamespace !== undefined
    ? terms.iri(ownNamespace + text.replaceAll(' ', '_'))
    : undefined;
}
