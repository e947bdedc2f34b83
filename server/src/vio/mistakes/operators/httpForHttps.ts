import type { MistakeOperator } from '../mistakeOperator.ts';
import { withOtherIri } from '../otherIri.ts';

/** `http:` where the IRI has `https:`, or the other way round. */
export const httpForHttps: MistakeOperator = {
  title: 'http for https',
  at: (triple, data, random) =>
    withOtherIri(triple, data, random, (iri) =>
      /^https?:/.test(iri)
        ? iri.replace(/^http(s?):/, (_, s) => (s === 's' ? 'http:' : 'https:'))
        : undefined,
    ),
};
