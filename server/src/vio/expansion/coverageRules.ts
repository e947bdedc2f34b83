import type { TermId } from '../../rdf/terms.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import { conformedRefsOf, isChoice, shapeRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';
import type { MadeLeaf } from '../cases/attempt.ts';
import { placedAt } from './edits.ts';
import { stepsTo } from './factor.ts';
import type { ShapeOrder } from './shapeOrder.ts';

/** Which constraints a leaf can cover, and which ones a case covers (spec/vio.md 8). */
export class CoverageRules {
  readonly #order: ShapeOrder;
  readonly #shapes: ShapesGraph;
  /** Constraints whose values only have to conform, never to violate, as below sh:not. */
  readonly #onlySatisfied: ReadonlySet<Constraint>;
  readonly #reach = new Map<Constraint, ReadonlySet<Constraint>>();

  /** @param starts the constraints of the root shapes. */
  constructor(order: ShapeOrder, shapes: ShapesGraph, starts: readonly Constraint[]) {
    this.#order = order;
    this.#shapes = shapes;
    const violated = new Set(starts.flatMap((constraint) => [...order.violatedWith(constraint)]));
    const satisfied = new Set<Constraint>();
    for (const constraint of violated) {
      for (const each of this.#satisfiedWith(constraint)) if (!violated.has(each)) satisfied.add(each);
    }
    this.#onlySatisfied = satisfied;
  }

  /** All constraints that leaves below a constraint can cover, including the constraint. */
  reach(constraint: Constraint): ReadonlySet<Constraint> {
    let known = this.#reach.get(constraint);
    if (known === undefined) {
      const found = new Set(this.#order.violatedWith(constraint));
      for (const each of [...found]) {
        for (const satisfied of this.#satisfiedWith(each))
          if (this.#onlySatisfied.has(satisfied)) found.add(satisfied);
      }
      known = found;
      this.#reach.set(constraint, found);
    }
    return known;
  }

  /**
   * The constraints on the way to the leaf and the leaf's own. A violated alternative also covers the constraints that
   * cause the violation. A value that has to conform also covers the constraints it satisfies that are never violated.
   */
  coveredBy({ leaf, draft, expected }: MadeLeaf): ReadonlySet<Constraint> {
    const covered = new Set<Constraint>();
    const { evaluator } = draft;
    for (const factor of leaf.factors) {
      for (const { constraint, value } of stepsTo(factor.parent)) {
        covered.add(constraint);
        if (value === undefined || !isChoice(constraint)) continue;
        const node = placedAt(value, draft);
        for (const ref of shapeRefsOf(constraint)) this.#addViolated(node, ref, evaluator, covered);
      }
      if (factor.kind === 'constraint') covered.add(factor.constraint);
    }
    covered.add(expected.constraint);
    for (const constraint of [...covered]) {
      for (const each of this.#satisfiedWith(constraint))
        if (this.#onlySatisfied.has(each)) covered.add(each);
    }
    return covered;
  }

  #satisfiedWith(constraint: Constraint): readonly Constraint[] {
    if (this.#order.isRecursive(constraint)) return [];
    return conformedRefsOf(constraint).flatMap((ref) => [...this.#order.below(ref)]);
  }

  #addViolated(node: TermId, shape: TermId, evaluator: Evaluator, into: Set<Constraint>): void {
    const violated = new Set<TermId>();
    const add = (results: readonly Violation[]) => {
      for (const { constraint, sourceShape, details } of results) {
        into.add(constraint);
        violated.add(sourceShape);
        add(details);
      }
    };
    add(evaluator.validateNode(node, shape));
    for (const constraint of this.#shapes.get(shape)?.constraints ?? []) {
      if (constraint.kind === 'property' && violated.has(constraint.shapeRef)) into.add(constraint);
    }
  }
}
