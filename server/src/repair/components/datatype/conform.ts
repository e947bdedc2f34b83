import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** States the same value with the right datatype, or offers another value. */
export const datatypeCandidates: Candidates<'datatype'> = {
  offers: [
    'the same text with the required datatype',
    'the number, date or truth value that was evidently meant',
    'the number in the unit of the place, where that is known from the data, the shapes or the name of the property',
    'one of several readings of a date or number, or a number without its unit, to be confirmed',
    'the label or the name of a node as text',
    'a value that the data supports',
    'a placeholder of the datatype',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
