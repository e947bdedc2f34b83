import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { readShapeRef } from './reading.ts';

/**
 * SHACL 4.7.2. This component yields no results of its own: the evaluator reports the results of the property shape.
 */
export const propertyComponent: Component<'property'> = {
  kind: 'property',
  iri: sh.PropertyConstraintComponent,
  parameter: sh.property,
  meaning: 'Each value conforms to a property shape.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read(value) {
    const reading = readShapeRef(value);
    return reading.kind === 'shape'
      ? { kind: 'constraint', parameters: { shapeRef: reading.shapeRef } }
      : reading;
  },
  prepare: ({ shapeRef }, { conforms, results }) => ({
    kind: 'value',
    accepts: (value) => conforms(value, shapeRef),
    details: (value) => results(value, shapeRef),
  }),
  message: ({ shapeRef }, _, { subject, found, shape }) =>
    `${subject} does not conform to the property shape ${shape(shapeRef)}${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) =>
    `Value does not conform to the property shape ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { each, shape }) =>
    `${each} must conform to the property shape ${shape(shapeRef)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'all', shapes: ({ shapeRef }) => [shapeRef] },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
