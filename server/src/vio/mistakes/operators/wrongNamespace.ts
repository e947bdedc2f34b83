import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A class or property with its right name in another vocabulary of the data, as with a prefix that was mixed up. */
export const wrongNamespace: MistakeOperator = {
  title: 'wrong namespace',
  at(triple, data, random) {
    const isType = triple.predicate === rdf.type;
    const term = isType ? triple.object : triple.predicate;
    const others = inOtherNamespaces(term, data);
    const other = others[random.below(Math.max(1, others.length))];
    if (other === undefined) return undefined;
    return rewritten(triple, isType ? { object: other } : { predicate: other });
  },
};

function inOtherNamespaces(term: TermId, data: MistakeData): readonly TermId[] {
  if (!terms.isIri(term)) return [];
  const iri = terms.value(term);
  return data.vocabularies
    .filter((namespace) => namespace !== namespaceOf(iri))
    .map((namespace) => terms.iri(namespace + localName(iri)));
}
