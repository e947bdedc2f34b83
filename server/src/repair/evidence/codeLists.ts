import { lazy } from '../../base/lazy.ts';
import { foldName, nameParts } from './nameSimilarity.ts';

/** A list of things that have codes of two and of three letters, and names. */
interface CodeList {
  /** Whether an IRI is the name of such a list or its property. */
  readonly isNamed: (name: string) => boolean;
  /** The two-letter code that a text is or denotes; undefined if there is none. */
  readonly code: (text: string) => string | undefined;
  /** The codes of three letters by those of two. */
  readonly long: ReadonlyMap<string, string>;
}

/**
 * The code of a list for a text, written like the other codes that are in use: FRA for "fr" beside DEU and ENG. Undefined
 * if they are not of one known list, or if the text denotes nothing in it.
 */
export function codeLike(text: string, codes: readonly string[], about: string): string | undefined {
  if (codes.length < leastCodes) return undefined;
  const fitting = lists.filter(
    ({ isNamed, code, long }) =>
      // Half of all pairs of letters are codes of countries, even kg, cm and mm.
      (long !== countries || isNamed(about) || codes.every((each) => each === each.toUpperCase())) &&
      codes.every((each) => code(each) !== undefined),
  );
  const [list, another] = fitting.length > 1 ? fitting.filter(({ isNamed }) => isNamed(about)) : fitting;
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
  'ar ara, bg bul, bo bod, bs bos, ca cat, cs ces, cy cym, da dan, de deu, el ell, en eng, es spa, et est, eu eus, fa fas, fi fin, fr fra, ga gle, ' +
    'gl glg, he heb, hi hin, hr hrv, hu hun, hy hye, is isl, it ita, ja jpn, ka kat, ko kor, lb ltz, lt lit, lv lav, mi mri, mk mkd, ms msa, mt mlt, my mya, nb nob, nl nld, ' +
    'nn nno, no nor, pl pol, pt por, ro ron, ru rus, sk slk, sl slv, sq sqi, sr srp, sv swe, tr tur, uk ukr, zh zho',
);

/** ISO 3166-1. */
const countries = table(
  'ad and, ae are, af afg, ag atg, ai aia, al alb, am arm, ao ago, aq ata, ar arg, as asm, at aut, au aus, aw abw, ax ala, az aze, ba bih, bb brb, bd bgd, ' +
    'be bel, bf bfa, bg bgr, bh bhr, bi bdi, bj ben, bl blm, bm bmu, bn brn, bo bol, bq bes, br bra, bs bhs, bt btn, bv bvt, bw bwa, by blr, bz blz, ca can, ' +
    'cc cck, cd cod, cf caf, cg cog, ch che, ci civ, ck cok, cl chl, cm cmr, cn chn, co col, cr cri, cu cub, cv cpv, cw cuw, cx cxr, cy cyp, cz cze, de deu, ' +
    'dj dji, dk dnk, dm dma, do dom, dz dza, ec ecu, ee est, eg egy, eh esh, er eri, es esp, et eth, fi fin, fj fji, fk flk, fm fsm, fo fro, fr fra, ga gab, ' +
    'gb gbr, gd grd, ge geo, gf guf, gg ggy, gh gha, gi gib, gl grl, gm gmb, gn gin, gp glp, gq gnq, gr grc, gs sgs, gt gtm, gu gum, gw gnb, gy guy, hk hkg, ' +
    'hm hmd, hn hnd, hr hrv, ht hti, hu hun, id idn, ie irl, il isr, im imn, in ind, io iot, iq irq, ir irn, is isl, it ita, je jey, jm jam, jo jor, jp jpn, ' +
    'ke ken, kg kgz, kh khm, ki kir, km com, kn kna, kp prk, kr kor, kw kwt, ky cym, kz kaz, la lao, lb lbn, lc lca, li lie, lk lka, lr lbr, ls lso, lt ltu, ' +
    'lu lux, lv lva, ly lby, ma mar, mc mco, md mda, me mne, mf maf, mg mdg, mh mhl, mk mkd, ml mli, mm mmr, mn mng, mo mac, mp mnp, mq mtq, mr mrt, ms msr, ' +
    'mt mlt, mu mus, mv mdv, mw mwi, mx mex, my mys, mz moz, na nam, nc ncl, ne ner, nf nfk, ng nga, ni nic, nl nld, no nor, np npl, nr nru, nu niu, nz nzl, ' +
    'om omn, pa pan, pe per, pf pyf, pg png, ph phl, pk pak, pl pol, pm spm, pn pcn, pr pri, ps pse, pt prt, pw plw, py pry, qa qat, re reu, ro rou, rs srb, ' +
    'ru rus, rw rwa, sa sau, sb slb, sc syc, sd sdn, se swe, sg sgp, sh shn, si svn, sj sjm, sk svk, sl sle, sm smr, sn sen, so som, sr sur, ss ssd, st stp, ' +
    'sv slv, sx sxm, sy syr, sz swz, tc tca, td tcd, tf atf, tg tgo, th tha, tj tjk, tk tkl, tl tls, tm tkm, tn tun, to ton, tr tur, tt tto, tv tuv, tw twn, ' +
    'tz tza, ua ukr, ug uga, um umi, us usa, uy ury, uz uzb, va vat, vc vct, ve ven, vg vgb, vi vir, vn vnm, vu vut, wf wlf, ws wsm, ye yem, yt myt, za zaf, ' +
    'zm zmb, zw zwe',
);

/** Codes that are in use for others: those of libraries (ISO 639-2/B), and two that the EU writes differently. */
const otherLanguages = table(
  'alb sq, arm hy, baq eu, bur my, chi zh, cze cs, dut nl, fre fr, geo ka, ger de, gre el, ice is, mac mk, mao mi, may ms, per fa, rum ro, slo sk, ' +
    'tib bo, wel cy',
);
const otherCountries = table('uk gb, el gr');

const lists: readonly CodeList[] = [
  { isNamed: isAboutLanguages, code: codeOf(languages, otherLanguages, languageNamed), long: languages },
  {
    isNamed: (name) => isAboutCountries(name) || /spatial/i.test(name),
    code: codeOf(countries, otherCountries, (text) => text),
    long: countries,
  },
];

/** True for the name of a property or list of languages that people speak. */
export function isAboutLanguages(name: string): boolean {
  return isNamedFor(name, /language|^lang(?:s|code|tag)?$|^langues?$|^locales?$|^639$/);
}

/** True for the name of a property or list of countries: `nationality`, not `destination` or `countryCurrency`. */
export function isAboutCountries(name: string): boolean {
  return isNamedFor(name, /countr(?:y|ies)(?!side)|^nations?$|^nationalit(?:y|ies)$|^3166$/);
}

/**
 * True where a part of a name or IRI ends with such a word, except for words for codes and for what it belongs to:
 * `countryOfOrigin`.
 */
function isNamedFor(name: string, word: RegExp): boolean {
  return name.split(/[/#]/).some((part) => {
    const all = nameParts(part);
    const of = all.indexOf('of');
    const words = of > 0 ? all.slice(0, of) : all;
    const last = words.findLastIndex((each) => !ofCodes.test(each));
    return words.slice(Math.max(last, 0)).some((each) => word.test(each));
  });
}

const ofCodes = /^(?:\d+|codes?|names?|tags?|iso|alpha|[a-z])$/;

/** True for several codes of countries in capital letters. */
export function areCountryCodes(codes: readonly string[]): boolean {
  return (
    codes.length > leastCodes && codes.every((code) => /^[A-Z]{2,3}$/.test(code) && lists[1]!.code(code))
  );
}

/** The code (ISO 639-1) of the language that a text names, in English or in the language itself. */
export function languageCode(text: string): string | undefined {
  return languageNames().get(foldName(text));
}

/**
 * The codes of the language that a text names, or of which it is another code, in small letters (ISO 639-1, 639-2/T,
 * 639-2/B) and then in capital ones.
 */
export function languageCodes(text: string): readonly string[] {
  const short = languageCode(text) ?? codeWritten(text, lists[0]!);
  const ofLibraries = [...otherLanguages].find(([, code]) => code === short)?.[0];
  const codes = codesOf(short, languages, ofLibraries);
  return [...codes, ...codes.map((code) => code.toUpperCase())];
}

/**
 * True for two or three capital letters that stand for a country where another language is spoken than the one with this code: `US`,
 * `GBR`, and `SV` for El Salvador, not `DE`.
 */
export function isOfCountryAlone(text: string): boolean {
  const [country] = /^[A-Z]{2,3}$/.test(text) ? countryCodes(text) : [];
  if (country === undefined) return false;
  const spoken = new Intl.Locale('und', { region: country }).maximize().language;
  return lists[0]!.code(text) !== (spoken === 'nb' ? 'no' : spoken);
}

/** True for a tag that begins with the code of a language that has a name (ISO 639): `de`, `pt-BR`, `gsw`, not `US`. */
export function isLanguageTag(text: string): boolean {
  const [code = ''] = text.split('-');
  if (/^(?:[ix]|mis|und)$/i.test(code)) return true;
  return /^[a-z]{2,3}$/i.test(code) && inEnglish().of(code) !== undefined && !isOfCountryAlone(text);
}

const inEnglish = lazy(() => new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }));

/**
 * The codes (ISO 3166-1) of the country that a text is a code of, or names in English, German, French or Spanish, in capital letters and
 * then in small ones.
 */
export function countryCodes(text: string): readonly string[] {
  const short = countryNames().get(foldName(text)) ?? codeWritten(text, lists[1]!);
  const codes = codesOf(short, countries);
  return [...codes.map((code) => code.toUpperCase()), ...codes];
}

/** The code of two letters for one of two or three. */
function codeWritten(text: string, { code }: CodeList): string | undefined {
  return /^\s*[A-Za-z]{2,3}\s*$/.test(text) ? code(text) : undefined;
}

function codesOf(
  short: string | undefined,
  long: ReadonlyMap<string, string>,
  other?: string,
): readonly string[] {
  return short === undefined ? [] : [short, long.get(short), other].filter((each) => each !== undefined);
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

/**
 * The language that a text names, or with which its tag starts. A country is not a language: several are spoken in most.
 */
function languageNamed(text: string): string {
  return (foldName(text).length > 3 ? languageCode(text) : undefined) ?? text.split('-')[0]!;
}

const languageNames = lazy((): ReadonlyMap<string, string> => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  // Among languages with the same name, the one in the table is meant.
  const codes = [...all.filter((code) => !languages.has(code)), ...languages.keys()];
  return new Map(
    codes
      // A code that another one replaced names nothing: sh, now sr-Latn.
      .filter((code) => inEnglish().of(code) !== undefined && Intl.getCanonicalLocales(code)[0] === code)
      .flatMap((code) =>
        [inEnglish(), new Intl.DisplayNames([code], { type: 'language' })].map(
          (names) => [foldName(names.of(code) ?? code), code] as const,
        ),
      ),
  );
});

function codeOf(
  long: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
  short: (text: string) => string,
): (text: string) => string | undefined {
  const byLong = new Map([...others, ...[...long].map(([two, three]) => [three, two] as const)]);
  return (text) => {
    const lower = text.trim().toLowerCase();
    const code = byLong.get(lower) ?? (long.has(lower) ? lower : short(lower));
    return long.has(code) ? code : undefined;
  };
}
