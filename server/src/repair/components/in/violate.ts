import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { withText } from '../violate/literalText.ts';
import { type Break, byWrongValue, usualValues } from '../violate/violationEdits.ts';

/** A value that is not in the list: one that others have there, else a slip of the pen. */
export const inBreak: Break<'in'> = {
  kind: 'in',
  component: sh.InConstraintComponent,
  breaks: (aim) =>
    byWrongValue(aim, function* (value): Iterable<TermId> {
      yield* usualValues(aim);
      if (value !== undefined && terms.isIri(value)) yield terms.iri(`${terms.value(value)}x`);
      else yield withText(value, `${value === undefined || terms.isBlank(value) ? '' : terms.value(value)}x`);
    }),
};
