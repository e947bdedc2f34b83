import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { type Break, byWrongValue, usualValues } from '../violate/violationEdits.ts';

/** The same text in a language that is not in the list, first one that the data has there; else without one. */
export const languageInBreak: Break<'languageIn'> = {
  kind: 'languageIn',
  component: sh.LanguageInConstraintComponent,
  breaks: (aim) =>
    byWrongValue(aim, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : 'x';
      for (const other of usualValues(aim)) {
        const language = terms.isLiteral(other) ? terms.language(other) : undefined;
        if (language) yield terms.languageString(text, language);
      }
      yield terms.languageString(text, 'zxx');
      yield terms.literal(text);
    }),
};
