import { disorderValues } from '../violate/disorderValues.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Two values in the wrong order. */
export const lessThanViolationEdits: ViolationEdits<'lessThan'> = {
  edits: disorderValues,
};
