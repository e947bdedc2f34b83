import type { TermId } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import type { Via } from '../../drafts/goal.ts';

/** A value among too many, and what speaks for removing or keeping it. */
export interface WeighedValue {
  readonly value: TermId;
  /** How much would be lost with it; equal for values that nothing tells apart. */
  readonly worth: number;
  /** Why it may be removed. */
  readonly against?: Evidence;
  /** Why it should stay. */
  readonly inFavour?: Evidence;
}

/** The worth of values; up to `expendable`, nobody will miss them. */
export const worths = {
  wrong: 0,
  empty: 1,
  repeated: 2,
  undescribed: 3,
  expendable: 3,
  contained: 4,
  unusual: 5,
  plain: 6,
  supported: 7,
  implied: 8,
} as const;

/** Where values are too many, and what others have there. */
export interface WeighedPlace extends Via {
  readonly accepts: (value: TermId) => boolean;
  /** The values that other nodes have at the same property. */
  readonly others: readonly TermId[];
  readonly draft: Draft;
}
