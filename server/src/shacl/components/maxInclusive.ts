import { sh } from '../../rdf/vocab.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { acceptsOrder, rangeMessage, readBound } from './range.ts';

/** SHACL 4.3.4. */
export const maxInclusiveComponent: Component<'maxInclusive'> = {
  kind: 'maxInclusive',
  iri: sh.MaxInclusiveConstraintComponent,
  parameter: sh.maxInclusive,
  meaning: 'Each value is less than a number or a date, or equal to it.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readBound,
  prepare: ({ bound }) => acceptsOrder('maxInclusive', bound),
  message: ({ kind, bound }, { value }, words) => rangeMessage(kind, bound, value, words),
  recordedMessage: ({ bound }, _, { term }) => `Value is not ${term(bound)} or less`,
  explain: ({ bound }, { each, term }) => `${each} must be ${term(bound)} or less.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ kind, bound }, { data }) => data.boundLimit(kind, bound),
};
