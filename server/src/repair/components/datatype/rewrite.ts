import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { convertLiteral } from '../../values/convertLiteral.ts';
import { languagesAt } from '../rewrite/languagesAt.ts';
import { likelyRewrite, type Rewrites } from '../rewrite/rewrites.ts';
import { textsOf } from '../rewrite/textsOf.ts';

/** The same text, or what it evidently means, with the required datatype. */
export const datatypeRewrites: Rewrites<'datatype'> = {
  *meant({ datatype }, value, at) {
    if (!terms.isLiteral(value)) {
      yield* textsOf(value, at);
      return;
    }
    const languages = datatype === rdf.langString ? languagesAt(at).slice(0, maxLanguages) : [''];
    for (const language of languages) {
      for (const { value: meant, support, evidence } of convertLiteral(value, datatype, language)) {
        yield likelyRewrite(meant, support, evidence);
      }
    }
  },
};

const maxLanguages = 3;
