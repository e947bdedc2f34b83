import type { TermId } from '../../rdf/terms.ts';
import type { Shape } from '../../shacl/shapesGraph/shape.ts';
import { requiredRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';
import type { Draft } from '../drafts/draft.ts';
import { constraintsOfKind, type Requirements } from './requirements.ts';

/** A property that shapes ask a node for. */
export interface AskedProperty {
  readonly predicate: TermId;
  readonly isRequired: boolean;
}

/** The properties that the shapes of a value, and those that target it, ask it for. */
export function propertiesAskedFor(
  node: TermId,
  requirements: Requirements,
  { evaluator, search }: Draft,
): readonly AskedProperty[] {
  const { shapes } = search;
  const found = new Map<TermId, boolean>();
  const seen = new Set<TermId>();
  const visit = (shape: Shape | undefined) => {
    if (shape === undefined || shape.deactivated || seen.has(shape.id)) return;
    seen.add(shape.id);
    if (shape.kind === 'property') {
      if (shape.path?.kind !== 'predicate') return;
      const isRequired = constraintsOfKind(shape.constraints, 'minCount').some(({ count }) => count > 0);
      found.set(shape.path.predicate, isRequired || (found.get(shape.path.predicate) ?? false));
      return;
    }
    for (const constraint of shape.constraints) {
      for (const ref of requiredRefsOf(constraint)) visit(shapes.get(ref));
    }
  };
  for (const constraint of requirements.direct) {
    for (const ref of requiredRefsOf(constraint)) visit(shapes.get(ref));
  }
  for (const shape of requirements.valueShapes) visit(shapes.get(shape));
  for (const root of shapes.roots) if (evaluator.isTarget(root, node)) visit(root);
  return Array.from(found, ([predicate, isRequired]) => ({ predicate, isRequired }));
}
