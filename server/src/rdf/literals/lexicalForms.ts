import { type TermId, terms } from '../terms.ts';
import { namespaces, rdf, rdfs } from '../vocab.ts';

/** The characters that may start an XML name, without the colon, for use inside a character class. */
export const ncNameStart =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';

/** The characters that may follow the first one, without the colon. */
export const ncNameRest = `${ncNameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;

/** `ncNameStart` with the colon. */
export const nameStart = `:${ncNameStart}`;
export const nameRest = `:${ncNameRest}`;

/**
 * True when the lexical form of a literal is one that its datatype allows (XSD 1.1, for the datatypes that RDF 1.1
 * Concepts 5.1 recommends). Literals of other datatypes count as well formed.
 */
export function isWellFormed(literal: TermId): boolean {
  const test = tests.get(terms.datatype(literal)!);
  if (test === undefined) return true;
  if (terms.generation !== generation) {
    generation = terms.generation;
    verdicts.fill(unknown);
  }
  if (literal >= verdicts.length) verdicts = grown(verdicts, literal + 1);
  if (verdicts[literal] === unknown) {
    // biome-ignore lint/suspicious/noUnnecessaryConditions: a test of a map is not always false.
    verdicts[literal] = test(terms.value(literal), literal) ? wellFormed : illFormed;
  }
  return verdicts[literal] === wellFormed;
}

/** True for what is mistaken for a datatype: the class of all literals, and the types that XSD derives others from. */
export function isOfNoLiteral(datatype: TermId): boolean {
  return noDatatypes.has(datatype);
}

const noDatatypes: ReadonlySet<TermId> = new Set([
  rdfs.Literal,
  ...['anyType', 'anySimpleType', 'anyAtomicType'].map((name) => terms.constant(namespaces.xsd + name)),
]);

const unknown = 0;
const wellFormed = 1;
const illFormed = 2;

/** The cached verdicts by literal id: a literal is asked about each time its focus node is validated. */
let verdicts = new Uint8Array(1024);
let generation = terms.generation;

function grown(before: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(Math.max(least, 2 * before.length));
  after.set(before);
  return after;
}

type Test = (lexical: string, literal: TermId) => boolean;

const zone = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?';
const year = '-?(?:[1-9]\\d{3,}|0\\d{3})';
const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const time = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)';
const dayTime = '(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?';
const patterns: Readonly<Record<string, string>> = {
  boolean: 'true|false|1|0',
  decimal: '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)',
  double: '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?|[+-]?INF|NaN',
  float: '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?|[+-]?INF|NaN',
  time: time + zone,
  gYear: year + zone,
  gYearMonth: `${year}-${month}${zone}`,
  gMonth: `--${month}${zone}`,
  gDay: `---${day}${zone}`,
  gMonthDay: `--(?:${month}-(?:0[1-9]|1\\d|2\\d)|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31)${zone}`,
  duration: `-?P(?=.)(?:\\d+Y)?(?:\\d+M)?${dayTime}`,
  dayTimeDuration: `-?P(?=.)${dayTime}`,
  yearMonthDuration: '-?P(?=.)(?:\\d+Y)?(?:\\d+M)?',
  hexBinary: '(?:[0-9a-fA-F]{2})*',
  base64Binary:
    '(?:(?:[A-Za-z0-9+/] ?){4})*(?:(?:[A-Za-z0-9+/] ?){3}[A-Za-z0-9+/]|(?:[A-Za-z0-9+/] ?){2}[AEIMQUYcgkosw048] ?=|[A-Za-z0-9+/] ?[AQgw] ?= ?=)?',
  language: '[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*',
  normalizedString: '[^\\t\\n\\r]*',
  token: '(?:[^ \\t\\n\\r](?: ?[^ \\t\\n\\r])*)?',
  NMTOKEN: `[${nameRest}]+`,
  Name: `[${nameStart}][${nameRest}]*`,
  NCName: `[${ncNameStart}][${ncNameRest}]*`,
};

const ranges: Readonly<Record<string, readonly [bigint | undefined, bigint | undefined]>> = {
  integer: [undefined, undefined],
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  byte: [-(2n ** 7n), 2n ** 7n - 1n],
  short: [-(2n ** 15n), 2n ** 15n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  unsignedByte: [0n, 2n ** 8n - 1n],
  unsignedShort: [0n, 2n ** 16n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
};

/** The datatypes whose values are integers. */
export const integerTypes: readonly string[] = Object.keys(ranges);

/**
 * The source of a regular expression for whole texts that all well-formed literals of a datatype match; undefined where
 * there is none. It allows more than `isWellFormed`: a 31st in every month, integers out of range.
 */
export function lexicalPattern(datatype: TermId): string | undefined {
  const name = nameInXsd(datatype);
  if (name in ranges) return '^[+-]?\\d+$';
  const date = `${year}-${month}-${day}`;
  const dates: Readonly<Record<string, string>> = {
    date: date + zone,
    dateTime: `${date}T${time}${zone}`,
    dateTimeStamp: `${date}T${time}${zone}`,
  };
  const pattern = patterns[name] ?? dates[name];
  return pattern === undefined ? undefined : `^(?:${pattern})$`;
}

/** The least and the greatest integer of a datatype, undefined for none; undefined for datatypes of other values. */
export function integerRange(
  datatype: TermId,
): readonly [bigint | undefined, bigint | undefined] | undefined {
  return ranges[nameInXsd(datatype)];
}

function nameInXsd(datatype: TermId): string {
  const iri = terms.value(datatype);
  return iri.startsWith(namespaces.xsd) ? iri.slice(namespaces.xsd.length) : '';
}

const tests = new Map<TermId, Test>([
  ...Object.entries(patterns).map(([name, pattern]) => [xsdIri(name), matches(pattern)] as const),
  ...Object.entries(ranges).map(([name, range]) => [xsdIri(name), isIntegerIn(range)] as const),
  [xsdIri('date'), isDate(`${year}-${month}-${day}${zone}`)],
  [xsdIri('dateTime'), isDate(`${year}-${month}-${day}T${time}${zone}`)],
  [xsdIri('dateTimeStamp'), isDate(`${year}-${month}-${day}T${time}${zone.slice(0, -1)}`)],
  [rdf.langString, (_, literal) => terms.language(literal) !== ''],
  [rdf.dirLangString, (_, literal) => terms.direction(literal) !== ''],
  [terms.constant(`${namespaces.rdf}JSON`), isJson],
]);

/** The term of the XML Schema datatype with a name. */
export function xsdIri(name: string): TermId {
  return terms.constant(namespaces.xsd + name);
}

function matches(pattern: string): Test {
  const regex = new RegExp(`^(?:${pattern})$`, 'u');
  return (lexical) => regex.test(lexical);
}

function isIntegerIn([low, high]: readonly [bigint | undefined, bigint | undefined]): Test {
  return (lexical) => {
    if (!/^[+-]?\d+$/.test(lexical)) return false;
    if (low === undefined && high === undefined) return true;
    const value = BigInt(lexical);
    return (low === undefined || value >= low) && (high === undefined || value <= high);
  };
}

/** The pattern allows a 31st in every month, so the calendar is checked as well. */
function isDate(pattern: string): Test {
  const hasForm = matches(pattern);
  return (lexical, literal) => {
    if (!hasForm(lexical, literal)) return false;
    const [, years, months, days] = /^-?(\d+)-(\d\d)-(\d\d)/.exec(lexical)!;
    return Number(days) <= daysInMonth(Number(years!.slice(-4)), Number(months));
  };
}

/** The number of days of a month. The year is given modulo 10,000, a multiple of the calendar's cycle of 400 years. */
function daysInMonth(years: number, months: number): number {
  if (months !== 2) return [4, 6, 9, 11].includes(months) ? 30 : 31;
  return years % 4 === 0 && (years % 100 !== 0 || years % 400 === 0) ? 29 : 28;
}

/** Whether a text is JSON. */
export function isJson(lexical: string): boolean {
  try {
    JSON.parse(lexical);
    return true;
  } catch {
    // A text that cannot be parsed is not JSON.
    return false;
  }
}
