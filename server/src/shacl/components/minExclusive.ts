import { sh } from '../../rdf/vocab.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { acceptsOrder, rangeMessage, readBound } from './range.ts';

/** SHACL 4.3.1. */
export const minExclusiveComponent: Component<'minExclusive'> = {
  kind: 'minExclusive',
  iri: sh.MinExclusiveConstraintComponent,
  parameter: sh.minExclusive,
  meaning: 'Each value is greater than a number or a date.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readBound,
  prepare: ({ bound }) => acceptsOrder('minExclusive', bound),
  message: ({ kind, bound }, { value }, words) => rangeMessage(kind, bound, value, words),
  recordedMessage: ({ bound }, _, { term }) => `Value is not greater than ${term(bound)}`,
  explain: ({ bound }, { each, term }) => `${each} must be greater than ${term(bound)}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ kind, bound }, { data }) => data.boundLimit(kind, bound),
};
