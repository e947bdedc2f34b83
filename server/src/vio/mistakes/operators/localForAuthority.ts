import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A name in the data's own namespace where the value is a term of an authority's list or vocabulary. */
export const localForAuthority: MistakeOperator = {
  title: "local name for authority's IRI",
  at(triple, data) {
    const { predicate, object } = triple;
    if (predicate === rdf.type || !terms.isIri(object) || data.ownNamespace === undefined) return undefined;
    const iri = terms.value(object);
    const name = localName(iri);
    if (name === '' || data.isOwn(namespaceOf(iri))) return undefined;
    const own = terms.iri(data.ownNamespace + name);
    return data.isKnown(own) ? undefined : rewritten(triple, { object: own });
  },
};
