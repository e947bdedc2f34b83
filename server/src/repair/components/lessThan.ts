import type { ComponentRepair } from './component.ts';
import { orderValues } from './conform/orderValues.ts';
import { wrongSide } from './unknown.ts';
import { disorderValues } from './violate/disorderValues.ts';

/** Brings the value and the one that it is compared with into order. */
export const lessThanRepair = {
  offers: [
    'the same value with a datatype that can be compared',
    'the two values in each other’s place, where that is their order',
    'the nearest value that is in order, on either side, to be filled in',
    'removing a value on either side',
  ],
  fixes: orderValues,
  /** Two values in the wrong order. */
  violationEdits: disorderValues,
  violatedBy: 'refusedValue',
  unknown: wrongSide,
} satisfies ComponentRepair<'lessThan' | 'lessThanOrEquals'>;
