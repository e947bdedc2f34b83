import { sh } from '../../../rdf/vocab.ts';
import { outOfOrder } from '../violate/outOfOrder.ts';
import type { Break } from '../violate/violationEdits.ts';

/** Two values in the wrong order. */
export const lessThanBreak: Break<'lessThan'> = {
  kind: 'lessThan',
  component: sh.LessThanConstraintComponent,
  breaks: outOfOrder,
};
