import { localName, namespaceOf } from '../../../rdf/iri.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';
import { withOtherIri } from '../otherIri.ts';

/** A name that runs into its namespace, as with a prefix that was declared without the sign at its end. */
export const missingSeparator: MistakeOperator = {
  title: 'namespace without its end',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const namespace = namespaceOf(iri);
      return localName(iri) === '' || !/[#/]$/.test(namespace)
        ? undefined
        : namespace.slice(0, -1) + localName(iri);
    }),
};
