import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { readShapeRef } from './reading.ts';

/** SHACL 4.6.1. */
export const notComponent: Component<'not'> = {
  kind: 'not',
  iri: sh.NotConstraintComponent,
  parameter: sh.not,
  meaning: 'No value conforms to a shape.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read(value) {
    const reading = readShapeRef(value);
    return reading.kind === 'shape'
      ? { kind: 'constraint', parameters: { shapeRef: reading.shapeRef } }
      : reading;
  },
  prepare: ({ shapeRef }, { conforms }) => ({
    kind: 'value',
    accepts: (value) => !conforms(value, shapeRef),
  }),
  message: ({ shapeRef }, _, { subject, found, shape }) =>
    `${subject} must not conform to ${shape(shapeRef)}, but does${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) => `Value conforms to ${shape(shapeRef)}, which it must not`,
  explain: ({ shapeRef }, { each, shape }) => `${each} must not conform to ${shape(shapeRef)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'none', shapes: ({ shapeRef }) => [shapeRef] },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
