import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** States the same value with the right datatype, or offers another value. */
export const datatypeCandidates: Candidates<'datatype'> = {
  offers: [
    'the same text with the required datatype',
    'the number, date or truth value that was evidently meant',
    'the number that comes with a unit or another word',
    'the label or the name of a node as text',
    'a value that the data supports',
    'a placeholder of the datatype',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
