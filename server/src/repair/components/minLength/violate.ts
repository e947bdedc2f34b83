import type { TermId } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** The text, cut to one character fewer than required; no text at all if none is too short. */
export const minLengthViolationEdits: ViolationEdits<'minLength'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const { length } = goal.constraint;
      if (length > 0) {
        yield termWithText(
          value,
          charactersOf(value)
            .slice(0, length - 1)
            .join(''),
        );
      }
      yield mintBlankNode(goal.draft);
    }),
};
