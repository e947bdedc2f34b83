import { terms } from '../../../rdf/terms.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import { languagesAt } from '../rewrite/languagesAt.ts';
import { likelyRewrite, placeholderRewrite, type Rewrites } from '../rewrite/rewrites.ts';
import { textsOf } from '../rewrite/textsOf.ts';

const maxLanguages = 4;

/** The same text in one of the allowed languages. */
export const languageInRewrites: Rewrites<'languageIn'> = {
  *meant({ languages: allowed }, value, at) {
    const languages = languagesAt(at).slice(0, maxLanguages);
    if (!terms.isLiteral(value)) {
      for (const witness of textsOf(value, at)) {
        yield witness;
        if (terms.language(witness.value) !== '') continue;
        for (const language of languages) {
          yield { ...witness, value: terms.languageString(terms.value(witness.value), language) };
        }
      }
      return;
    }
    const text = terms.value(value);
    const inLanguage = (language: string) => terms.languageString(text, language, terms.direction(value));
    const tag = terms.language(value);
    if (tag === '') {
      // Only text has a language; numbers and dates do not.
      const isText = terms.datatype(value) === xsd.string || terms.datatype(value) === rdf.langString;
      const isOnlyOne = isText && allowed.length === 1 && allowed[0] !== '*';
      for (const language of languages) {
        const evidence = isOnlyOne
          ? 'the only language that is allowed'
          : 'one of the languages that are allowed';
        yield likelyRewrite(inLanguage(language), isOnlyOne ? 'attested' : 'plausible', evidence);
      }
      return;
    }
    const same = languages.filter((language) => primary(language) === primary(tag));
    for (const language of same) {
      const isClear = same.length === 1;
      yield likelyRewrite(
        inLanguage(language),
        isClear ? 'attested' : 'plausible',
        `the same language as ${tag}`,
      );
    }
    // The text itself is in another language, so it has to be translated.
    if (same.length > 0) return;
    for (const language of languages) yield placeholderRewrite(inLanguage(language), `${tag} is not allowed`);
  },
};

/** The language without script, region and variant, with its shortest code: en for en-US, eng and english. */
function primary(tag: string): string {
  const [subtag = tag] = tag.toLowerCase().split('-');
  const name = names.get(subtag);
  if (name !== undefined) return name;
  try {
    return Intl.getCanonicalLocales(subtag)[0] ?? subtag;
  } catch {
    // Not a language code in any form, so it equals nothing else.
    return subtag;
  }
}

/** Some authors write a language's name instead of its code; a tag has room for eight letters. */
const names: ReadonlyMap<string, string> = new Map([
  ['english', 'en'],
  ['german', 'de'],
  ['deutsch', 'de'],
  ['french', 'fr'],
  ['francais', 'fr'],
  ['spanish', 'es'],
  ['italian', 'it'],
  ['dutch', 'nl'],
]);
