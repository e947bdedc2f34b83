import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { listed } from './phrases.ts';
import { readShapeRefs } from './shapeList.ts';

/** SHACL 4.6.3. */
export const orComponent: Component<'or'> = {
  kind: 'or',
  iri: sh.OrConstraintComponent,
  parameter: sh.or,
  meaning: 'Each value conforms to at least one shape of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readShapeRefs,
  prepare: ({ shapeRefs }, { conforms, results }) => ({
    kind: 'value',
    accepts: (value) => shapeRefs.some((ref) => conforms(value, ref)),
    details: (value) => shapeRefs.flatMap((ref) => results(value, ref)),
  }),
  message: ({ shapeRefs }, _, { subject, found, shape }) =>
    shapeRefs.length === 1
      ? `${subject} does not conform to ${listed(shapeRefs, shape)}${found}`
      : `${subject} conforms to none of ${listed(shapeRefs, shape)}${found}`,
  recordedMessage: ({ shapeRefs }, _, { shape }) => `Value conforms to none of ${listed(shapeRefs, shape)}`,
  explain: ({ shapeRefs }, { each, shape }) =>
    `${each} must conform to at least one of ${listed(shapeRefs, shape)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'some', shapes: ({ shapeRefs }) => shapeRefs },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
