import { localName, namespaceOf } from '../../../rdf/iri.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';
import { withOtherIri } from '../otherIri.ts';

/** A prefixed name in angle brackets, where it is an IRI of its own: `<ex:thing>` for `ex:thing`. */
export const nameInBrackets: MistakeOperator = {
  title: 'name in angle brackets',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const prefix = data.prefixOf(namespaceOf(iri));
      const name = localName(iri);
      return prefix === undefined || prefix === '' || name === '' ? undefined : `${prefix}:${name}`;
    }),
};
