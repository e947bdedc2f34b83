import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Lengthens the text by something known, or offers it as a start. */
export const minLengthCandidates: Candidates<'minLength'> = {
  offers: [
    'the number with leading zeros',
    'another label of the node that is long enough',
    'another value that the data supports',
    'the text to be completed',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
