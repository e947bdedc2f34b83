import { lazy } from '../../base/lazy.ts';
import { primaryLanguage } from './languages.ts';
import { foldName } from './nameSimilarity.ts';

/** A list of things that have codes of two and of three letters, and names. */
interface CodeList {
  /** What an IRI of such a list or its property is called. */
  readonly names: RegExp;
  /** The code of two letters that a text is or stands for; undefined if there is none. */
  readonly code: (text: string) => string | undefined;
  /** The codes of three letters by those of two. */
  readonly long: ReadonlyMap<string, string>;
}

/**
 * The code of a list for a text, written like the other codes that are in use: FRA for "fr" beside DEU and ENG. Undefined
 * if they are not of one known list, or if the text stands for nothing in it.
 */
export function codeLike(text: string, codes: readonly string[], about: string): string | undefined {
  if (codes.length < leastCodes) return undefined;
  const fitting = lists.filter(({ code }) => codes.every((each) => code(each) !== undefined));
  const [list, another] = fitting.length > 1 ? fitting.filter(({ names }) => names.test(about)) : fitting;
  const short = another === undefined ? list?.code(text) : undefined;
  if (list === undefined || short === undefined) return undefined;
  const isLong = codes.every(({ length }) => length === 3);
  if (!isLong && !codes.every(({ length }) => length === 2)) return undefined;
  const code = isLong ? list.long.get(short) : short;
  const isUpper = codes.every((each) => each === each.toUpperCase());
  return isUpper ? code?.toUpperCase() : code;
}

const leastCodes = 2;

function table(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(', ').map((pair) => pair.split(' ') as [string, string]));
}

const languages = table(
  'ar ara, bg bul, bs bos, ca cat, cs ces, cy cym, da dan, de deu, el ell, en eng, es spa, et est, eu eus, fi fin, fr fra, ga gle, ' +
    'gl glg, he heb, hi hin, hr hrv, hu hun, hy hye, is isl, it ita, ja jpn, ka kat, ko kor, lb ltz, lt lit, lv lav, mk mkd, mt mlt, nb nob, nl nld, ' +
    'nn nno, no nor, pl pol, pt por, ro ron, ru rus, sk slk, sl slv, sq sqi, sr srp, sv swe, tr tur, uk ukr, zh zho',
);

const countries = table(
  'al alb, at aut, au aus, ba bih, be bel, bg bgr, br bra, ca can, ch che, cn chn, cy cyp, cz cze, de deu, dk dnk, ee est, ' +
    'es esp, fi fin, fr fra, gb gbr, gr grc, hr hrv, hu hun, ie irl, in ind, is isl, it ita, jp jpn, li lie, lt ltu, lu lux, ' +
    'lv lva, me mne, mk mkd, mt mlt, nl nld, no nor, pl pol, pt prt, ro rou, rs srb, se swe, si svn, sk svk, tr tur, ua ukr, us usa',
);

const lists: readonly CodeList[] = [
  { names: /lang|iso-?639/i, code: codeOf(languages, languageNamed), long: languages },
  { names: /countr|spatial|nation|iso-?3166/i, code: codeOf(countries, (text) => text), long: countries },
];

/** The code (ISO 639-1) of the language that a text is the name of, in English or in the language itself. */
export function languageCode(text: string): string | undefined {
  return languageNames().get(foldName(text));
}

/** The codes of two letters, and of three where they are known, of the language that a text is the name of. */
export function languageCodes(text: string): readonly string[] {
  return withLongCode(languageCode(text), languages);
}

/** The codes of two letters (ISO 3166-1), and of three where they are known, of the country that a text names in English or German. */
export function countryCodes(text: string): readonly string[] {
  return withLongCode(countryNames().get(foldName(text)), countries).map((code) => code.toUpperCase());
}

function withLongCode(code: string | undefined, long: ReadonlyMap<string, string>): readonly string[] {
  return code === undefined ? [] : [code, long.get(code)].filter((each) => each !== undefined);
}

const countryNames = lazy((): ReadonlyMap<string, string> => {
  const names = ['en', 'de', 'fr', 'es'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  return new Map(
    [...countries.keys()].flatMap((code) =>
      names.flatMap((each) => {
        const name = each.of(code.toUpperCase());
        return name === undefined ? [] : [[foldName(name), code] as const];
      }),
    ),
  );
});

/** The language that a text is the name of, or another code of. */
function languageNamed(text: string): string {
  return (foldName(text).length > 3 ? languageCode(text) : undefined) ?? primaryLanguage(text);
}

const languageNames = lazy((): ReadonlyMap<string, string> => {
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  // Of languages with the same name, the one in the table is meant.
  const codes = [...all.filter((code) => !languages.has(code)), ...languages.keys()];
  return new Map(
    codes
      .filter((code) => english.of(code) !== undefined)
      .flatMap((code) =>
        [english, new Intl.DisplayNames([code], { type: 'language' })].map(
          (names) => [foldName(names.of(code) ?? code), code] as const,
        ),
      ),
  );
});

function codeOf(
  long: ReadonlyMap<string, string>,
  short: (text: string) => string,
): (text: string) => string | undefined {
  const byLong = new Map([...long].map(([two, three]) => [three, two]));
  return (text) => {
    const lower = text.trim().toLowerCase();
    const code = byLong.get(lower) ?? (long.has(lower) ? lower : short(lower));
    return long.has(code) ? code : undefined;
  };
}
