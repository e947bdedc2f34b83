import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { NotChecked, Violation } from '../results/violation.ts';
import type { Constraint } from '../shapesGraph/shape.ts';
import { shapeRefsOf } from '../shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/**
 * Tells which results rdf-validate-shacl has no say in: those of constraints that were left out, and those that rest
 * on verdicts of shapes with such constraints. It does not tell the constraints of a component apart, so what is left
 * out of one of them counts for all.
 *
 * @returns for a result, why it may be missing, or be there, without meaning anything; undefined where it counts.
 */
export function referenceGaps(
  notChecked: readonly NotChecked[],
  shapes: ShapesGraph,
): (violation: Violation) => NotChecked | undefined {
  const ofShape = (id: TermId) => notChecked.find(({ shape }) => shape === id);
  const ofConstraints = (id: TermId, component: TermId) =>
    notChecked.find(
      (entry) => entry.shape === id && (entry.component === undefined || entry.component === component),
    );
  const ofAll = (id: TermId) =>
    notChecked.find((entry) => entry.shape === id && entry.component === undefined);
  const reachedBy = (constraints: readonly Constraint[]) => {
    const reached = new Set(constraints.flatMap(shapeRefsOf));
    for (const ref of reached) {
      for (const next of shapes.get(ref)?.constraints.flatMap(shapeRefsOf) ?? []) reached.add(next);
    }
    return reached;
  };
  const first = <Item>(items: Iterable<Item>, gap: (item: Item) => NotChecked | undefined) => {
    for (const item of items) {
      const found = gap(item);
      if (found) return found;
    }
    return undefined;
  };
  /** Ways to the shape that are not taken because a sh:property was left out. */
  const onTheWayTo = (id: TermId) =>
    first(shapes.shapes, (shape) => {
      const gap = ofConstraints(shape.id, sh.PropertyConstraintComponent);
      const properties = shape.constraints.filter(({ kind }) => kind === 'property');
      return gap && reachedBy(properties).has(id) ? gap : undefined;
    });
  return ({ sourceShape, component, rootShape }) => {
    if (notChecked.length === 0) return undefined;
    const same = shapes.get(sourceShape)?.constraints.filter((other) => other.component === component) ?? [];
    return (
      ofAll(rootShape) ??
      ofConstraints(sourceShape, component) ??
      first(reachedBy(same), ofShape) ??
      onTheWayTo(sourceShape)
    );
  };
}
