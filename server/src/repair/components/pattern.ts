import { charactersOf, termWithText } from '../../rdf/literals/literalText.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { mintBlankNode } from '../drafts/mint.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { meantValue } from './unknown.ts';
import { nearbyTerms, nearbyText } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import { violateByWrongValue } from './violate/violationEdits.ts';

/** Writes the text as the pattern requires. */
export const patternRepair: ComponentRepair<'pattern'> = {
  offers: [
    'the date or the code of a language that the text says, as the pattern wants it',
    'the text with other spaces, case, separators or punctuation around it',
    'the text with the beginning, the end or the leading zeros that the pattern asks for',
    'the only part of the text that matches',
    'another value that the data supports',
    'a short text that matches, to be filled in',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** Typing errors that the pattern rejects: a missing character, a different case, a space too many, an empty text. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const value = given ?? terms.literal(nearbyText(goal));
      const characters = charactersOf(value);
      const text = characters.join('');
      for (let i = 0; i < Math.min(characters.length, maxDropped); i++) {
        yield termWithText(value, characters.filter((_, j) => j !== i).join(''));
      }
      yield termWithText(value, text.toUpperCase());
      yield termWithText(value, text.toLowerCase());
      yield* slipsOf(value, goal);
      yield termWithText(value, `${text} `);
      yield termWithText(value, ` ${text}`);
      yield* nearbyTerms(goal);
      yield termWithText(value, '');
      yield mintBlankNode(goal.draft);
    }),
  violatedBy: 'refusedValue',
  unknown: meantValue,
};

const maxDropped = 12;
