import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';
import type { ConstraintKind, ConstraintOf } from '../../../shacl/model/shape.ts';
import { noChange } from '../../drafts/change.ts';
import { type Draft, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import { nameOfProperty, type WantedValue, type Witness } from '../../drafts/wantedValue.ts';
import {
  countryCodes,
  isAboutCountries,
  isAboutLanguages,
  isOfCountryAlone,
  languageCodes,
} from '../../evidence/codeLists.ts';
import { foldName, nameParts } from '../../evidence/nameSimilarity.ts';
import type { Support } from '../../repair.ts';
import { durationsMeant } from '../../values/readings/durations.ts';
import { momentsMeant, monthMeant } from '../../values/readings/moments.ts';

/**
 * What a value rejected by one constraint was meant to be: other ways to write it, or what it represents. The values need
 * not satisfy the other constraints of their place; `intendedValues` handles those.
 */
export interface Rewrites<Kind extends ConstraintKind = ConstraintKind> {
  meant(constraint: ConstraintOf<Kind>, value: TermId, at: RewritePlace): Iterable<Witness>;
}

/** Where the value is or will be. */
export interface RewritePlace {
  readonly wanted: WantedValue;
  readonly draft: Draft;
}

/** A value that was evidently meant, or one of few that may have been. */
export function likelyRewrite(
  value: TermId,
  support: Support,
  evidence: EvidenceItem | readonly EvidenceItem[],
): Witness {
  return { value, fix: fixOfChange(noChange, support, evidence) };
}

/** A value as likely as its support says; a placeholder is for the user to confirm. */
export function rewriteAs({
  value,
  support,
  evidence,
}: {
  readonly value: TermId;
  readonly support: Support;
  readonly evidence: readonly EvidenceItem[];
}): Witness {
  return support === 'placeholder'
    ? placeholderRewrite(value, evidence)
    : likelyRewrite(value, support, evidence);
}

/** An example value that the user overwrites. */
export function placeholderRewrite(
  value: TermId,
  evidence?: EvidenceItem | readonly EvidenceItem[],
): Witness {
  const fix: Fix = { ...fixOfChange(noChange, 'placeholder', evidence), placeholders: [value] };
  return { value, fix };
}

/** A literal with another text and the datatype or language of the given one. */
export function literalWithText(literal: TermId, text: string): TermId {
  const language = terms.language(literal);
  return language === ''
    ? terms.literal(text, terms.datatype(literal)!)
    : terms.languageString(text, language, terms.direction(literal));
}

/** The texts with one of the characters inserted anywhere. */
export function withOneMore(text: string, characters: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i <= text.length; i++)
    for (const character of characters) found.add(text.slice(0, i) + character + text.slice(i));
  return found;
}

/** What a text was read as. */
export interface ReadText {
  /** The accepted ways to write what it says. */
  readonly witnesses: readonly Witness[];
  /** Whether it has a meaning of its own: then its characters are not to be cut or replaced until they fit. */
  readonly isUnderstood: boolean;
}

/**
 * Reads a text that is refused as a date or time of day, or as the name of a language, country or format where such is stated.
 *
 * @param isOfCountries whether the texts that are allowed show that a country is asked for.
 */
export function readText(
  literal: TermId,
  at: RewritePlace,
  accepts: (text: string) => boolean,
  isOfCountries = false,
): ReadText {
  const text = terms.value(literal);
  const witnesses: Witness[] = [];
  let isUnderstood = false;
  for (const { text: date, support, evidence } of momentsMeant(text, xsd.date)) {
    if (!isWellFormed(terms.literal(date, xsd.date))) continue;
    // A number may be a year, but only other values can show that.
    if (support === 'placeholder' && !/\d\D+\d\D+\d/.test(text)) continue;
    isUnderstood = true;
    const form = formsOfDate(date).find(accepts);
    if (form !== undefined && form !== text)
      witnesses.push(
        rewriteAs({ value: literalWithText(literal, form), support, evidence: sameDay(evidence) }),
      );
    const part = form === undefined ? partsOfDate(date).find(accepts) : undefined;
    if (part !== undefined) {
      const lost = { kind: 'lostText', words: 'the day is given up' } as const;
      witnesses.push(likelyRewrite(literalWithText(literal, part), 'plausible', lost));
    }
  }
  for (const { said, forms, words, isOpen, support = 'attested' } of otherReadings(
    text,
    at,
    accepts,
    isOfCountries,
  )) {
    if (!said) continue;
    isUnderstood = true;
    if (isOpen) {
      for (const form of forms.filter(accepts))
        witnesses.push(placeholderRewrite(literalWithText(literal, form)));
      continue;
    }
    const form = forms.find(accepts);
    if (form === undefined || form === text || witnesses.length > 0) continue;
    const evidence = [{ kind: 'sameText', words }] as const;
    witnesses.push(rewriteAs({ value: literalWithText(literal, form), support, evidence }));
  }
  return { witnesses, isUnderstood };
}

const xsdDuration = terms.constant(`${namespaces.xsd}duration`);

interface OtherReading {
  readonly said: boolean;
  readonly forms: readonly string[];
  readonly words: string;
  /** True where only the user knows which of the forms is meant. */
  readonly isOpen?: boolean;
  /** How certain that reading of the text is, if it is not evident. */
  readonly support?: Support;
}

/** Other readings of a text, with the ways to write them, the standard ones first. */
function* otherReadings(
  text: string,
  at: RewritePlace,
  accepts: (text: string) => boolean,
  isOfCountries: boolean,
): Iterable<OtherReading> {
  const trimmed = text.trim();
  const [time] = [...momentsMeant(trimmed, xsd.time)].flatMap(({ support, text: read }) =>
    support === 'attested' ? [read] : [],
  );
  if (time !== undefined && isWellFormed(terms.literal(time, xsd.time)))
    yield { said: true, forms: [time, ...shorterTimes(time)], words: 'the same time' };
  const joined = trimmed.replace(/\s+/g, '');
  const isAccepted = [joined, joined.toUpperCase()].some(accepts);
  const durations = [...durationsMeant(trimmed, xsdDuration)].filter(
    (reading) =>
      accepts(reading.text) &&
      (isForDurations(reading.text, at, accepts) || (reading.support !== 'attested' && !isAccepted)),
  );
  const isOpen = durations.length > 1;
  const lengths = durations.map((reading) => reading.text);
  const support = durations[0]?.support === 'attested' ? 'attested' : 'plausible';
  yield { said: lengths.length > 0, forms: lengths, words: 'the same length of time', isOpen, support };
  const month = monthMeant(trimmed);
  if (month) {
    const [year, number] = [month.year, String(month.month).padStart(2, '0')];
    yield { said: true, forms: [`${year}-${number}`, `${number}/${year}`], words: 'the same month' };
  }
  const isCode = /^\p{L}{2,3}$/u.test(trimmed);
  const named = (forms: readonly string[], list: string) => ({
    said: forms.length > 0,
    forms,
    words: isCode ? `another code of the same ${list}` : `the code of ${trimmed}`,
  });
  const about = nameOfProperty(at.wanted);
  // Not all are spoken: programmingLanguage.
  const isSpoken = isAboutLanguages(nameParts(about)[0] ?? '');
  if (isAboutLanguages(about)) {
    const codes = languageCodes(text);
    const isOfCountry = mayBeCountry(trimmed, at, codes.filter(accepts));
    yield {
      ...named(codes, 'language'),
      ...(isOfCountry && {
        said: true,
        isOpen: !codes.some((code) => accepts(code) && hasElsewhere(code, at)),
      }),
      support: isSpoken && !isOfCountry ? 'attested' : 'plausible',
    };
  } else if (isAboutCountries(about)) yield named(countryCodes(text), 'country');
  // Most of the shorter codes are those of states, airports or currencies as well.
  else if (isOfCountries) yield { ...named(countryCodes(text), 'country'), support: 'plausible' };
  const isOfFormats = nameParts(about).some((word) => /^(?:file)?formats?$|^media|^mime/.test(word));
  const type = isOfFormats ? mediaTypeNamed(trimmed) : undefined;
  if (type !== undefined) yield { said: true, forms: [type], words: `the media type of ${trimmed}` };
}

/** Whether a code in capital letters may be that of a country, although the property is about languages, some of which are accepted there. */
export function mayBeCountry(text: string, { wanted }: RewritePlace, accepted: readonly string[]): boolean {
  // Where codes of languages are in capital letters, these tell nothing.
  return (
    isAboutLanguages(nameOfProperty(wanted)) &&
    isOfCountryAlone(text) &&
    !accepted.some((code) => /^[A-Z]/.test(code))
  );
}

/** Whether another node has a text at the property. */
function hasElsewhere(text: string, { wanted: { path, focusNode }, draft }: RewritePlace): boolean {
  return (
    path.kind === 'predicate' &&
    usesOf(draft, path.predicate, maxUses).some(
      ({ subject, object }) =>
        subject !== focusNode && terms.isLiteral(object) && terms.value(object) === text,
    )
  );
}

/**
 * True where texts like a duration are rejected, or where others have durations, or the property is named so: "5d" may be a
 * code as well.
 */
function isForDurations(duration: string, at: RewritePlace, accepts: (text: string) => boolean): boolean {
  const [, ...rest] = duration;
  const decoys = [
    rest.join(''),
    `X${rest.join('')}`,
    `${duration.slice(0, -1)}X`,
    'A'.repeat(duration.length),
  ];
  if (!decoys.some(accepts) || /duration/i.test(nameOfProperty(at.wanted))) return true;
  const { wanted, draft } = at;
  const { path, focusNode } = wanted;
  return (
    path.kind === 'predicate' &&
    usesOf(draft, path.predicate, maxUses).some(
      ({ subject, object }) =>
        subject !== focusNode &&
        terms.isLiteral(object) &&
        isWellFormed(terms.literal(terms.value(object), xsdDuration)),
    )
  );
}

const maxUses = 200;

function shorterTimes(time: string): readonly string[] {
  const [, clock, seconds] = /^(\d\d:\d\d):(\d\d)$/.exec(time) ?? [];
  return clock === undefined || seconds !== '00' ? [] : [clock, clock.replace(':', '')];
}

function sameDay(evidence: readonly EvidenceItem[]): readonly EvidenceItem[] {
  return evidence.map((each) => (each.kind === 'sameText' ? { ...each, words: 'the same day' } : each));
}

/** The ways to write a date, the standard ones first. */
function formsOfDate(date: string): readonly string[] {
  const [, year, month, day] = /^(-?\d{4,})-(\d\d)-(\d\d)/.exec(date)!;
  return [date, `${year}${month}${day}`, `${day}.${month}.${year}`, `${day}/${month}/${year}`];
}

function partsOfDate(date: string): readonly string[] {
  const [, month, year] = /^((-?\d{4,})-\d\d)/.exec(date)!;
  return [month!, year!];
}

/** The media types (IANA) of formats by the names and file extensions that are used for them. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  [
    ['text/csv', 'csv'],
    ['text/tab-separated-values', 'tsv'],
    ['text/plain', 'txt text plaintext'],
    ['text/html', 'html htm'],
    ['text/markdown', 'md markdown'],
    ['text/turtle', 'ttl turtle'],
    ['application/n-triples', 'nt ntriples'],
    ['application/n-quads', 'nq nquads'],
    ['application/trig', 'trig'],
    ['application/rdf+xml', 'rdf rdfxml'],
    ['application/ld+json', 'jsonld'],
    ['application/json', 'json'],
    ['application/geo+json', 'geojson'],
    ['application/xml', 'xml'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'zip'],
    ['application/gml+xml', 'gml'],
    ['application/vnd.google-earth.kml+xml', 'kml'],
    ['application/vnd.ms-excel', 'xls excel'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['application/geopackage+sqlite3', 'gpkg geopackage'],
    ['application/netcdf', 'nc netcdf'],
    ['image/png', 'png'],
    ['image/jpeg', 'jpg jpeg'],
    ['image/tiff', 'tif tiff geotiff'],
    ['image/gif', 'gif'],
    ['image/svg+xml', 'svg'],
    ['audio/mpeg', 'mp3'],
    ['audio/wav', 'wav'],
    ['video/mp4', 'mp4'],
  ].flatMap(([type, names]) => names!.split(' ').map((name) => [name, type!] as const)),
);

/** The media type that a text names as a format, such as `CSV`, `.json` or `RDF/XML`. */
function mediaTypeNamed(text: string): string | undefined {
  return mediaTypes.get(foldName(text.replace(/[./]/g, '')));
}
