import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Shortens the text. */
export const maxLengthCandidates: Candidates<'maxLength'> = {
  offers: [
    'the text without needless spaces',
    'another label of the node that is short enough',
    'the text cut at a word',
    'the text cut at the last character that is allowed',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
