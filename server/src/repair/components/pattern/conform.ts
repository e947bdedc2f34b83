import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Writes the text as the pattern requires. */
export const patternCandidates: Candidates<'pattern'> = {
  offers: [
    'the text with other spaces, case, separators or punctuation around it',
    'the text with the beginning, the end or the leading zeros that the pattern asks for',
    'the only part of the text that matches',
    'another value that the data supports',
    'a short text that matches, to be filled in',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
