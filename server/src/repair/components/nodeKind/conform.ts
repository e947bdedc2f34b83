import type { Candidates } from '../conform/candidates.ts';
import { exchangeValue } from '../conform/exchangeValue.ts';

/** Replaces the value by the IRI, literal or blank node that it stands for. */
export const nodeKindCandidates: Candidates<'nodeKind'> = {
  offers: [
    'the IRI that a text is, abbreviates or names',
    'the label, name or IRI of a node as text',
    'an IRI for a blank node, or a blank node for an IRI, with all that is said of it',
    'another value that the data supports',
    'a placeholder of the right kind',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
};
