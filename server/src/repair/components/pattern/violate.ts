import type { TermId } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

const maxDropped = 12;

/** Typos that the pattern rejects: a missing character, a different case, an extra character, an empty text. */
export const patternViolationEdits: ViolationEdits<'pattern'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const characters = charactersOf(value);
      const text = characters.join('');
      for (let i = 0; i < Math.min(characters.length, maxDropped); i++) {
        yield termWithText(value, characters.filter((_, j) => j !== i).join(''));
      }
      yield termWithText(value, text.toUpperCase());
      yield termWithText(value, text.toLowerCase());
      yield termWithText(value, `${text}x`);
      yield termWithText(value, ` ${text}`);
      yield termWithText(value, '');
      yield mintBlankNode(goal.draft);
    }),
};
