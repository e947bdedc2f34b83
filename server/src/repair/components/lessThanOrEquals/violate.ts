import { sh } from '../../../rdf/vocab.ts';
import type { Break } from '../violate/break.ts';
import { outOfOrder } from '../violate/outOfOrder.ts';

/** Two values in the wrong order. */
export const lessThanOrEqualsBreak: Break<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  component: sh.LessThanOrEqualsConstraintComponent,
  breaks: outOfOrder,
};
