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
 * What some authors write instead of a code: the language's name, for which a tag has room for eight letters, or the code of a country that is no
 * language's code.
 */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cs: 'cz czech',
    da: 'dk danish dansk',
    de: 'german deutsch at',
    el: 'gr greek',
    en: 'english gb us',
    es: 'spanish espanol',
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
