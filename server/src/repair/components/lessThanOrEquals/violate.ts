import { sh } from '../../../rdf/vocab.ts';
import { outOfOrder } from '../violate/outOfOrder.ts';
import type { ViolationEdits } from '../violate/violationEdits.ts';

/** Two values in the wrong order. */
export const lessThanOrEqualsViolationEdits: ViolationEdits<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  component: sh.LessThanOrEqualsConstraintComponent,
  edits: outOfOrder,
};
