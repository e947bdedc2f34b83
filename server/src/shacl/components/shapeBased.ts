import { counted, countedPlainly, inDigits } from '../../base/counted.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import {
  type Component,
  type ConstraintReading,
  type Evaluation,
  noFailures,
  type ResultDetails,
  type ResultWords,
  type ShapeDescription,
  type ShapeReferences,
} from '../model/component.ts';
import { illFormed, isTrue, readBoolean, readCount, readShape, readShapeRef } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { reifiersOf } from '../paths/pathValues.ts';
import { judgesByShapes, noLimit, ofShacl12, readsNothing } from './commonFacts.ts';
import { atMostAllowed, howMany, valuesOf } from './phrases.ts';

type Qualified = 'qualifiedMinCount' | 'qualifiedMaxCount';

const qualifiedFacts = {
  takes: 'count',
  refinements: [sh.qualifiedValueShape, sh.qualifiedValueShapesDisjoint],
  propertyShapesOnly: true,
  single: true,
  read: readQualified,
  literalsOnly: () => false,
  referenceLimit: noLimit,
  reads: () => readsNothing,
} as const satisfies Partial<Component<Qualified>>;

const valueShapes = {
  shapes: ({ shapeRef }) => [shapeRef],
  siblings: ({ siblings }) => siblings,
} as const satisfies Partial<ShapeReferences<Qualified>>;

/** The details explain at most this many of the values that do not count. */
const shownNearMisses = 5;

/** SHACL 4.7.3. The details say why the other values do not count. */
export const qualifiedMinCountComponent: Component<'qualifiedMinCount'> = {
  kind: 'qualifiedMinCount',
  iri: sh.QualifiedMinCountConstraintComponent,
  parameter: sh.qualifiedMinCount,
  meaning: 'At least N values conform to a shape.',
  prepare: (constraint, evaluation) => ({
    kind: 'focus',
    failures(_, values) {
      const found = qualifiedValues(constraint, evaluation, values).length;
      return found < constraint.count ? [{ found }] : noFailures;
    },
    details: (_, values) =>
      values
        .filter((value) => !evaluation.conforms(value, constraint.shapeRef))
        .slice(0, shownNearMisses)
        .flatMap((value) => evaluation.results(value, constraint.shapeRef)),
  }),
  message: (constraint, { found = 0 }, words) =>
    `${words.focusNode} has ${conformingValues(constraint, found, words)}, but needs at least ${inDigits(constraint.count)}`,
  recordedMessage: ({ count, shapeRef }, { found = 0 }, { path, shape }) =>
    `At least ${countedPlainly(count, 'value')} of ${path} must conform to ${shape(shapeRef)}, found ${howMany(found)}`,
  explain: ({ count, shapeRef }, { path, shape }) =>
    `At least ${counted(count, 'value')} of ${path} must conform to ${shape(shapeRef)}.`,
  asksForValues: true,
  shownAt: 'focusNode',
  ...qualifiedFacts,
  refersTo: { asks: 'enough', ...valueShapes },
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNode',
};

/** SHACL 4.7.3. */
export const qualifiedMaxCountComponent: Component<'qualifiedMaxCount'> = {
  kind: 'qualifiedMaxCount',
  iri: sh.QualifiedMaxCountConstraintComponent,
  parameter: sh.qualifiedMaxCount,
  meaning: 'At most N values conform to a shape.',
  prepare: (constraint, evaluation) => ({
    kind: 'focus',
    failures(_, values) {
      // With this few values, the result does not depend on which of them conform.
      if (values.length <= constraint.count) return noFailures;
      const found = qualifiedValues(constraint, evaluation, values).length;
      return found > constraint.count ? [{ found }] : noFailures;
    },
  }),
  message: (constraint, { found = 0 }, words) =>
    `${words.focusNode} has ${conformingValues(constraint, found, words)}, but ${atMostAllowed(constraint.count)}`,
  recordedMessage: ({ count, shapeRef }, { found = 0 }, { path, shape }) =>
    `At most ${countedPlainly(count, 'value')} of ${path} may conform to ${shape(shapeRef)}, found ${howMany(found)}`,
  explain: ({ count, shapeRef }, { path, shape }) =>
    `At most ${counted(count, 'value')} of ${path} may conform to ${shape(shapeRef)}.`,
  asksForValues: false,
  shownAt: 'surplusValues',
  ...qualifiedFacts,
  refersTo: { asks: 'few', ...valueShapes },
  moreTriples: { mayMend: false, mayViolate: 'always' },
  excusedBy: 'none',
};

/** Reads a count together with the value shape of the same shape. */
function readQualified(value: TermId, { id, graph }: ShapeDescription): ConstraintReading<Qualified> {
  const count = readCount(value);
  if (count.kind === 'illFormed') return count;
  const valueShapes = graph.objects(id, sh.qualifiedValueShape);
  if (valueShapes.length !== 1) return illFormed('The shape needs exactly one sh:qualifiedValueShape.');
  const valueShape = readShapeRef(valueShapes[0]!);
  if (valueShape.kind === 'illFormed') return valueShape;
  const disjoint = graph.objects(id, sh.qualifiedValueShapesDisjoint);
  for (const reading of disjoint.map(readBoolean)) {
    if (reading.kind === 'illFormed') {
      return illFormed(`sh:qualifiedValueShapesDisjoint: ${reading.message}`);
    }
  }
  const siblings = disjoint.some(isTrue) ? siblingValueShapes({ id, graph }, valueShape.shapeRef) : [];
  return {
    kind: 'constraint',
    parameters: { shapeRef: valueShape.shapeRef, count: count.count, siblings },
  };
}

function siblingValueShapes({ id, graph }: Pick<ShapeDescription, 'id' | 'graph'>, own: TermId): TermId[] {
  const siblings = new Set<TermId>();
  for (const parent of graph.subjects(sh.property, id)) {
    for (const sibling of graph.objects(parent, sh.property)) {
      for (const shape of graph.objects(sibling, sh.qualifiedValueShape)) {
        if (shape !== own && !terms.isLiteral(shape)) siblings.add(shape);
      }
    }
  }
  return [...siblings];
}

/**
 * The values that count: those that conform to the value shape, and, when disjointness is required, to no sibling's
 * value shape. A minimum also counts incomplete values, which possibly conform (SHACL 1.2).
 */
export function qualifiedValues(
  constraint: ConstraintOf<Qualified>,
  evaluation: Evaluation,
  values: readonly TermId[],
): readonly TermId[] {
  return values.filter((value) => counts(constraint, evaluation, value));
}

function counts(
  { kind, shapeRef, siblings }: ConstraintOf<Qualified>,
  { conforms, isIncomplete }: Evaluation,
  value: TermId,
): boolean {
  if (kind === 'qualifiedMinCount' && isIncomplete(value)) return true;
  if (!conforms(value, shapeRef)) return false;
  for (const sibling of siblings) if (conforms(value, sibling)) return false;
  return true;
}

/** What was found: "no value of ex:p that conforms to ex:S", "2 values of ex:p that conform to ex:S". */
function conformingValues(
  { shapeRef, siblings }: ConstraintOf<Qualified>,
  found: number,
  { path, shape }: ResultWords,
): string {
  const conform = found <= 1 ? 'conforms' : 'conform';
  const apart = siblings.length === 0 ? '' : ` and to no sibling shape`;
  return `${valuesOf({ found }, path)} that ${conform} to ${shape(shapeRef)}${apart}`;
}

/** The common facts of sh:node and sh:property. */
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

/** SHACL 1.2: one of the values conforms to a shape. An incomplete value possibly does. */
export const someValueComponent: Component<'someValue'> = {
  kind: 'someValue',
  iri: sh.SomeValueConstraintComponent,
  parameter: sh.someValue,
  takes: 'shape',
  meaning: 'One of the values conforms to a shape.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: readShape,
  prepare: ({ shapeRef }, { conforms, isIncomplete, results }) => ({
    kind: 'focus',
    failures: (_, values) =>
      values.some((value) => isIncomplete(value) || conforms(value, shapeRef)) ? noFailures : [{}],
    details: (_, values) => values.slice(0, shownNearMisses).flatMap((value) => results(value, shapeRef)),
  }),
  message: ({ shapeRef }, _, { focusNode, path, pathless, shape }) =>
    pathless
      ? `${focusNode} does not conform to ${shape(shapeRef)}`
      : `${focusNode} has no value of ${path} that conforms to ${shape(shapeRef)}, but needs one`,
  recordedMessage: ({ shapeRef }, _, { path, shape }) => `No value of ${path} conforms to ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { path, shape }) =>
    `At least 1 value of ${path} must conform to ${shape(shapeRef)}.`,
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'focusNode',
  ...ofShacl12,
  reads: () => readsNothing,
  refersTo: { asks: 'enough', shapes: ({ shapeRef }) => [shapeRef] },
  moreTriples: { mayMend: true, mayViolate: 'never' },
  excusedBy: 'focusNode',
};

/** SHACL 1.2. The value is that of the statement; `other` is the reifier that does not conform, if there is one. */
export const reifierShapeComponent: Component<'reifierShape'> = {
  kind: 'reifierShape',
  iri: sh.ReifierShapeConstraintComponent,
  parameter: sh.reifierShape,
  takes: 'shape',
  meaning: 'What reifies the statements of a property, such as an annotation, conforms to a shape.',
  refinements: [sh.reificationRequired],
  propertyShapesOnly: true,
  single: false,
  read(value, { id, graph }) {
    const reading = readShapeRef(value);
    if (reading.kind === 'illFormed') return reading;
    const [predicate] = graph.objects(id, sh.path);
    if (predicate === undefined || !terms.isIri(predicate))
      return illFormed('The path of a shape with sh:reifierShape has to be a property.');
    const isRequired = graph.objects(id, sh.reificationRequired).some(isTrue);
    return { kind: 'constraint', parameters: { shapeRef: reading.shapeRef, predicate, isRequired } };
  },
  prepare: ({ shapeRef, predicate, isRequired }, { graph, conforms, isIncomplete, results }) => ({
    kind: 'focus',
    failures: (focusNode, values) =>
      values.flatMap((value): readonly ResultDetails[] => {
        const reifiers = reifiersOf(focusNode, predicate, value, graph);
        if (reifiers.length === 0) return isRequired && !isIncomplete(focusNode) ? [{ value }] : [];
        return reifiers
          .filter((reifier) => !isIncomplete(reifier) && !conforms(reifier, shapeRef))
          .map((other) => ({ value, other }));
      }),
    details: (_, __, { other }) => (other === undefined ? [] : results(other, shapeRef)),
  }),
  message: ({ shapeRef }, { other }, { subject, found, brief, shape }) =>
    other === undefined
      ? `${subject} has no annotation, but needs one that conforms to ${shape(shapeRef)}${found}`
      : `${subject} is annotated by ${brief(other)}, which does not conform to ${shape(shapeRef)}${found}`,
  recordedMessage: ({ shapeRef }, { other }, { shape }) =>
    other === undefined ? 'Statement has no annotation' : `Annotation does not conform to ${shape(shapeRef)}`,
  explain: ({ shapeRef, isRequired }, { path, shape }) =>
    `Annotations of ${path} must conform to ${shape(shapeRef)}${isRequired ? ', and each value needs one' : ''}.`,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  ...ofShacl12,
  reads: ({ predicate }) => ({ kind: 'reifiers', predicate }),
  refersTo: {
    asks: 'elsewhere',
    shapes: ({ shapeRef }) => [shapeRef],
    judges: ({ predicate }) => ({ kind: 'reifiers', predicate }),
  },
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'none',
};

/** sh:someValue as a minimum of one conforming value. */
export function minimumOf(
  constraint: ConstraintOf<'qualifiedMinCount' | 'someValue'>,
): ConstraintOf<'qualifiedMinCount'> {
  return constraint.kind === 'someValue'
    ? { ...constraint, kind: 'qualifiedMinCount', count: 1, siblings: [] }
    : (constraint as ConstraintOf<'qualifiedMinCount'>);
}
