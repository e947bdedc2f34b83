import { type TermId, terms } from '../../../rdf/terms.ts';
import { misusedTags } from '../../evidence/languages.ts';
import { nearbyText } from '../violate/nearbyTerms.ts';
import {
  isRepairing,
  usualValues,
  type ViolationEdits,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/** The same text without a language, or in one that is not in the list and that the data has, there or elsewhere. */
export const languageInViolationEdits: ViolationEdits<'languageIn'> = {
  edits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : nearbyText(goal);
      for (const other of usualValues(goal)) {
        const language = terms.isLiteral(other) ? terms.language(other) : undefined;
        if (language) yield terms.languageString(text, language);
      }
      yield terms.literal(text);
      if (isRepairing(goal)) return;
      for (const language of misusedTags(value === undefined ? '' : terms.language(value))) {
        yield terms.languageString(text, language);
      }
    }),
};
