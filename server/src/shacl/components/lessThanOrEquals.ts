import { sh } from '../../rdf/vocab.ts';
import type { Component } from './component.ts';
import { comparesPairs } from './pairs.ts';
import { readIri } from './reading.ts';

/** SHACL 4.5.4. */
export const lessThanOrEqualsComponent: Component<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  iri: sh.LessThanOrEqualsConstraintComponent,
  parameter: sh.lessThanOrEquals,
  propertyShapesOnly: true,
  read(value) {
    const reading = readIri(value);
    return reading.kind === 'iri' ? { kind: 'constraint', parameters: { property: reading.iri } } : reading;
  },
  prepare: ({ property }, evaluation) => comparesPairs('lessThanOrEquals', property, evaluation),
  message: ({ property }, { other }, { term }) =>
    `Value is not less than or equal to ${other === undefined ? '' : `${term(other)}, a value of `}${term(property)}`,
  explain: ({ property }, { each, term }) =>
    `${each} must be less than or equal to every value of ${term(property)}.`,
};
