import type { TermId } from '../rdf/terms.ts';
import type { RecordedValidation } from '../shacl/impact.ts';
import type { Constraint, Shape } from '../shacl/shape.ts';
import type { ConstraintFactor, Site } from './factor.ts';
import type { ShapeOrder } from './shapeOrder.ts';

/** A shape to start from, with its focus nodes. */
export interface Root {
  readonly shape: Shape;
  readonly sites: readonly Site[];
}

/**
 * The targeted shapes that have focus nodes to start from, parents first: nodes of the data files that have no result
 * as the graph is.
 */
export function rootsOf({
  recorded,
  order,
}: {
  readonly recorded: RecordedValidation;
  readonly order: ShapeOrder;
}): readonly Root[] {
  const { evaluator, input } = recorded;
  const violating = new Set(recorded.result.violations.map(({ rootFocusNode }) => rootFocusNode));
  const isInData = (node: TermId) =>
    input.reportedGraph.outgoing(node).length > 0 || input.reportedGraph.incoming(node).length > 0;
  return order.shapes.flatMap((shape) => {
    if (shape.targets.length === 0) return [];
    const nodes = evaluator.targets(shape).filter((node) => !violating.has(node));
    const own = nodes.filter(isInData);
    // Nodes that are only named, by sh:targetNode say, can be given values.
    const sites = (own.length > 0 ? own : nodes).map((node) => ({ node, via: undefined }));
    return sites.length > 0 ? [{ shape, sites }] : [];
  });
}

export function rootFactor(constraint: Constraint, sites: readonly Site[]): ConstraintFactor {
  return { kind: 'constraint', constraint, sites, parent: undefined };
}

/** Roots that no other root leads to: their trees hold all leaves (spec/vio.md 25). */
export function topRoots(roots: readonly Root[], order: ShapeOrder): readonly Root[] {
  const below = new Set<Constraint>();
  for (const { shape } of roots) {
    for (const constraint of order.below(shape.id)) if (constraint.shape !== shape.id) below.add(constraint);
  }
  return roots.filter(({ shape }) => !shape.constraints.some((constraint) => below.has(constraint)));
}
