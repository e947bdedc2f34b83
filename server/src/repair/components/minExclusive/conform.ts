import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Raises the value above the bound, unless another value was evidently meant. */
export const minExclusiveCandidates: Candidates<'minExclusive'> = {
  offers: [
    'the same value as one that can be compared with the bound, where it is text',
    'the same digits with the sign or the decimal point that makes them fit, where only one does',
    'another value that the data supports',
    'the value next to the bound, in the precision of the value',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
