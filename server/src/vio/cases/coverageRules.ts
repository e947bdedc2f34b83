import { conformedRefsOf, isChoice, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { constraintOf, stepsTo } from '../expansion/factor.ts';
import type { Root } from '../expansion/roots.ts';
import type { ShapeOrder } from '../expansion/shapeOrder.ts';
import type { MadeLeaf } from './attempt.ts';
import { type Exercise, exerciseOf } from './exercise.ts';

/** Which constraints a leaf can exercise, and which ones a case does (spec/vio.md 8). */
export class CoverageRules {
  readonly #order: ShapeOrder;
  readonly #shapes: ShapesGraph;
  readonly #before: Evaluator;
  /** Constraints whose values only have to conform, never to violate, as below sh:not. */
  readonly #onlySatisfied: ReadonlySet<Constraint>;
  readonly #reach = new Map<Constraint, ReadonlySet<Constraint>>();
  readonly #exercises = new WeakMap<readonly Violation[], Exercise>();

  constructor(order: ShapeOrder, { input, evaluator }: RecordedValidation, roots: readonly Root[]) {
    this.#order = order;
    this.#shapes = input.shapes;
    this.#before = evaluator;
    const starts = roots.flatMap(({ shape }) => shape.constraints);
    const violated = new Set(starts.flatMap((constraint) => [...order.violatedWith(constraint)]));
    const satisfied = new Set<Constraint>();
    for (const constraint of violated) {
      for (const each of this.#satisfiedWith(constraint)) if (!violated.has(each)) satisfied.add(each);
    }
    this.#onlySatisfied = satisfied;
  }

  /** True for constraints that no violation of another one asks to be violated, only to be satisfied. */
  isOnlySatisfied(constraint: Constraint): boolean {
    return this.#onlySatisfied.has(constraint);
  }

  /** All constraints that leaves below a constraint can exercise, including the constraint. */
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
   * What a case exercises, on the way to its leaf and elsewhere.
   *
   * @param results those that the valid graph does not have.
   * @param after judges the changed graph.
   */
  exerciseOf(results: readonly Violation[], after: Evaluator): Exercise {
    let exercise = this.#exercises.get(results);
    if (exercise === undefined) {
      const graphs = { shapes: this.#shapes, before: this.#before, after };
      const { violated, satisfied, touched } = exerciseOf(results, graphs);
      const counts = (each: Constraint) => this.#onlySatisfied.has(each) && !violated.has(each);
      exercise = {
        violated,
        satisfied: new Set([...satisfied].filter(counts)),
        // Whatever can be violated is not exercised by being satisfied.
        touched: new Set([
          ...touched,
          ...[...satisfied].filter((each) => !counts(each) && !violated.has(each)),
        ]),
      };
      this.#exercises.set(results, exercise);
    }
    return exercise;
  }

  /**
   * The constraints for which the search is over after a case: those that it exercises on the way to its leaf. What
   * else it violates gets cases of its own.
   */
  settledBy(made: MadeLeaf): ReadonlySet<Constraint> {
    const { violated, satisfied } = this.exerciseOf(made.results, made.draft.evaluator);
    const onPath = new Set([made.expected.constraint]);
    for (const factor of made.leaf.factors) {
      onPath.add(constraintOf(factor));
      for (const { constraint } of stepsTo(factor.parent)) {
        onPath.add(constraint);
        if (!isChoice(constraint)) continue;
        for (const ref of shapeRefsOf(constraint))
          for (const each of this.#order.below(ref)) onPath.add(each);
      }
    }
    for (const constraint of [...onPath])
      for (const each of this.#satisfiedWith(constraint)) onPath.add(each);
    return new Set([...violated, ...satisfied].filter((constraint) => onPath.has(constraint)));
  }

  #satisfiedWith(constraint: Constraint): readonly Constraint[] {
    return conformedRefsOf(constraint).flatMap((ref) => [...this.#order.below(ref)]);
  }
}
