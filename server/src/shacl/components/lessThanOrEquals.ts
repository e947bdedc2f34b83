import { sh } from '../../rdf/vocab.ts';
import type { Component } from './component.ts';
import { comparesPairs, pairMessage } from './pairs.ts';
import { readIri } from './reading.ts';

/** SHACL 4.5.4. */
export const lessThanOrEqualsComponent: Component<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  iri: sh.LessThanOrEqualsConstraintComponent,
  parameter: sh.lessThanOrEquals,
  meaning: 'Each value is less than each value of another property, or equal to it.',
  refinements: [],
  propertyShapesOnly: true,
  single: false,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { property: reading.iri } } : reading;
  },
  prepare: ({ property }, evaluation) => comparesPairs('lessThanOrEquals', property, evaluation),
  message: ({ kind, property }, { value, other }, words) => pairMessage(kind, property, value, other, words),
  recordedMessage: ({ property }, { other }, { term }) =>
    `Value is not less than or equal to ${other === undefined ? '' : `${term(other)}, a value of `}${term(property)}`,
  explain: ({ property }, { each, term }) =>
    `${each} must be less than or equal to every value of ${term(property)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: ({ kind, property }, { data }) => data.propertyLimit(kind, property),
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};
