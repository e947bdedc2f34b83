import { disorderValues } from '../violate/disorderValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Two values in the wrong order. */
export const lessThanOrEqualsViolationEdits: ViolationEdits<'lessThanOrEquals'> = {
  edits: disorderValues,
};
