import type { Random } from '../../base/random.ts';
import type { TermId } from '../../rdf/terms.ts';
import { asksOf, helps, refsIf, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';

/** The dependencies between shapes (spec/vio.md 3). */
export class ShapeOrder {
  /** The active shapes: parents before the shapes they refer to, otherwise in document order. */
  readonly shapes: readonly Shape[];
  readonly #graph: ShapesGraph;
  readonly #circular = new Map<TermId, boolean>();
  readonly #violated = new Map<Constraint, ReadonlySet<Constraint>>();
  readonly #below = new Map<TermId, ReadonlySet<Constraint>>();

  constructor(graph: ShapesGraph) {
    this.#graph = graph;
    this.shapes = parentsFirst(graph);
  }

  /** The shape, or undefined when it is deactivated: no node violates a deactivated shape. */
  active(id: TermId): Shape | undefined {
    const shape = this.#graph.get(id);
    return shape?.deactivated ? undefined : shape;
  }

  /** True for constraints that lead from a shape of a cycle to another of the same cycle, or to itself. */
  isRecursive(constraint: Constraint): boolean {
    const circle = this.#graph.cycleOf(constraint.shape);
    return circle !== undefined && shapeRefsOf(constraint).some((ref) => this.#graph.cycleOf(ref) === circle);
  }

  /** True for constraints that lead to shapes of a cycle, however far away. */
  leadsToCircle(constraint: Constraint): boolean {
    return shapeRefsOf(constraint).some((ref) => this.entersCircle(ref));
  }

  /**
   * The constraints that a path may violate from this one down to a leaf: the constraint itself, and the constraints
   * that a value has to stop satisfying.
   */
  violatedWith(constraint: Constraint): ReadonlySet<Constraint> {
    let known = this.#violated.get(constraint);
    if (known === undefined) {
      const found = new Set([constraint]);
      for (const each of found)
        for (const ref of violatedRefsOf(each))
          for (const next of this.active(ref)?.constraints ?? []) found.add(next);
      known = found;
      this.#violated.set(constraint, known);
    }
    return known;
  }

  /** All constraints of the shape and of the shapes it refers to. */
  below(id: TermId): ReadonlySet<Constraint> {
    let known = this.#below.get(id);
    if (known === undefined) {
      const found = new Set(this.active(id)?.constraints);
      for (const each of found)
        for (const ref of shapeRefsOf(each))
          for (const next of this.active(ref)?.constraints ?? []) found.add(next);
      known = found;
      this.#below.set(id, known);
    }
    return known;
  }

  /** True for shapes of a cycle, and for shapes that lead to one. */
  entersCircle(id: TermId): boolean {
    if (this.#graph.cycleOf(id) !== undefined) return true;
    let known = this.#circular.get(id);
    if (known === undefined) {
      known = (this.active(id)?.constraints ?? []).some((constraint) => this.leadsToCircle(constraint));
      this.#circular.set(id, known);
    }
    return known;
  }
}

/** Kahn's algorithm. Shapes in a cycle come last. */
function parentsFirst({ shapes, get }: ShapesGraph): readonly Shape[] {
  const active = shapes.filter(({ deactivated }) => !deactivated);
  const parents = new Map(active.map(({ id }) => [id, 0]));
  const children = new Map<TermId, readonly TermId[]>();
  for (const { id, constraints } of active) {
    const refs = [...new Set(constraints.flatMap(shapeRefsOf))].filter((ref) => parents.has(ref));
    children.set(id, refs);
    for (const ref of refs) parents.set(ref, parents.get(ref)! + 1);
  }
  const place = new Map(active.map(({ id }, index) => [id, index]));
  const ordered = new Set<TermId>();
  const open = active.filter(({ id }) => parents.get(id) === 0).map(({ id }) => id);
  while (open.length > 0) {
    const next = open.shift()!;
    ordered.add(next);
    for (const ref of children.get(next)!) {
      parents.set(ref, parents.get(ref)! - 1);
      if (parents.get(ref) !== 0) continue;
      const after = open.findIndex((id) => place.get(id)! > place.get(ref)!);
      open.splice(after < 0 ? open.length : after, 0, ref);
    }
  }
  for (const { id } of active) ordered.add(id);
  return [...ordered].map((id) => get(id)!);
}

/** The numbers from 0 to below `count`, in order. */
export function* allRanks(count: bigint): Iterable<bigint> {
  for (let rank = 0n; rank < count; rank++) yield rank;
}

/** The same numbers in random order, drawn lazily (Fisher and Yates): each has the same chance to be the next. */
export function* shuffledRanks(count: bigint, random: Random): Iterable<bigint> {
  const moved = new Map<bigint, bigint>();
  const at = (index: bigint) => moved.get(index) ?? index;
  for (let i = 0n; i < count; i++) {
    const j = i + random.belowBig(count - i);
    const rank = at(j);
    moved.set(j, at(i));
    moved.delete(i);
    yield rank;
  }
}

/** The shapes that a value has to violate for the constraint to be violated. */
export function violatedRefsOf(constraint: Constraint): readonly TermId[] {
  // A minimum of 0 is never violated.
  if (constraint.kind === 'qualifiedMinCount' && constraint.count === 0) return [];
  return refsIf(constraint, (asks) => helps(asks, 'conforming'));
}

/** The shapes that a value has to conform to for the constraint to be violated. */
export function conformedRefsOf(constraint: Constraint): readonly TermId[] {
  return refsIf(constraint, (asks) => helps(asks, 'violating') && !helps(asks, 'conforming'));
}

/** True for constraints that are violated by values that violate the shapes they refer to. */
export function isViolatedThroughRefs(constraint: Constraint): boolean {
  const asks = asksOf(constraint);
  return asks !== undefined && helps(asks, 'conforming');
}
