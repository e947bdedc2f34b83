import { type TermId, terms } from '../../../rdf/terms.ts';
import { withText } from '../violate/literalText.ts';
import { byWrongValue, usualValues, type ViolationEdits } from '../violate/violationEdits.ts';

/** A value that is not in the list: one that others have there, else a slip of the pen. */
export const inViolationEdits: ViolationEdits<'in'> = {
  edits: (goal) =>
    byWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      if (value !== undefined && terms.isIri(value)) yield terms.iri(`${terms.value(value)}x`);
      else yield withText(value, `${value === undefined || terms.isBlank(value) ? '' : terms.value(value)}x`);
    }),
};
