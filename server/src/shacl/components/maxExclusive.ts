import { sh } from '../../rdf/vocab.ts';
import { judgesTerms } from './commonFacts.ts';
import type { Component } from './component.ts';
import { acceptsOrder, rangeMessage, readBound } from './range.ts';

/** SHACL 4.3.3. */
export const maxExclusiveComponent: Component<'maxExclusive'> = {
  kind: 'maxExclusive',
  iri: sh.MaxExclusiveConstraintComponent,
  parameter: sh.maxExclusive,
  meaning: 'Each value is less than a number or a date.',
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  read: readBound,
  prepare: ({ bound }) => acceptsOrder('maxExclusive', bound),
  message: ({ kind, bound }, { value }, words) => rangeMessage(kind, bound, value, words),
  recordedMessage: ({ bound }, _, { term }) => `Value is not less than ${term(bound)}`,
  explain: ({ bound }, { each, term }) => `${each} must be less than ${term(bound)}.`,
  ...judgesTerms,
  literalsOnly: () => true,
  referenceLimit: ({ kind, bound }, { data }) => data.boundLimit(kind, bound),
};
