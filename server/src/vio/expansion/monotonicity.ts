import type { TermId } from '../../rdf/terms.ts';
import type { Constraint, Shape } from '../../shacl/shapesGraph/shape.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';

/**
 * What more triples can do to a verdict. Paths only lead to more values then, so most constraints can only get worse,
 * and some only better. Says true where it takes a closer look to know.
 */
export class Monotonicity {
  readonly #shapes: ShapesGraph;
  /** By shape; unknown while it is being found out, which is where shapes refer back to themselves. */
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
    switch (constraint.kind) {
      case 'class':
      case 'hasValue':
      case 'minCount':
      case 'equals':
      case 'qualifiedMinCount':
        return true;
      case 'qualifiedMaxCount':
        return this.mayBreak(constraint.shapeRef) || constraint.siblings.some((ref) => this.mayFix(ref));
      case 'not':
        return this.mayBreak(constraint.shapeRef);
      case 'node':
      case 'property':
        return this.mayFix(constraint.shapeRef);
      case 'and':
      case 'or':
        return constraint.shapeRefs.some((ref) => this.mayFix(ref));
      case 'xone':
        return constraint.shapeRefs.some((ref) => this.mayFix(ref) || this.mayBreak(ref));
      default:
        return false;
    }
  }

  /** @param hasPath whether there may be more values. */
  #mayBreakOne(constraint: Constraint, hasPath: boolean): boolean {
    switch (constraint.kind) {
      case 'minCount':
      case 'hasValue':
        return false;
      case 'closed':
      case 'equals':
      case 'disjoint':
      case 'qualifiedMaxCount':
        return true;
      case 'qualifiedMinCount':
        return this.mayBreak(constraint.shapeRef) || constraint.siblings.some((ref) => this.mayFix(ref));
      case 'not':
        return hasPath || this.mayFix(constraint.shapeRef);
      case 'node':
      case 'property':
        return hasPath || this.mayBreak(constraint.shapeRef);
      case 'and':
      case 'or':
        return hasPath || constraint.shapeRefs.some((ref) => this.mayBreak(ref));
      case 'xone':
        return hasPath || constraint.shapeRefs.some((ref) => this.mayFix(ref) || this.mayBreak(ref));
      default:
        return hasPath;
    }
  }
}
