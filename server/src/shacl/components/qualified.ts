import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { ConstraintOf } from '../shapesGraph/shape.ts';
import type { ConstraintReading, Evaluation, ResultWords, ShapeDescription } from './component.ts';
import { valuesOf } from './phrases.ts';
import { illFormed, isTrue, readBoolean, readCount, readShapeRef } from './reading.ts';

type Qualified = 'qualifiedMinCount' | 'qualifiedMaxCount';

/** The parameters that sh:qualifiedMinCount and sh:qualifiedMaxCount share (SHACL 4.7.3). */
export const qualifiedRefinements = [sh.qualifiedValueShape, sh.qualifiedValueShapesDisjoint];

/** Reads a count together with the value shape of the same shape. */
export function readQualified(value: TermId, { id, graph }: ShapeDescription): ConstraintReading<Qualified> {
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
export function conformingValues(
  { shapeRef, siblings }: ConstraintOf<Qualified>,
  found: number,
  { path, shape }: ResultWords,
): string {
  const conform = found <= 1 ? 'conforms' : 'conform';
  const apart = siblings.length === 0 ? '' : ` and to no sibling shape`;
  return `${valuesOf({ found }, path)} that ${conform} to ${shape(shapeRef)}${apart}`;
}
