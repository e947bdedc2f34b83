import type { TermId } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { mintBlankNode } from '../../drafts/mint.ts';
import { charactersOf, withText } from '../violate/literalText.ts';
import { type Break, byWrongValue } from '../violate/violationEdits.ts';

/** Longer texts are nobody's slip, and would fill the file. */
const maxText = 1000;

/** The text, with its last character repeated until it is one too long. */
export const maxLengthBreak: Break<'maxLength'> = {
  kind: 'maxLength',
  component: sh.MaxLengthConstraintComponent,
  breaks: (aim) =>
    byWrongValue(aim, function* (value): Iterable<TermId> {
      const { length } = aim.constraint;
      const characters = charactersOf(value);
      const missing = length + 1 - characters.length;
      if (missing > 0 && missing <= maxText) {
        yield withText(value, characters.join('') + (characters.at(-1) ?? 'x').repeat(missing));
      }
      yield mintBlankNode(aim.draft);
    }),
};
