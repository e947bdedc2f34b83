import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import { printPath } from '../../shacl/paths/path.ts';
import type { Shape } from '../../shacl/shapesGraph/shape.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';
import { type ConditionScope, conditionOf, type Values } from './componentConditions.ts';
import { any, type Condition, exists } from './condition.ts';

/** Shapes that refer to others further down, or to so many, are not put into queries. */
const maxDepth = 8;
const maxShapes = 500;

/**
 * Conditions of which at least one is true of each node that may have a result of a shape, whatever the data are. Nodes of
 * which all are false conform.
 *
 * @param node the variable of the node.
 * @param subclasses the class itself and the classes below it.
 */
export function shapeConditions(
  { id }: Pick<Shape, 'id'>,
  node: string,
  shapes: Pick<ShapesGraph, 'get'>,
  subclasses: ConditionScope['subclasses'],
): readonly Condition[] {
  const above: TermId[] = [];
  let variables = 0;
  let visited = 0;
  const conditions = (focus: string, ref: TermId): readonly Condition[] => {
    const shape = shapes.get(ref);
    if (shape === undefined || shape.deactivated) return [];
    if (above.includes(ref) || above.length >= maxDepth || ++visited > maxShapes) return [true];
    above.push(ref);
    try {
      return conditionsOf(shape, focus, scope);
    } finally {
      above.pop();
    }
  };
  const mayFail = (focus: string, ref: TermId) => any(conditions(focus, ref));
  const scope: ConditionScope = { fresh: () => `?v${variables++}`, mayFail, subclasses };
  return conditions(node, id);
}

function conditionsOf(
  { path, constraints }: Shape,
  focus: string,
  scope: ConditionScope,
): readonly Condition[] {
  const text = path && printPath(path, termToNTriples);
  const pattern = text === undefined ? undefined : (variable: string) => `${focus} ${text} ${variable} .`;
  const values: Values = { focus, pattern };
  const value = pattern === undefined ? focus : scope.fresh();
  const ofValue: Condition[] = [];
  const ofFocus: Condition[] = [];
  for (const constraint of constraints) {
    const condition = conditionOf(constraint);
    if (condition.of === 'value') ofValue.push(condition.mayFail(constraint, value, scope));
    else ofFocus.push(condition.mayFail(constraint, values, scope));
  }
  const ofValues = pattern === undefined ? ofValue : [exists(pattern(value), any(ofValue))];
  return [...ofFocus, ...ofValues];
}
