import { sh } from '../../rdf/vocab.ts';
import type { Component } from './component.ts';
import { comparesPairs, pairMessage } from './pairs.ts';
import { readIri } from './reading.ts';

/** SHACL 4.5.3. */
export const lessThanComponent: Component<'lessThan'> = {
  kind: 'lessThan',
  iri: sh.LessThanConstraintComponent,
  parameter: sh.lessThan,
  meaning: 'Each value is less than each value of another property.',
  refinements: [],
  propertyShapesOnly: true,
  single: false,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { property: reading.iri } } : reading;
  },
  prepare: ({ property }, evaluation) => comparesPairs('lessThan', property, evaluation),
  message: ({ kind, property }, { value, other }, words) => pairMessage(kind, property, value, other, words),
  recordedMessage: ({ property }, { other }, { term }) =>
    `Value is not less than ${other === undefined ? '' : `${term(other)}, a value of `}${term(property)}`,
  explain: ({ property }, { each, term }) => `${each} must be less than every value of ${term(property)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: ({ kind, property }, { data }) => data.propertyLimit(kind, property),
  reads: ({ property }) => ({ kind: 'property', property }),
  refersTo: undefined,
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'none',
};
