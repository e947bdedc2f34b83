import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component, ConstraintReading, ShapeDescription } from '../model/component.ts';
import { illFormed, readMembers, readShape } from '../model/reading.ts';
import type { Constraint } from '../model/shape.ts';
import { judgesByShapes } from './commonFacts.ts';
import { listed } from './phrases.ts';

/** SHACL 4.6.1. */
export const notComponent: Component<'not'> = {
  kind: 'not',
  iri: sh.NotConstraintComponent,
  parameter: sh.not,
  meaning: 'No value conforms to a shape.',
  takes: 'shape',
  read: readShape,
  prepare: ({ shapeRef }, { conforms }) => ({
    kind: 'value',
    accepts: (value) => !conforms(value, shapeRef),
  }),
  message: ({ shapeRef }, _, { subject, found, shape }) =>
    `${subject} must not conform to ${shape(shapeRef)}, but does${found}`,
  recordedMessage: ({ shapeRef }, _, { shape }) => `Value conforms to ${shape(shapeRef)}, which it must not`,
  explain: ({ shapeRef }, { each, shape }) => `${each} must not conform to ${shape(shapeRef)}.`,
  ...judgesByShapes,
  refersTo: { asks: 'none', shapes: ({ shapeRef }) => [shapeRef] },
};

/** SHACL 4.6.2. */
export const andComponent: Component<'and'> = {
  kind: 'and',
  iri: sh.AndConstraintComponent,
  parameter: sh.and,
  meaning: 'Each value conforms to all shapes of a list.',
  takes: 'shapeList',
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
  ...judgesByShapes,
  refersTo: { asks: 'all', shapes: ({ shapeRefs }) => shapeRefs },
};

/** SHACL 4.6.3. */
export const orComponent: Component<'or'> = {
  kind: 'or',
  iri: sh.OrConstraintComponent,
  parameter: sh.or,
  meaning: 'Each value conforms to at least one shape of a list.',
  takes: 'shapeList',
  read: readShapeRefs,
  prepare: ({ shapeRefs }, { conforms, results }) => ({
    kind: 'value',
    accepts: (value) => shapeRefs.some((ref) => conforms(value, ref)),
    details: (value) => shapeRefs.flatMap((ref) => results(value, ref)),
  }),
  message: (constraint, _, { subject, found, shape }) => {
    const { shapeRefs, parameterValue } = constraint;
    if (isYielded(constraint))
      return `${subject} does not conform to ${shape(parameterValue)}, which a node expression yields${found}`;
    return shapeRefs.length === 1
      ? `${subject} does not conform to ${listed(shapeRefs, shape)}${found}`
      : `${subject} conforms to none of ${listed(shapeRefs, shape)}${found}`;
  },
  recordedMessage: (constraint, _, { shape }) =>
    isYielded(constraint)
      ? `Value does not conform to ${shape(constraint.parameterValue)}`
      : `Value conforms to none of ${listed(constraint.shapeRefs, shape)}`,
  explain: (constraint, { each, shape }) =>
    isYielded(constraint)
      ? `${each} must conform to ${shape(constraint.parameterValue)} if the node expression yields it.`
      : `${each} must conform to at least one of ${listed(constraint.shapeRefs, shape)}.`,
  ...judgesByShapes,
  refersTo: { asks: 'some', shapes: ({ shapeRefs }) => shapeRefs },
};

/**
 * Whether a constraint is of sh:nodeByExpression (SHACL 1.2): values have to conform to a shape, the value of its parameter, where
 * a node expression yields that for them, and to another shape where it does not.
 */
export function isYielded({ kind, parameter }: Pick<Constraint, 'kind' | 'parameter'>): boolean {
  return kind === 'or' && parameter === sh.nodeByExpression;
}

/** SHACL 4.6.4. A shape that occurs twice in the list counts twice. */
export const xoneComponent: Component<'xone'> = {
  kind: 'xone',
  iri: sh.XoneConstraintComponent,
  parameter: sh.xone,
  meaning: 'Each value conforms to exactly one shape of a list.',
  takes: 'shapeList',
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
  ...judgesByShapes,
  refersTo: { asks: 'one', shapes: ({ shapeRefs }) => shapeRefs },
};

/** Reads the list of shapes that is the value of sh:and, sh:or or sh:xone. */
function readShapeRefs(value: TermId, { graph }: ShapeDescription): ConstraintReading<'and' | 'or' | 'xone'> {
  const reading = readMembers(graph, value);
  if (reading.kind === 'illFormed') return reading;
  return reading.members.some((member) => terms.isLiteral(member))
    ? illFormed('A member of the list is a literal where a shape belongs.')
    : { kind: 'constraint', parameters: { shapeRefs: reading.members } };
}
