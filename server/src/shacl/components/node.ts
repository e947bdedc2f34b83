import { sh } from '../../rdf/vocab.ts';
import type { Component } from '../model/component.ts';
import { readShape } from '../model/reading.ts';
import { judgesByShapes } from './commonFacts.ts';

/** What sh:node and sh:property have in common. */
const conformsToShape = {
  takes: 'shape',
  read: readShape,
  prepare: ({ shapeRef }, { conforms, results }) => ({
    kind: 'value',
    accepts: (value) => conforms(value, shapeRef),
    details: (value) => results(value, shapeRef),
  }),
  ...judgesByShapes,
  refersTo: { asks: 'all', shapes: ({ shapeRef }) => [shapeRef] },
} as const satisfies Partial<Component<'node' | 'property'>>;

/** SHACL 4.7.1. */
export const nodeComponent: Component<'node'> = {
  kind: 'node',
  iri: sh.NodeConstraintComponent,
  parameter: sh.node,
  meaning: 'Each value conforms to a node shape.',
  message: ({ shapeRef }, _, { subject, found, shape }) =>
    `${subject} does not conform to ${shape(shapeRef)}${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) => `Value does not conform to ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { each, shape }) => `${each} must conform to ${shape(shapeRef)}.`,
  ...conformsToShape,
};

/**
 * SHACL 4.7.2. This component yields no results of its own: the evaluator reports the results of the property shape.
 */
export const propertyComponent: Component<'property'> = {
  kind: 'property',
  iri: sh.PropertyConstraintComponent,
  parameter: sh.property,
  meaning: 'Each value conforms to a property shape.',
  message: ({ shapeRef }, _, { subject, found, shape }) =>
    `${subject} does not conform to the property shape ${shape(shapeRef)}${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) =>
    `Value does not conform to the property shape ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { each, shape }) =>
    `${each} must conform to the property shape ${shape(shapeRef)}.`,
  ...conformsToShape,
};
