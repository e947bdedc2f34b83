import type { TermId } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, withText } from '../violate/literalText.ts';
import { byWrongValue, type ViolationEdits } from '../violate/violationEdits.ts';

const maxDropped = 12;

/** Typos that the pattern does not allow: a character less, another case, a character more, nothing. */
export const patternViolationEdits: ViolationEdits<'pattern'> = {
  edits: (goal) =>
    byWrongValue(goal, function* (value): Iterable<TermId> {
      const characters = charactersOf(value);
      const text = characters.join('');
      for (let i = 0; i < Math.min(characters.length, maxDropped); i++) {
        yield withText(value, characters.filter((_, j) => j !== i).join(''));
      }
      yield withText(value, text.toUpperCase());
      yield withText(value, text.toLowerCase());
      yield withText(value, `${text}x`);
      yield withText(value, ` ${text}`);
      yield withText(value, '');
      yield mintBlankNode(goal.draft);
    }),
};
