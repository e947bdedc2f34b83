import { beyondBound } from '../violate/beyondBound.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** A value on the wrong side of the bound. */
export const maxInclusiveViolationEdits: ViolationEdits<'maxInclusive'> = {
  edits: beyondBound,
};
