import type { RangeKind } from '../../shacl/shapesGraph/shape.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { meantValue } from './unknown.ts';
import { beyondBound } from './violate/beyondBound.ts';

/** Moves the value to the side of the bound where it has to be, unless another value was evidently meant. */
const range = (nearest: string) =>
  ({
    offers: [
      'the same value as one that can be compared with the bound, where it is text',
      'the same digits with the sign or the decimal point that makes them fit, where only one does',
      'another value that the data supports',
      nearest,
      'removing the value, if it is not required',
    ],
    fixes: exchangeValue,
    /** A value on the wrong side of the bound. */
    violationEdits: beyondBound,
    violatedBy: 'refusedValue',
    unknown: meantValue,
  }) satisfies ComponentRepair<RangeKind>;

export const inclusiveRepair = range('the bound, in the datatype of the value');

export const exclusiveRepair = range('the value next to the bound, in the precision of the value');
