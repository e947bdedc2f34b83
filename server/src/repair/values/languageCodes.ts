import { foldName } from '../evidence/nameSimilarity.ts';

/** The codes of ISO 639-1 and ISO 639-2/T of languages that official tables name by three letters. */
const codes = new Map(
  (
    'ar:ara bg:bul bs:bos ca:cat cs:ces cy:cym da:dan de:deu el:ell en:eng es:spa et:est eu:eus fi:fin fr:fra ' +
    'ga:gle gl:glg he:heb hi:hin hr:hrv hu:hun hy:hye is:isl it:ita ja:jpn ka:kat ko:kor lb:ltz lt:lit lv:lav ' +
    'mk:mkd mt:mlt nb:nob nl:nld nn:nno no:nor pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:sqi sr:srp sv:swe ' +
    'tr:tur uk:ukr zh:zho'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** True for codes of three letters that stand for one of these languages. */
export function isLanguageCode(code: string): boolean {
  return [...codes.values()].includes(code.toLowerCase());
}

/**
 * The code of three letters for the language that a text is the code or the name of, in English or in the language
 * itself; undefined when it is none of these languages.
 */
export function threeLetterCode(text: string): string | undefined {
  const folded = foldName(text);
  for (const [two, three] of codes) {
    if (folded === two || folded === three) return three;
    if (folded.length > 3 && namesOf(two).includes(folded)) return three;
  }
  return undefined;
}

function namesOf(code: string): readonly string[] {
  return ['en', code].map((locale) =>
    foldName(new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? ''),
  );
}
