import { sh } from '../../rdf/vocab.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { acceptsOrder, rangeMessage, readBound } from './range.ts';

/** SHACL 4.3.2. */
export const minInclusiveComponent: Component<'minInclusive'> = {
  kind: 'minInclusive',
  iri: sh.MinInclusiveConstraintComponent,
  parameter: sh.minInclusive,
  meaning: 'Each value is greater than a number or a date, or equal to it.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readBound,
  prepare: ({ bound }) => acceptsOrder('minInclusive', bound),
  message: ({ kind, bound }, { value }, words) => rangeMessage(kind, bound, value, words),
  recordedMessage: ({ bound }, _, { term }) => `Value is not ${term(bound)} or greater`,
  explain: ({ bound }, { each, term }) => `${each} must be ${term(bound)} or greater.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ kind, bound }, { data }) => data.boundLimit(kind, bound),
};
