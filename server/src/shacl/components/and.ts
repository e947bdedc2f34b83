import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { listed } from './phrases.ts';
import { readShapeRefs } from './shapeList.ts';

/** SHACL 4.6.2. */
export const andComponent: Component<'and'> = {
  kind: 'and',
  iri: sh.AndConstraintComponent,
  parameter: sh.and,
  meaning: 'Each value conforms to all shapes of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readShapeRefs,
  prepare: ({ shapeRefs }, { conforms, results }) => ({
    kind: 'value',
    accepts: (value) => shapeRefs.every((ref) => conforms(value, ref)),
    details: (value) => shapeRefs.flatMap((ref) => results(value, ref)),
  }),
  message: ({ shapeRefs }, _, { subject, found, shape }) =>
    `${subject} does not conform to ${shapeRefs.length === 1 ? '' : 'all of '}${listed(shapeRefs, shape)}${found}`,
  recordedMessage: ({ shapeRefs }, _, { shape }) =>
    `Value does not conform to all of ${listed(shapeRefs, shape)}`,
  explain: ({ shapeRefs }, { each, shape }) => `${each} must conform to all of ${listed(shapeRefs, shape)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'all', shapes: ({ shapeRefs }) => shapeRefs },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
