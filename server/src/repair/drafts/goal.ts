import { memoized } from '../../base/memoized.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { Constraint, ConstraintKind, ConstraintOf } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { Draft } from './draft.ts';
import type { Fix } from './fix.ts';

/** A result to remove. */
export interface Goal<Kind extends ConstraintKind = ConstraintKind> {
  readonly constraint: ConstraintOf<Kind>;
  readonly violation: Violation;
  readonly draft: Draft;
  /** How an outer goal reached the focus node as a value. */
  readonly via: Via | undefined;
  /** Fixes that make a node conform to a shape, cheapest first: the goal C(t, v) of section 5.5. */
  readonly conform: Conform;
  /** Fixes that make a node violate a shape to which it conforms, cheapest first: the goal V(t, v) of section 5.5. */
  readonly violate: Violate;
}

/** The place of a value: the path leads to it from the focus node. */
export interface Via {
  readonly focusNode: TermId;
  readonly path: Path;
  /** The property shape with this path, if there is one. */
  readonly shape: TermId | undefined;
}

export type Conform = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;

export type Violate = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;

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

/** True when a verdict about a node depends on the term itself, regardless of the graph. */
export function isJudgedByTermAlone(
  evaluator: Evaluator,
  node: TermId,
  shape: TermId,
  only?: Constraint,
): boolean {
  const { triples, absences } = traceOf(evaluator.traced, node, shape, only);
  return triples.length + absences.length === 0;
}
