import { type TermId, terms } from '../../rdf/terms.ts';
import { misusedTags } from '../evidence/languages.ts';
import type { ComponentRepair } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { nearbyText } from './violate/nearbyTerms.ts';
import { isRepairing, usualValues, violateByWrongValue } from './violate/violationEdits.ts';

/** Puts the text into an allowed language. */
export const languageInRepair: ComponentRepair<'languageIn'> = {
  offers: [
    'the text in the allowed form of its language, or in the only language that is allowed',
    'the text in one of the allowed languages, those first that others use',
    'the text of another language, to be translated',
    'another value that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** The same text without a language, or in one that is not in the list and that the data has, there or elsewhere. */
  violationEdits: (goal) =>
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
  violatedBy: 'refusedValue',
  unknown: (_, { value }) => `the files don't say which language ${value} is in`,
};
