/** The language without script, region and variant, with its shortest code: en for en-US, eng and english. */
export function primaryLanguage(tag: string): string {
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

/**
 * What some authors write instead of a code: the language's name, for which a tag has room for eight letters, or the code
 * of a country that is not the code of a language.
 */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cs: 'cz czech',
    da: 'dk danish dansk',
    de: 'german deutsch at',
    el: 'gr greek',
    en: 'english gb us',
    es: 'sp spanish espanol',
    fi: 'finnish suomi',
    fr: 'french francais',
    hu: 'magyar',
    it: 'italian italiano',
    ja: 'jp japanese',
    nl: 'dutch',
    pl: 'polish polski',
    sv: 'swedish svenska',
    uk: 'ua',
    zh: 'cn chinese',
  }).flatMap(([code, others]) => others.split(' ').map((other) => [other, code] as const)),
);

/** What some write instead of a tag: the code of three letters, a country, the name of the language. */
export function misusedTags(tag: string): readonly string[] {
  return misused.get(tag.toLowerCase()) ?? [];
}

const misused: ReadonlyMap<string, readonly string[]> = new Map([
  ['en', ['eng', 'english', 'uk', 'us']],
  ['de', ['ger', 'deu', 'german', 'deutsch']],
  ['fr', ['fre', 'fra', 'french']],
  ['es', ['spa', 'sp', 'spanish']],
  ['it', ['ita', 'italian']],
  ['nl', ['dut', 'nld', 'dutch']],
  ['pt', ['por', 'portuguese']],
  ['cs', ['cz', 'cze']],
  ['sv', ['se', 'swe']],
  ['da', ['dk', 'dan']],
  ['el', ['gr', 'gre']],
  ['ja', ['jp', 'jpn']],
  ['zh', ['cn', 'chi']],
]);

/** Words that are frequent in a language and in few of the others here, and letters of it that English lacks. */
const marks: ReadonlyMap<string, { readonly words: ReadonlySet<string>; readonly letters: RegExp }> = new Map(
  (
    [
      ['en', 'the of and for with from by on a to an is are at or old new used', /(?!)/u],
      [
        'de',
        'der die das und für mit von vom zum zur im am ein eine einer des dem den bei auf nicht oder aus',
        /[äöüß]/u,
      ],
      ['fr', 'le la les des du et pour avec de dans sur une un au aux par en est ou', /[éèêëàâçîïôûùœ]/u],
      ['es', 'el la los las del y para con de en un una por que al', /[ñáéíóú¿¡]/u],
      ['it', 'il lo gli della del dei delle e per con di da nel nella un una', /[àèéìòù]/u],
      ['nl', 'de het een en voor met van op in naar bij der te aan uit', /[ëï]/u],
      ['pt', 'o os as do da dos das e para com de em um uma no na', /[ãõçáéíóúâê]/u],
    ] as const
  ).map(([language, words, letters]) => [language, { words: new Set(words.split(' ')), letters }]),
);

/**
 * How much a text looks like one of a language, in points: its words that other texts of the language have, its words and
 * letters that are frequent there. 0 is no evidence; a letter beyond ASCII is evidence against a language that has none.
 */
export function looksLike(text: string, language: string, others: Iterable<string>): number {
  const words = wordsOf(text);
  const known = new Set<string>();
  for (const other of others) for (const word of wordsOf(other)) if (word.length > 3) known.add(word);
  const mark = marks.get(primaryLanguage(language));
  const frequent = words.filter((word) => mark?.words.has(word)).length;
  const seen = words.filter((word) => known.has(word)).length;
  const letters = text.toLowerCase().match(/[^\P{L}\p{ASCII}]/gu) ?? [];
  const own = letters.filter((letter) => mark?.letters.test(letter)).length;
  return frequent + seen + (mark ? 2 * own - letters.length : 0);
}

/** In a shorter text, a word of another language may occur by chance. */
const leastWords = 3;

/**
 * The language of which a text has the most frequent words and letters, although it is tagged with another one. Undefined
 * where none or several do, where the text has no frequent word, because many languages share letters, and where nothing is
 * known about the stated language.
 */
export function likeliestLanguage(text: string, stated: string): string | undefined {
  const words = wordsOf(text);
  if (words.length < leastWords || !marks.has(primaryLanguage(stated)) || looksLike(text, stated, []) > 0)
    return undefined;
  const found = [...marks.keys()]
    .map((language) => ({ language, points: looksLike(text, language, []) }))
    .sort((a, b) => b.points - a.points);
  const [best, second] = found;
  const isClear = best!.points > Math.max(0, second!.points);
  return isClear && words.some((word) => marks.get(best!.language)!.words.has(word))
    ? best!.language
    : undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
