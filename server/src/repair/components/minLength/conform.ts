import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Lengthens the text by something known, or offers it as a start. */
export const minLengthCandidates: Candidates<'minLength'> = {
  offers: [
    'the number with leading zeros',
    'another label of the node that is long enough',
    'another value that the data speaks for',
    'the text to be completed',
    'dropping the value, where it is not needed',
  ],
  fixes: exchangeValue,
};
