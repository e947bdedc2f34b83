import { sh } from '../../../rdf/vocab.ts';
import { outOfOrder } from '../violate/outOfOrder.ts';
import type { Break } from '../violate/violationEdits.ts';

/** Two values in the wrong order. */
export const lessThanOrEqualsBreak: Break<'lessThanOrEquals'> = {
  kind: 'lessThanOrEquals',
  component: sh.LessThanOrEqualsConstraintComponent,
  breaks: outOfOrder,
};
