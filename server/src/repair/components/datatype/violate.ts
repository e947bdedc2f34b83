import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { usualValues, type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/** The same text with another datatype, or a text that is invalid for the datatype. */
export const datatypeViolationEdits: ViolationEdits<'datatype'> = {
  *edits(goal) {
    const { datatype } = goal.constraint;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : 'x';
      if (datatype === xsd.string) yield terms.languageString(text, 'en');
      else yield terms.literal(text, xsd.string);
      if (datatype !== rdf.langString) yield terms.literal(`${text} x`, datatype);
      yield* usualValues(goal);
    });
  },
};
