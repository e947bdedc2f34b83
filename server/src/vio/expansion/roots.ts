import { isOntologyNode } from '../../shacl/describedNodes.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { ConstraintFactor, Site } from './factor.ts';
import type { ShapeOrder } from './shapeOrder.ts';

/** A shape from which paths start. */
export interface Root {
  readonly shape: Shape;
  /** For each constraint, the focus nodes that do not violate it. Constraints without such nodes are left out. */
  readonly sites: ReadonlyMap<Constraint, readonly Site[]>;
}

/**
 * The targeted shapes with focus nodes from which a path can start, parents first. These focus nodes are described in
 * the data files, and the unchanged graph does not violate the constraint at them.
 */
export function rootsOf({
  recorded,
  order,
  ontologyNodes,
}: {
  readonly recorded: RecordedValidation;
  readonly order: ShapeOrder;
  /** Whether nodes that only ontologies describe count. */
  readonly ontologyNodes: boolean;
}): readonly Root[] {
  const { evaluator, input, result } = recorded;
  const isInData = ({ node }: Site) =>
    input.reportedGraph.outgoing(node).length > 0 || input.reportedGraph.incoming(node).length > 0;
  // Nodes that are only named, for example by sh:targetNode, can still be given values.
  const preferred = (sites: readonly Site[]) => {
    const own = sites.filter(isInData);
    return own.length > 0 ? own : sites;
  };
  return order.shapes.flatMap((shape) => {
    if (shape.targets.length === 0) return [];
    const results = result.violations.filter(({ rootShape }) => rootShape === shape.id);
    const all = evaluator
      .targets(shape)
      .filter((node) => ontologyNodes || !isOntologyNode(node, input))
      .map((node) => ({ node, via: undefined }));
    const usual = preferred(all);
    const sites = new Map<Constraint, readonly Site[]>();
    for (const constraint of shape.constraints) {
      const found = results.filter((each) => order.violatedWith(constraint).has(each.constraint));
      const violating = new Set(found.map(({ rootFocusNode }) => rootFocusNode));
      const open = violating.size === 0 ? usual : preferred(all.filter(({ node }) => !violating.has(node)));
      if (open.length > 0) sites.set(constraint, open);
    }
    return sites.size > 0 ? [{ shape, sites }] : [];
  });
}

export function rootFactor(constraint: Constraint, sites: readonly Site[]): ConstraintFactor {
  return { kind: 'constraint', constraint, sites, parent: undefined };
}

/**
 * The roots that no other root leads to. Their trees hold all leaves (spec/vio.md 25). Of roots that lead to one
 * another in a circle, the first one counts.
 */
export function topRoots(roots: readonly Root[], order: ShapeOrder): readonly Root[] {
  const leadsTo = (from: Root, to: Root) =>
    to.shape.constraints.some((constraint) => order.below(from.shape.id).has(constraint));
  return roots.filter(
    (root, place) =>
      !roots.some(
        (other, otherPlace) =>
          other !== root && leadsTo(other, root) && (otherPlace < place || !leadsTo(root, other)),
      ),
  );
}
