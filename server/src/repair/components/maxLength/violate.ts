import type { TermId } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** Nobody enters longer texts by mistake, and they would fill the file. */
const maxText = 1000;

/** The text with its last character repeated until it is one too long. */
export const maxLengthViolationEdits: ViolationEdits<'maxLength'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const { length } = goal.constraint;
      const characters = charactersOf(value);
      const missing = length + 1 - characters.length;
      if (missing > 0 && missing <= maxText) {
        yield termWithText(value, characters.join('') + (characters.at(-1) ?? 'x').repeat(missing));
      }
      yield mintBlankNode(goal.draft);
    }),
};
