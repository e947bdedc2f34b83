import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Replaces the value by the intended member, by text, name or label, or by one of a few members. */
export const inCandidates: Candidates<'in'> = {
  offers: [
    'the member of the list that was evidently meant',
    'another member that the data supports',
    'one of the members, if there are few',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
