import { memoized } from '../../base/memoized.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

/**
 * Compares results so that their order does not depend on where the data files have their nodes: by shape, focus node,
 * constraint and value. Shapes and constraints come in the order of the shapes files.
 */
export function resultOrder({
  shapes,
  dataGraph,
}: Pick<ValidationInput, 'shapes' | 'dataGraph'>): (a: Violation, b: Violation) => number {
  const graph = SortedGraph.of(dataGraph);
  const numbers = numbersOf(shapes);
  const shapeNumber = ({ rootShape }: Violation) => numbers.get(String(rootShape)) ?? 0;
  const constraintNumber = ({ constraint }: Violation) => numbers.get(keyOf(constraint)) ?? 0;
  const about = ({ value, focusNode }: Violation) => value ?? focusNode;
  return (a, b) =>
    shapeNumber(a) - shapeNumber(b) ||
    graph.compare(a.rootFocusNode, b.rootFocusNode) ||
    constraintNumber(a) - constraintNumber(b) ||
    graph.compare(a.focusNode, b.focusNode) ||
    graph.compare(about(a), about(b));
}

/** The number of each shape, by id, and of each constraint. */
const numbersOf: (shapes: ShapesGraph) => ReadonlyMap<string, number> = memoized(({ shapes }) => {
  const keys = shapes.flatMap(({ id, constraints }) => [String(id), ...constraints.map(keyOf)]);
  return new Map(keys.map((key, number) => [key, number]));
});

function keyOf({ shape, parameter, parameterValue }: Constraint): string {
  return `${shape} ${parameter} ${parameterValue}`;
}
