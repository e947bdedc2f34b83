import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import { asksOf, isChoice, isJudgedElsewhere, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { RecordedValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { constraintOf, stepsTo } from '../expansion/factor.ts';
import type { Root } from '../expansion/roots.ts';
import { conformedRefsOf, type ShapeOrder } from '../expansion/shapeOrder.ts';
import type { MadeLeaf } from './attempt.ts';

/**
 * What a case does to the constraints that lead to its results. A constraint is judged at the focus nodes and values that a
 * root shape leads to from its focus node. It counts as newly violated, or satisfied, when that holds at more of them than
 * in the valid graph. A value that replaces another one and violates the same constraint adds nothing.
 */
interface Exercise {
  /** Constraints whose violation leads to a result, newly violated. */
  readonly violated: ReadonlySet<Constraint>;
  /** Constraints whose satisfaction leads to a result, as below sh:not, newly satisfied. */
  readonly satisfied: ReadonlySet<Constraint>;
  /** The other constraints that lead to a result: violated, or satisfied, but not more than in the valid graph. */
  readonly touched: ReadonlySet<Constraint>;
}

/**
 * What the results of a changed graph exercise.
 *
 * @param results those that the valid graph does not have.
 */
function exerciseOf(
  results: readonly Violation[],
  {
    shapes,
    before,
    after,
  }: { readonly shapes: ShapesGraph; readonly before: Evaluator; readonly after: Evaluator },
): Exercise {
  const violated = new Set<Constraint>();
  const satisfied = new Set<Constraint>();
  const touched = new Set<Constraint>();
  const seen = new Set<number>();
  for (const { rootShape, rootFocusNode } of results) {
    const key = pairKey(rootShape, rootFocusNode);
    const shape = shapes.get(rootShape);
    if (shape === undefined || seen.has(key)) continue;
    seen.add(key);
    const causes = new Causes(shapes, after);
    causes.addReported(shape.id, rootFocusNode, results);
    const wasTarget = before.isTarget(shape, rootFocusNode);
    const earlier = new Counts(shapes, before, causes);
    const later = new Counts(shapes, after, causes);
    if (wasTarget) earlier.add(shape.id, rootFocusNode);
    later.add(shape.id, rootFocusNode);
    for (const verdict of verdicts) {
      for (const constraint of causes[verdict]) {
        const isNew = later.of(verdict, constraint) > earlier.of(verdict, constraint);
        if (!isNew) touched.add(constraint);
        else if (verdict === 'violated') violated.add(constraint);
        else satisfied.add(constraint);
      }
    }
  }
  for (const constraint of [...violated, ...satisfied]) touched.delete(constraint);
  return { violated, satisfied, touched };
}

type Verdict = 'violated' | 'satisfied';

/** The constraints whose violation or satisfaction makes a node violate a shape. */
class Causes {
  readonly violated = new Set<Constraint>();
  readonly satisfied = new Set<Constraint>();
  readonly #shapes: ShapesGraph;
  readonly #evaluator: Evaluator;
  readonly #seen = { violated: new Set<number>(), satisfied: new Set<number>() };
  readonly #seenReported = new Set<number>();

  constructor(shapes: ShapesGraph, evaluator: Evaluator) {
    this.#shapes = shapes;
    this.#evaluator = evaluator;
  }

  has(constraint: Constraint): boolean {
    return this.violated.has(constraint) || this.satisfied.has(constraint);
  }

  /**
   * Adds what leads to the results of a node that a root shape, or sh:property, makes a focus node.
   *
   * @returns whether any of the results was found.
   */
  addReported(id: TermId, node: TermId, results: readonly Violation[]): boolean {
    const shape = this.#shapes.get(id);
    const key = pairKey(id, node);
    if (shape === undefined || shape.deactivated || this.#seenReported.has(key)) return false;
    this.#seenReported.add(key);
    const values = valuesAt(shape, node, this.#evaluator);
    let isFound = false;
    for (const constraint of shape.constraints) {
      const isCause =
        constraint.kind === 'property'
          ? values.map((value) => this.addReported(constraint.shapeRef, value, results)).includes(true)
          : results.some((result) => result.constraint === constraint && result.focusNode === node);
      if (!isCause) continue;
      isFound = true;
      this.violated.add(constraint);
      if (constraint.kind !== 'property') this.#addBelow(constraint, 'violated', node, values);
    }
    return isFound;
  }

  /** Adds what makes the node violate the shape, or conform to it, whichever it does. */
  #add(id: TermId, node: TermId): void {
    const verdict = this.#evaluator.conforms(node, id) ? 'satisfied' : 'violated';
    const shape = this.#shapes.get(id);
    const key = pairKey(id, node);
    if (shape === undefined || shape.deactivated || this.#seen[verdict].has(key)) return;
    this.#seen[verdict].add(key);
    const values = valuesAt(shape, node, this.#evaluator);
    for (const constraint of shape.constraints) {
      // A node that violates a shape also satisfies some of its constraints.
      if (judgedAs(verdict, constraint, node, values, this.#evaluator).length === 0) continue;
      this[verdict].add(constraint);
      this.#addBelow(constraint, verdict, node, values);
    }
  }

  #addBelow(constraint: Constraint, verdict: Verdict, node: TermId, values: readonly TermId[]): void {
    if (asksOf(constraint) === undefined) return;
    const judged = countsValues(constraint)
      ? values
      : judgedAs(verdict, constraint, node, values, this.#evaluator);
    for (const [ref, value] of this.#decisive(constraint, verdict, judged)) this.#add(ref, value);
  }

  /** The shapes and values that decide the verdict of a constraint. */
  *#decisive(
    constraint: Constraint,
    verdict: Verdict,
    values: readonly TermId[],
  ): Iterable<readonly [ref: TermId, value: TermId]> {
    const asks = asksOf(constraint);
    const isViolated = verdict === 'violated';
    const counted = new Set(this.#evaluator.countedValues(constraint, values));
    for (const value of values) {
      const refs = shapeRefsOf(constraint);
      const held = refs.filter((ref) => this.#evaluator.conforms(value, ref));
      const broken = refs.filter((ref) => !held.includes(ref));
      const [own, ...siblings] = refs;
      switch (asks) {
        case 'elsewhere':
        case undefined:
          return;
        case 'all':
        case 'some':
          yield* pairs(isViolated ? broken : held, value);
          break;
        case 'none':
          yield* pairs(isViolated ? held : broken, value);
          break;
        case 'one':
          yield* pairs(isViolated && held.length > 0 ? held : refs, value);
          break;
        case 'enough':
        case 'few':
          // A value that counts conforms to the shape; one that does not violates it, or conforms to that of a sibling.
          if (counted.has(value) !== (isViolated === (asks === 'few'))) break;
          if (counted.has(value) || broken.includes(own!)) yield [own!, value];
          else
            yield* pairs(
              siblings.filter((ref) => held.includes(ref)),
              value,
            );
      }
    }
  }
}

function pairs(refs: readonly TermId[], value: TermId): readonly (readonly [TermId, TermId])[] {
  return refs.map((ref) => [ref, value]);
}

function countsValues(constraint: Constraint): boolean {
  const asks = asksOf(constraint);
  return asks === 'enough' || asks === 'few';
}

/** At how many focus nodes and values some constraints are violated and satisfied. */
class Counts {
  readonly #shapes: ShapesGraph;
  readonly #evaluator: Evaluator;
  readonly #of: Pick<Causes, 'has'>;
  readonly #seen = new Set<number>();
  readonly #counts = { violated: new Map<Constraint, number>(), satisfied: new Map<Constraint, number>() };

  /** @param of the constraints to count. */
  constructor(shapes: ShapesGraph, evaluator: Evaluator, of: Pick<Causes, 'has'>) {
    this.#shapes = shapes;
    this.#evaluator = evaluator;
    this.#of = of;
  }

  of(verdict: Verdict, constraint: Constraint): number {
    return this.#counts[verdict].get(constraint) ?? 0;
  }

  /** Counts at a node, and at all that its shape leads to from there. */
  add(id: TermId, node: TermId): void {
    const shape = this.#shapes.get(id);
    const key = pairKey(id, node);
    if (shape === undefined || shape.deactivated || this.#seen.has(key)) return;
    this.#seen.add(key);
    const values = valuesAt(shape, node, this.#evaluator);
    for (const constraint of shape.constraints) {
      if (!this.#of.has(constraint)) continue;
      for (const verdict of verdicts) {
        const { length } = judgedAs(verdict, constraint, node, values, this.#evaluator);
        this.#counts[verdict].set(constraint, this.of(verdict, constraint) + length);
      }
      if (isJudgedElsewhere(constraint)) continue;
      for (const ref of shapeRefsOf(constraint)) for (const value of values) this.add(ref, value);
    }
  }
}

const verdicts: readonly Verdict[] = ['violated', 'satisfied'];

function valuesAt({ path }: Shape, node: TermId, evaluator: Evaluator): readonly TermId[] {
  return path === undefined ? [node] : evaluator.values(node, path);
}

/** The values that a constraint rejects, or accepts; the focus node where it judges all values together. */
function judgedAs(
  verdict: Verdict,
  constraint: Constraint,
  node: TermId,
  values: readonly TermId[],
  evaluator: Evaluator,
): readonly TermId[] {
  const isRefused = verdict === 'violated';
  if (constraint.kind === 'property')
    return values.filter((value) => evaluator.conforms(value, constraint.shapeRef) !== isRefused);
  const check = evaluator.check(constraint);
  if (check === undefined) return [];
  if (check.kind === 'value') return values.filter((value) => check.accepts(value) !== isRefused);
  return check.failures(node, values).length > 0 === isRefused ? [node] : [];
}

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

  /** True for constraints that violations of others only require to be satisfied, never violated. */
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
        // Satisfying a constraint that can be violated does not exercise it.
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
   * The constraints for which the search is over after a case: those that it exercises on the way to its leaf. Other
   * violated constraints get their own cases.
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
