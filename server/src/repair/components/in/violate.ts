import { type TermId, terms } from '../../../rdf/terms.ts';
import { termWithText } from '../violate/literalText.ts';
import { usualValues, type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** A value that is not in the list: one that others have there, or a typo. */
export const inViolationEdits: ViolationEdits<'in'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      if (value !== undefined && terms.isIri(value)) yield terms.iri(`${terms.value(value)}x`);
      else
        yield termWithText(
          value,
          `${value === undefined || terms.isBlank(value) ? '' : terms.value(value)}x`,
        );
    }),
};
