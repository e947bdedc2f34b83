import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { convertLiteral } from '../../values/convertLiteral.ts';
import { unitAt } from '../../values/units/unitAt.ts';
import { inLanguagesOf } from './languagesAt.ts';
import { type Rewrites, rewriteAs } from './rewrites.ts';
import { textsOf } from './textsOf.ts';

/** The same text, or what it evidently means, with the required datatype. */
export const datatypeRewrites: Rewrites<'datatype'> = {
  *meant({ datatype }, value, at) {
    if (!terms.isLiteral(value)) yield* textsOf(value, at);
    else if (datatype === rdf.langString) yield* inLanguagesOf(value, at);
    else {
      const unit = () => unitAt(at.wanted, at.draft);
      for (const each of convertLiteral(value, datatype, { unit })) yield rewriteAs(each);
    }
  },
};
