import type { TermId } from '../rdf/terms.ts';
import { componentOf } from './components/index.ts';
import { disfavouredRefsOf, favouredRefsOf } from './components/shapeRefs.ts';
import type { Constraint, Shape } from './model/shape.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';

/**
 * Determines how more triples can change a verdict. Paths can then only lead to more values, so most constraints can only
 * become violated, and some can only become satisfied. In doubt, it answers true.
 */
export class Monotonicity {
  readonly #shapes: ShapesGraph;
  /**
   * The answer for each shape; undefined while it is computed, which ends the recursion of shapes that refer to themselves.
   */
  readonly #mayFix = new Map<TermId, boolean | undefined>();
  readonly #mayBreak = new Map<TermId, boolean | undefined>();

  constructor(shapes: ShapesGraph) {
    this.#shapes = shapes;
  }

  /** Whether a node that violates the shape may conform to it when triples are added. */
  mayFix(shape: TermId): boolean {
    return this.#ask(this.#mayFix, shape, ({ constraints }) =>
      constraints.some((constraint) => this.#mayFixOne(constraint)),
    );
  }

  /** Whether a violation of the constraint may go away when triples are added. */
  mayMend(constraint: Constraint): boolean {
    return this.#mayFixOne(constraint);
  }

  /** Whether a node that conforms to the shape may violate it when triples are added. */
  mayBreak(shape: TermId): boolean {
    return this.#ask(this.#mayBreak, shape, ({ constraints, path }) =>
      constraints.some((constraint) => this.#mayBreakOne(constraint, path !== undefined)),
    );
  }

  #ask(known: Map<TermId, boolean | undefined>, id: TermId, find: (shape: Shape) => boolean): boolean {
    if (known.has(id)) return known.get(id) ?? true;
    const shape = this.#shapes.get(id);
    known.set(id, undefined);
    const answer = shape !== undefined && !shape.deactivated && find(shape);
    known.set(id, answer);
    return answer;
  }

  #mayFixOne(constraint: Constraint): boolean {
    return (
      componentOf(constraint).moreTriples.mayMend ||
      favouredRefsOf(constraint).some((ref) => this.mayFix(ref)) ||
      disfavouredRefsOf(constraint).some((ref) => this.mayBreak(ref))
    );
  }

  /** @param hasPath whether the shape may get more values. */
  #mayBreakOne(constraint: Constraint, hasPath: boolean): boolean {
    const { mayViolate } = componentOf(constraint).moreTriples;
    return (
      mayViolate === 'always' ||
      (mayViolate === 'asValues' && hasPath) ||
      favouredRefsOf(constraint).some((ref) => this.mayBreak(ref)) ||
      disfavouredRefsOf(constraint).some((ref) => this.mayFix(ref))
    );
  }
}
