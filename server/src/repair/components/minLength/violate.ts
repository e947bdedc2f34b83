import { type TermId, terms } from '../../../rdf/terms.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, termWithText } from '../violate/literalText.ts';
import { nearbyText } from '../violate/nearbyTerms.ts';
import { type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** The text, cut to one character fewer than required; no text at all if none is too short. */
export const minLengthViolationEdits: ViolationEdits<'minLength'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (given): Iterable<TermId> {
      const { length } = goal.constraint;
      const value = given ?? terms.literal(nearbyText(goal));
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
