import { type TermId, terms } from '../../../rdf/terms.ts';
import { usualValues, type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

/**
 * The same text in a language that is not in the list, preferring one that the data has there, or without a language.
 */
export const languageInViolationEdits: ViolationEdits<'languageIn'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : 'x';
      for (const other of usualValues(goal)) {
        const language = terms.isLiteral(other) ? terms.language(other) : undefined;
        if (language) yield terms.languageString(text, language);
      }
      yield terms.languageString(text, 'zxx');
      yield terms.literal(text);
    }),
};
