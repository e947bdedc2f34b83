import type { TermId } from '../../rdf/terms.ts';
import type { Constraint, Shape } from '../../shacl/shapesGraph/shape.ts';
import { shapeRefsOf, violatedRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';

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

  /** True for constraints that lead to shapes that refer to each other in a cycle. They are not expanded. */
  isRecursive(constraint: Constraint): boolean {
    return shapeRefsOf(constraint).some((ref) => this.#leadsToCircle(ref));
  }

  /**
   * The constraints that a path may violate from this one down to a leaf: the constraint itself, and the constraints
   * that a value has to stop satisfying.
   */
  violatedWith(constraint: Constraint): ReadonlySet<Constraint> {
    let known = this.#violated.get(constraint);
    if (known === undefined) {
      const found = new Set([constraint]);
      this.#violated.set(constraint, found);
      if (!this.isRecursive(constraint)) {
        for (const ref of violatedRefsOf(constraint)) {
          for (const each of this.active(ref)?.constraints ?? []) {
            for (const reached of this.violatedWith(each)) found.add(reached);
          }
        }
      }
      known = found;
    }
    return known;
  }

  /** All constraints of the shape and of the shapes it refers to. */
  below(id: TermId): ReadonlySet<Constraint> {
    let known = this.#below.get(id);
    if (known === undefined) {
      const found = new Set<Constraint>();
      this.#below.set(id, found);
      for (const constraint of this.active(id)?.constraints ?? []) {
        found.add(constraint);
        for (const ref of shapeRefsOf(constraint)) for (const each of this.below(ref)) found.add(each);
      }
      known = found;
    }
    return known;
  }

  #leadsToCircle(id: TermId): boolean {
    let known = this.#circular.get(id);
    if (known === undefined) {
      this.#circular.set(id, false);
      known =
        this.#graph.cycleOf(id) !== undefined ||
        (this.active(id)?.constraints ?? []).some((constraint) => this.isRecursive(constraint));
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
