import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Puts the text into an allowed language. */
export const languageInCandidates: Candidates<'languageIn'> = {
  offers: [
    'the text in the allowed form of its language, or in the only language that is allowed',
    'the text in one of the allowed languages, those first that others use',
    'the text of another language, to be translated',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
