import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Via } from '../../repair/drafts/goal.ts';
import type { Constraint, ConstraintOf } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { type NodeNames, shapeNodeNames } from '../../shacl/results/resultName.ts';

/** A node at which a constraint may be violated, and how the path reached it. */
export interface Site {
  readonly node: TermId;
  /** The step that reached the node as a value; undefined for focus nodes of root shapes. */
  readonly via: Via | undefined;
}

/** A step on the path from a root constraint to a leaf. */
export interface FactorStep {
  readonly constraint: Constraint;
  readonly sites: readonly Site[];
  /** The value that the rest of the path is about, when there is exactly one. */
  readonly value?: Site;
  readonly parent: FactorStep | undefined;
}

/**
 * VIO(κ, F) of spec/vio.md section 5: a goal that several edits can bring about. For `constraint`, the goal is a
 * violation at one of the sites. The other kinds come from Rule 2 and its variants, and are about one value of a focus
 * node. The value has to violate a shape (`violate`, the artificial node shape), stop being a value (`detach`, the
 * artificial property shape) or conform to a shape (`conform`).
 */
export type Factor =
  | {
      readonly kind: 'constraint';
      readonly constraint: Constraint;
      readonly sites: readonly Site[];
      readonly parent: FactorStep | undefined;
    }
  | {
      readonly kind: 'violate' | 'conform';
      readonly shape: TermId;
      readonly site: Site;
      readonly parent: FactorStep;
    }
  | {
      readonly kind: 'detach';
      readonly owner: ConstraintOf<'qualifiedMinCount' | 'someValue'>;
      readonly focus: Site;
      readonly value: TermId;
      readonly parent: FactorStep;
    };

export type ConstraintFactor = Extract<Factor, { readonly kind: 'constraint' }>;

/** Factors that one case has to bring about at the same time. */
export type Product = readonly Factor[];

/** The constraint to violate, or the last one on the way to the factor's goal. */
export function constraintOf(factor: Factor): Constraint {
  return factor.kind === 'constraint' ? factor.constraint : factor.parent.constraint;
}

/** The steps from the root to the parent of the factor. */
export function stepsTo(step: FactorStep | undefined): readonly FactorStep[] {
  return step === undefined ? [] : [...stepsTo(step.parent), step];
}

/**
 * Names constraints in suites (spec/vio.md 2) by shape, component and parameter value. These names stay valid after
 * edits elsewhere in the shapes. A shape that is a blank node is named by the path that leads to it.
 */
export class ConstraintKeys {
  readonly #names: NodeNames;

  constructor(shapes: ShapesGraph) {
    this.#names = shapeNodeNames(shapes);
  }

  key({ shape, component, parameterValue }: Constraint): string {
    return [this.#names.name(shape), termToNTriples(component), this.#names.name(parameterValue)].join('|');
  }
}
