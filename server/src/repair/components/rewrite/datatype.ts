import { localName } from '../../../rdf/iri.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { convertLiteral } from '../../values/convertLiteral.ts';
import type { ConversionPlace } from '../../values/readings/reading.ts';
import { unitAt } from '../../values/units/unitAt.ts';
import { inLanguagesOf } from './languagesAt.ts';
import { type RewritePlace, type Rewrites, rewriteAs } from './rewrites.ts';
import { textsOf } from './textsOf.ts';

/** What the place of a literal says about the numbers there. */
export function conversionPlace({ wanted, draft }: RewritePlace): ConversionPlace {
  const { path } = wanted;
  const name = path.kind === 'predicate' ? localName(terms.value(path.predicate)) : undefined;
  return { unit: () => unitAt(wanted, draft), name };
}

/** The same text, or what it evidently means, with the required datatype. */
export const datatypeRewrites: Rewrites<'datatype'> = {
  *meant({ datatype }, value, at) {
    if (!terms.isLiteral(value)) yield* textsOf(value, at);
    else if (datatype === rdf.langString) yield* inLanguagesOf(value, at);
    else {
      for (const each of convertLiteral(value, datatype, conversionPlace(at))) yield rewriteAs(each);
    }
  },
};
