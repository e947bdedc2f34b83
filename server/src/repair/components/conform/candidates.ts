import type { TermId } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/paths/path.ts';
import type { Violation } from '../../../shacl/results/violation.ts';
import type { ConstraintKind, ConstraintOf } from '../../../shacl/shapesGraph/shape.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Fix } from '../../drafts/fix.ts';

/**
 * How results of one constraint component are made to go away: FIX(k, v) of spec/vio.md section 5.5. The table of
 * all components is `index.ts`. Fixes come roughly best first and need not be right: each is verified before anyone
 * sees it.
 */
export interface Candidates<Kind extends ConstraintKind = ConstraintKind> {
  /** What is offered, best first, each as the object of "offers": docs/repairs.md lists it. */
  readonly offers: readonly string[];
  fixes(goal: Goal<Kind>): Iterable<Fix>;
}

/** A result to make go away. */
export interface Goal<Kind extends ConstraintKind = ConstraintKind> {
  readonly constraint: ConstraintOf<Kind>;
  readonly violation: Violation;
  readonly draft: Draft;
  /** How the focus node was reached as a value, when an outer goal led to it. */
  readonly via: Via | undefined;
  /** Ways to make a node conform to a shape, cheapest first: the goal C(t, v) of section 5.5. */
  readonly conform: Conform;
  /** Ways to make a node violate a shape that it conforms to, cheapest first: the goal V(t, v) of section 5.5. */
  readonly violate: Violate;
}

/** A value's place: the path leads to it from the focus node. */
export interface Via {
  readonly focusNode: TermId;
  readonly path: Path;
  /** The property shape that looks there, when one does. */
  readonly shape: TermId | undefined;
}

export type Conform = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;

export type Violate = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;
