import { type TermId, terms } from '../../../rdf/terms.ts';
import { nearbyTerms } from '../violate/nearbyTerms.ts';
import { toFillIn } from '../violate/toFillIn.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  isRepairing,
  usualValues,
  type ViolationEdits,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/** A value that is not in the list: one that others have there, or a value of the list with a typing error. */
export const inViolationEdits: ViolationEdits<'in'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      const { members } = goal.constraint;
      if (isRepairing(goal)) {
        if (value !== undefined) yield toFillIn(value, goal.draft);
        return;
      }
      const meant = value === undefined || terms.isBlank(value) ? members : [value];
      const slips = meant.flatMap((each) => slipsOf(each, goal)).filter((slip) => !members.includes(slip));
      yield* slips.length > 0 ? slips : nearbyTerms(goal);
    }),
};
