import type { TermId } from '../rdf/terms.ts';
import type { Constraint, Shape } from './shape.ts';

/** The shapes that a constraint refers to. */
export function shapeRefsOf(constraint: Constraint): readonly TermId[] {
  switch (constraint.kind) {
    case 'node':
    case 'property':
    case 'not':
      return [constraint.shapeRef];
    case 'and':
    case 'or':
    case 'xone':
      return constraint.shapeRefs;
    case 'qualifiedMinCount':
    case 'qualifiedMaxCount':
      return [constraint.shapeRef, ...constraint.siblings];
    default:
      return [];
  }
}

/**
 * Numbers the circles in which shapes refer to one another: two shapes have the same number exactly when each leads
 * to the other. Shapes in no circle are left out. (Tarjan's algorithm, with a stack of its own because chains of
 * shapes can be longer than the call stack.)
 */
export function findCycles(shapes: readonly Shape[]): ReadonlyMap<TermId, number> {
  const references = new Map(
    shapes.map(({ id, constraints }) => [id, [...new Set(constraints.flatMap(shapeRefsOf))]]),
  );
  const cycles = new Map<TermId, number>();
  const order = new Map<TermId, number>();
  const low = new Map<TermId, number>();
  const open: TermId[] = [];
  const isOpen = new Set<TermId>();
  let cycleCount = 0;

  const enter = (id: TermId) => {
    order.set(id, order.size);
    low.set(id, order.get(id)!);
    open.push(id);
    isOpen.add(id);
    return { id, next: 0 };
  };
  const close = (id: TermId) => {
    const members = open.splice(open.lastIndexOf(id));
    for (const member of members) isOpen.delete(member);
    if (members.length === 1 && !references.get(id)!.includes(id)) return;
    for (const member of members) cycles.set(member, cycleCount);
    cycleCount++;
  };

  for (const { id: start } of shapes) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    while (path.length > 0) {
      const frame = path.at(-1)!;
      const target = references.get(frame.id)![frame.next++];
      if (target === undefined) {
        path.pop();
        if (low.get(frame.id) === order.get(frame.id)) close(frame.id);
        const parent = path.at(-1);
        if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(frame.id)!));
      } else if (!order.has(target)) {
        if (references.has(target)) path.push(enter(target));
      } else if (isOpen.has(target)) {
        low.set(frame.id, Math.min(low.get(frame.id)!, order.get(target)!));
      }
    }
  }
  return cycles;
}

/**
 * Leaves out the constraints by which a shape would conform because it does not: those that count against a node what
 * leads back to their own shape (sh:not, sh:xone, sh:qualifiedMaxCount and disjoint siblings). What is left of a
 * circle can only be refuted, never confirmed, by refuting a part of it, so it has one greatest fixpoint.
 */
export function withoutParadoxes(shapes: readonly Shape[]): {
  readonly shapes: readonly Shape[];
  readonly skipped: readonly Constraint[];
} {
  const cycles = findCycles(shapes);
  const isParadox = (constraint: Constraint) => {
    const cycle = cycles.get(constraint.shape);
    return cycle !== undefined && refutingRefsOf(constraint).some((ref) => cycles.get(ref) === cycle);
  };
  const skipped = shapes.flatMap(({ constraints }) => constraints.filter(isParadox));
  if (skipped.length === 0) return { shapes, skipped };
  return {
    shapes: shapes.map((shape) => ({
      ...shape,
      constraints: shape.constraints.filter((constraint) => !isParadox(constraint)),
    })),
    skipped,
  };
}

/** The shapes that a node had better not conform to. */
function refutingRefsOf(constraint: Constraint): readonly TermId[] {
  switch (constraint.kind) {
    case 'not':
    case 'xone':
      return shapeRefsOf(constraint);
    case 'qualifiedMaxCount':
      return [constraint.shapeRef];
    case 'qualifiedMinCount':
      return constraint.siblings;
    default:
      return [];
  }
}
