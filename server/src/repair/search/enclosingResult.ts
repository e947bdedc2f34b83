import type { TermId } from '../../rdf/terms.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import type { Constraint, Shape } from '../../shacl/shapesGraph/shape.ts';
import type { Draft } from '../drafts/draft.ts';

/**
 * The result that there would be if a property shape inside of another one were in sh:node instead of sh:property: about
 * the value at the outer path, of which the inner shape asks something. Undefined where the shape is in no other one.
 */
export function enclosingResult(violation: Violation, draft: Draft): Violation | undefined {
  const { rootFocusNode, rootShape, focusNode, sourceShape } = violation;
  if (focusNode === rootFocusNode) return undefined;
  const root = draft.search.shapes.get(rootShape);
  const found =
    root && outerShape({ node: rootFocusNode, shape: root, depth: 0 }, { focusNode, sourceShape }, draft);
  if (found === undefined) return undefined;
  const { node, shape, constraint } = found;
  return {
    ...violation,
    focusNode: node,
    path: shape.path,
    resultPath: shape.pathTerm,
    value: focusNode,
    sourceShape: shape.id,
    component: constraint.component,
    constraint,
    details: [violation],
  };
}

const maxDepth = 4;

interface Place {
  readonly node: TermId;
  readonly shape: Shape;
  readonly depth: number;
}

/** The property shape with the inner one in sh:property, and the node from which its path leads to the focus node. */
function outerShape(
  { node, shape, depth }: Place,
  inner: Pick<Violation, 'focusNode' | 'sourceShape'>,
  draft: Draft,
): (Place & { readonly constraint: Constraint }) | undefined {
  const { shapes } = draft.search;
  for (const constraint of shape.constraints) {
    if (constraint.kind !== 'property') continue;
    const values = shape.path === undefined ? [] : draft.evaluator.values(node, shape.path);
    if (constraint.shapeRef === inner.sourceShape && values.includes(inner.focusNode)) {
      return { node, shape, depth, constraint };
    }
    const next = shapes.get(constraint.shapeRef);
    if (next === undefined || depth === maxDepth) continue;
    for (const at of shape.path === undefined ? [node] : values) {
      const found = outerShape({ node: at, shape: next, depth: depth + 1 }, inner, draft);
      if (found) return found;
    }
  }
  return undefined;
}
