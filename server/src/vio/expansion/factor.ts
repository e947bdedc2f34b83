import type { TermId } from '../../rdf/terms.ts';
import type { Via } from '../../repair/components/conform/candidates.ts';
import type { Constraint, ConstraintOf } from '../../shacl/shapesGraph/shape.ts';

/** A node at which a constraint may be violated, with the way that led to it. */
export interface Site {
  readonly node: TermId;
  /** How it is reached as a value; undefined for focus nodes of root shapes. */
  readonly via: Via | undefined;
}

/** A step from a root constraint towards a leaf. */
export interface Step {
  readonly constraint: Constraint;
  readonly sites: readonly Site[];
  /** The value that what follows is about, where there is just one. */
  readonly value?: Site;
  readonly parent: Step | undefined;
}

/**
 * VIO(κ, F) of spec/vio.md section 5: what is to be made so, by one of several ways. `constraint` is to be violated at
 * one of the sites. The others come from Rule 2 and its kin, for one value of a focus node: it is to violate a shape
 * (`violate`, the artificial node shape), to be no value any more (`detach`, the artificial property shape) or to
 * conform to a shape (`conform`).
 */
export type Factor =
  | {
      readonly kind: 'constraint';
      readonly constraint: Constraint;
      readonly sites: readonly Site[];
      readonly parent: Step | undefined;
    }
  | {
      readonly kind: 'violate' | 'conform';
      readonly shape: TermId;
      readonly site: Site;
      readonly parent: Step;
    }
  | {
      readonly kind: 'detach';
      readonly owner: ConstraintOf<'qualifiedMinCount'>;
      readonly focus: Site;
      readonly value: TermId;
      readonly parent: Step;
    };

export type ConstraintFactor = Extract<Factor, { readonly kind: 'constraint' }>;

/** Factors that are to be made so together. */
export type Product = readonly Factor[];

/** The constraint that is to be violated, or the last one on the way to what is to be made so. */
export function constraintOf(factor: Factor): Constraint {
  return factor.kind === 'constraint' ? factor.constraint : factor.parent.constraint;
}

/** The steps from the root down to what comes before the factor. */
export function stepsTo(step: Step | undefined): readonly Step[] {
  return step === undefined ? [] : [...stepsTo(step.parent), step];
}
