import { localName, namespaceOf } from '../../../rdf/iri.ts';
import type { MistakeOperator } from '../mistakeOperator.ts';
import { withOtherIri } from '../otherIri.ts';

/** A namespace that ends with `#` where it has `/`, or the other way round. */
export const hashForSlash: MistakeOperator = {
  title: '# for /',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) => {
      const namespace = namespaceOf(iri);
      const end = namespace.at(-1);
      if (localName(iri) === '' || (end !== '#' && end !== '/')) return undefined;
      return namespace.slice(0, -1) + (end === '#' ? '/' : '#') + localName(iri);
    }),
};
