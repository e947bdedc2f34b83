import { sh } from '../../rdf/vocab.ts';
import { noLimit, readsNothing } from './commonFacts.ts';
import type { Component } from './component.ts';
import { listed } from './phrases.ts';
import { readShapeRefs } from './shapeList.ts';

/** SHACL 4.6.4. A shape that occurs twice in the list counts twice. */
export const xoneComponent: Component<'xone'> = {
  kind: 'xone',
  iri: sh.XoneConstraintComponent,
  parameter: sh.xone,
  meaning: 'Each value conforms to exactly one shape of a list.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readShapeRefs,
  prepare: ({ shapeRefs }, { conforms, results }) => ({
    kind: 'value',
    accepts(value) {
      let found = 0;
      for (const ref of shapeRefs) if (conforms(value, ref) && ++found > 1) return false;
      return found === 1;
    },
    details: (value) => shapeRefs.flatMap((ref) => results(value, ref)),
  }),
  message: ({ shapeRefs }, _, { subject, found, shape }) =>
    `${subject} does not conform to ${shapeRefs.length === 1 ? '' : 'exactly one of '}${listed(shapeRefs, shape)}${found}`,
  recordedMessage: ({ shapeRefs }, _, { shape }) =>
    `Value does not conform to exactly one of ${listed(shapeRefs, shape)}`,
  explain: ({ shapeRefs }, { each, shape }) =>
    `${each} must conform to exactly one of ${listed(shapeRefs, shape)}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: noLimit,
  reads: () => readsNothing,
  refersTo: { asks: 'one', shapes: ({ shapeRefs }) => shapeRefs },
  moreTriples: { mayMend: false, mayViolate: 'asValues' },
  excusedBy: 'valueOfPath',
};
