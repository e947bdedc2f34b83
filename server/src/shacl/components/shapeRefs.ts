import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Asks } from '../model/component.ts';
import type { Constraint } from '../model/shape.ts';
import { pathValues, reifiersOf } from '../paths/pathValues.ts';
import { componentOf } from './index.ts';

const none: readonly TermId[] = [];

/** All shapes that a constraint refers to. */
export function shapeRefsOf(constraint: Constraint): readonly TermId[] {
  const { refersTo } = componentOf(constraint);
  if (refersTo === undefined) return none;
  const shapes = refersTo.shapes(constraint);
  return refersTo.siblings === undefined ? shapes : [...shapes, ...refersTo.siblings(constraint)];
}

/** The nodes that the shapes of a constraint judge: the values, or other nodes (SHACL 1.2). */
export function judgedBy(
  constraint: Constraint,
  focusNode: TermId,
  values: readonly TermId[],
  graph: Graph,
): readonly TermId[] {
  const judges = componentOf(constraint).refersTo?.judges?.(constraint);
  if (judges === undefined) return values;
  if (judges.kind === 'path') return values.flatMap((value) => pathValues(graph, value, judges.path));
  return values.flatMap((value) => reifiersOf(focusNode, judges.predicate, value, graph));
}

/** Whether nodes other than the values are judged. */
export function isJudgedElsewhere(constraint: Constraint): boolean {
  return componentOf(constraint).refersTo?.asks === 'elsewhere';
}

/** The shapes that every value must conform to. */
export function requiredRefsOf(constraint: Constraint): readonly TermId[] {
  return refsIf(constraint, (asks) => asks === 'all');
}

/** True for constraints that let a value choose which of several shapes it conforms to. */
export function isChoice(constraint: Constraint): boolean {
  const asks = asksOf(constraint);
  return asks === 'some' || asks === 'one';
}

/** Shapes to which a value should conform for the constraint to be satisfied. */
export function favouredRefsOf(constraint: Constraint): readonly TermId[] {
  const shapes = refsIf(constraint, (asks) => helps(asks, 'conforming'));
  // A value that conforms to a sibling is not counted. This helps when only a few values may count.
  return asksOf(constraint) === 'few' ? [...shapes, ...siblingsOf(constraint)] : shapes;
}

/** Shapes to which a value should not conform for the constraint to be satisfied. */
export function disfavouredRefsOf(constraint: Constraint): readonly TermId[] {
  const shapes = refsIf(constraint, (asks) => helps(asks, 'violating'));
  return asksOf(constraint) === 'enough' ? [...shapes, ...siblingsOf(constraint)] : shapes;
}

/**
 * Which values help to satisfy a constraint: those that conform to its shapes, those that violate them, or some of
 * each. None where the shapes judge other nodes.
 */
const satisfiedBy: Readonly<Record<Asks, 'conforming' | 'violating' | 'both' | 'none'>> = {
  all: 'conforming',
  some: 'conforming',
  one: 'both',
  none: 'violating',
  enough: 'conforming',
  few: 'violating',
  elsewhere: 'none',
};

/** Whether values that conform to its shapes, or violate them, help to satisfy a constraint. */
export function helps(asks: Asks, values: 'conforming' | 'violating'): boolean {
  return satisfiedBy[asks] === values || satisfiedBy[asks] === 'both';
}

/** What a constraint requires of the shapes that it refers to; undefined when it refers to none. */
export function asksOf(constraint: Constraint): Asks | undefined {
  return componentOf(constraint).refersTo?.asks;
}

/** The shapes that a constraint refers to, if it asks for what is wanted. */
export function refsIf(constraint: Constraint, isWanted: (asks: Asks) => boolean): readonly TermId[] {
  const { refersTo } = componentOf(constraint);
  return refersTo !== undefined && isWanted(refersTo.asks) ? refersTo.shapes(constraint) : none;
}

function siblingsOf(constraint: Constraint): readonly TermId[] {
  return componentOf(constraint).refersTo?.siblings?.(constraint) ?? none;
}
