import { terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { primaryLanguage } from '../../evidence/languages.ts';
import { inLanguagesOf, languagesAt } from './languagesAt.ts';
import { likelyRewrite, placeholderRewrite, type Rewrites } from './rewrites.ts';
import { textsOf } from './textsOf.ts';

const maxLanguages = 4;

/** The same text in one of the allowed languages. */
export const languageInRewrites: Rewrites<'languageIn'> = {
  *meant({ languages: allowed }, value, at) {
    const text = terms.value(value);
    const languages = languagesAt(text, at).slice(0, maxLanguages);
    if (!terms.isLiteral(value)) {
      for (const witness of textsOf(value, at)) {
        yield witness;
        if (terms.language(witness.value) !== '') continue;
        for (const { language } of languages) {
          yield { ...witness, value: terms.languageString(terms.value(witness.value), language) };
        }
      }
      return;
    }
    const inLanguage = (language: string) => terms.languageString(text, language, terms.direction(value));
    const tag = terms.language(value);
    if (tag === '') {
      // Only text has a language; numbers and dates do not.
      const isText = terms.datatype(value) === xsd.string || terms.datatype(value) === rdf.langString;
      const isOnlyOne = isText && allowed.length === 1 && allowed[0] !== '*';
      for (const { language, shown, isClear } of languages) {
        const listed = isOnlyOne
          ? ({ kind: 'only', words: 'the only language that is allowed' } as const)
          : ({ kind: 'allowed', words: 'one of the languages that are allowed' } as const);
        const isCertain = isOnlyOne || (isText && isClear);
        const evidence = isOnlyOne || shown === undefined ? listed : shown;
        yield likelyRewrite(inLanguage(language), isCertain ? 'attested' : 'plausible', evidence);
      }
      if (languages.length === 0) yield* inLanguagesOf(value, at);
      return;
    }
    const same = languages.filter(({ language }) => primaryLanguage(language) === primaryLanguage(tag));
    for (const { language } of same) {
      yield likelyRewrite(inLanguage(language), same.length === 1 ? 'attested' : 'plausible', {
        kind: 'sameText',
        words: `the same language as ${tag}`,
      });
    }
    // The text itself is in another language, so it has to be translated.
    if (same.length > 0) return;
    for (const { language } of languages) {
      yield placeholderRewrite(inLanguage(language), {
        kind: 'changedMeaning',
        words: `${tag} is not allowed`,
      });
    }
  },
};
