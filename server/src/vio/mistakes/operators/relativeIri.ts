import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A name without its namespace, which then belongs to the folder of the file: `<thing>` for `ex:thing`. */
export const relativeIri: MistakeOperator = {
  title: 'relative IRI',
  at(triple, data) {
    const { predicate, object } = triple;
    if (predicate === rdf.type || !terms.isIri(object)) return undefined;
    const iri = terms.value(object);
    const name = localName(iri);
    if (name === '' || !data.isOwn(namespaceOf(iri))) return undefined;
    return rewritten(triple, { object: terms.iri(`file:///data/${name}`) });
  },
};
