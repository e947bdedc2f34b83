import { sh } from '../../../rdf/vocab.ts';
import type { Break } from '../violate/break.ts';
import { outOfOrder } from '../violate/outOfOrder.ts';

/** Two values in the wrong order. */
export const lessThanBreak: Break<'lessThan'> = {
  kind: 'lessThan',
  component: sh.LessThanConstraintComponent,
  breaks: outOfOrder,
};
