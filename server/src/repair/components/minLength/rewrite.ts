import { terms } from '../../../rdf/terms.ts';
import { namedByType } from '../nodeKind/rewrite.ts';
import { likelyRewrite, literalWithText, placeholderRewrite, type Rewrites } from '../rewrite/rewrites.ts';
import { isText, otherLabels } from '../rewrite/texts.ts';
import { textsOf } from '../rewrite/textsOf.ts';

/** Longer padding is not a useful start. */
const maxPadded = 1000;

/** A number with leading zeros, another label, or the same text to be completed. */
export const minLengthRewrites: Rewrites<'minLength'> = {
  *meant({ length }, value, at) {
    if (!terms.isLiteral(value)) {
      yield* textsOf(value, at);
      yield* namedByType(value, at);
      return;
    }
    const text = terms.value(value);
    const missing = length - [...text].length;
    if (missing > maxPadded) return;
    if (/^\d+$/.test(text)) {
      yield likelyRewrite(literalWithText(value, '0'.repeat(missing) + text), 'plausible', {
        kind: 'converted',
        words: 'the same number with leading zeros',
      });
      return;
    }
    if (!isText(value)) return;
    for (const label of otherLabels(value, at)) {
      if ([...terms.value(label.value)].length >= length) yield label;
    }
    yield placeholderRewrite(literalWithText(value, text + 'x'.repeat(missing)), {
      kind: 'invented',
      words: `too short for sh:minLength ${length}`,
    });
  },
};
