import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Constraint } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart, Violation } from '../model/violation.ts';

/**
 * Finds the results for which the findings of rdf-validate-shacl are not valid: results of constraints that it did not
 * check, and results that depend on verdicts of shapes with such constraints. The engine does not distinguish the
 * constraints of a component, so when one of them is not checked, none of them counts.
 *
 * @returns a function from a result to the reason why neither its presence nor its absence counts; undefined when it
 *   counts.
 */
export function referenceGaps(
  notChecked: readonly UncheckedPart[],
  shapes: ShapesGraph,
): (violation: Violation) => UncheckedPart | undefined {
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
  const first = <Item>(items: Iterable<Item>, gap: (item: Item) => UncheckedPart | undefined) => {
    for (const item of items) {
      const found = gap(item);
      if (found) return found;
    }
    return undefined;
  };
  /** Finds a left-out sh:property constraint through which the shape would have been reached. */
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
