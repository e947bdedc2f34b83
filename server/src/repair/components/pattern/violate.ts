import { type TermId, terms } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { nearbyTerms, nearbyText } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

const maxDropped = 12;

/** Typing errors that the pattern rejects: a missing character, a different case, a space too many, an empty text. */
export const patternViolationEdits: ViolationEdits<'pattern'> = {
  edits: (goal) =>
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
};
