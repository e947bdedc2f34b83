import { terms } from '../../../rdf/terms.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

/** A text without the language that it had. */
export const missingLanguage: MistakeOperator = {
  title: 'missing language',
  at(triple) {
    if (terms.language(triple.object) === '') return undefined;
    return rewritten(triple, { object: terms.literal(terms.value(triple.object)) });
  },
};
