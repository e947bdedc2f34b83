import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Lowers the value below the bound, unless another value was evidently meant. */
export const maxExclusiveCandidates: Candidates<'maxExclusive'> = {
  offers: [
    'the same value as one that can be compared with the bound, where it is text',
    'the same digits with the sign or the decimal point that makes them fit, where only one does',
    'another value that the data supports',
    'the value next to the bound, in the precision of the value',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
