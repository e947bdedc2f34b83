import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { readShapeRef } from './reading.ts';

/** SHACL 4.7.1. */
export const nodeComponent: Component<'node'> = {
  kind: 'node',
  iri: sh.NodeConstraintComponent,
  parameter: sh.node,
  meaning: 'Each value conforms to a node shape.',
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
    `${subject} does not conform to ${shape(shapeRef)}${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) => `Value does not conform to ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { each, shape }) => `${each} must conform to ${shape(shapeRef)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'all', shapes: ({ shapeRef }) => [shapeRef] },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
