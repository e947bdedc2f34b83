import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { ConstraintKind, ConstraintOf } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { Draft } from './draft.ts';
import type { Fix } from './fix.ts';

/** A result to remove. */
export interface Goal<Kind extends ConstraintKind = ConstraintKind> {
  readonly constraint: ConstraintOf<Kind>;
  readonly violation: Violation;
  readonly draft: Draft;
  /** How an outer goal reached the focus node as a value. */
  readonly via: Via | undefined;
  /** Fixes that make a node conform to a shape, cheapest first: the goal C(t, v) of section 5.5. */
  readonly conform: Conform;
  /** Fixes that make a node violate a shape to which it conforms, cheapest first: the goal V(t, v) of section 5.5. */
  readonly violate: Violate;
}

/** The place of a value: the path leads to it from the focus node. */
export interface Via {
  readonly focusNode: TermId;
  readonly path: Path;
  /** The property shape with this path, if there is one. */
  readonly shape: TermId | undefined;
}

export type Conform = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;

export type Violate = (node: TermId, shape: TermId, draft: Draft, via: Via | undefined) => Iterable<Fix>;
