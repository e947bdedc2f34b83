import { type TermId, terms } from '../terms.ts';
import { namespaces } from '../vocab.ts';
import { compareDecimals, type Decimal, decimal, minus, negate, plus } from './decimal.ts';
import { integerTypes, isWellFormed } from './lexicalForms.ts';

/** The value of a literal that can be ordered. Values of different kinds cannot be compared. */
export type LiteralValue =
  | DecimalNumber
  | { readonly kind: 'number'; readonly precision: 'float' | 'double'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | {
      readonly kind: 'moment';
      readonly type: string;
      /** Seconds on the UTC time line, or on a local time line when not zoned. */
      readonly seconds: Decimal;
      readonly zoned: boolean;
    }
  | { readonly kind: 'duration'; readonly months: bigint; readonly seconds: Decimal };

/** Negative for less, positive for greater, 0 for equal. */
export type Order = -1 | 0 | 1;

/** The value of a literal; undefined for other terms, ill-formed literals and datatypes without an order. */
export function literalValue(id: TermId): LiteralValue | undefined {
  const datatype = terms.datatype(id);
  const read = datatype === undefined ? undefined : readers.get(datatype);
  const lexical = terms.value(id);
  const kept = lexical.length > longLength ? longValues.get(id) : undefined;
  if (kept) return kept;
  const value = read && isWellFormed(id) ? read(lexical) : undefined;
  if (value && lexical.length > longLength) {
    if (longValues.size >= mostLongValues) longValues.clear();
    longValues.set(id, value);
  }
  return value;
}

/**
 * The order of two values as SPARQL's `<` defines it, extended to all XSD types with an order. Integers and decimals
 * are compared exactly; they become doubles (floats) only when compared with a double (float).
 *
 * @returns undefined when the values cannot be compared, such as two times less than 14 hours apart of which only
 *   one has a time zone.
 */
export function compareValues(a: LiteralValue, b: LiteralValue): Order | undefined {
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a, b);
  if (a.kind === 'string' && b.kind === 'string') return compareByCodePoint(a.value, b.value);
  if (a.kind === 'boolean' && b.kind === 'boolean') return order(Number(a.value), Number(b.value));
  if (a.kind === 'moment' && b.kind === 'moment') return a.type === b.type ? compareMoments(a, b) : undefined;
  if (a.kind === 'duration' && b.kind === 'duration') return compareDurations(a, b);
  return undefined;
}

/** Reading a long number takes longer than comparing it, and it may be compared with thousands of others. */
const longValues = new Map<TermId, LiteralValue>();
const longLength = 1000;
const mostLongValues = 1000;

type NumberValue = Extract<LiteralValue, { readonly kind: 'number' }>;
type Moment = Extract<LiteralValue, { readonly kind: 'moment' }>;
type Duration = Extract<LiteralValue, { readonly kind: 'duration' }>;

const readers = new Map<TermId, (lexical: string) => LiteralValue>();

for (const name of [...integerTypes, 'decimal']) register(name, (lexical) => new DecimalNumber(lexical));
register('double', (lexical) => ({ kind: 'number', precision: 'double', value: readDouble(lexical) }));
register('float', (lexical) => ({
  kind: 'number',
  precision: 'float',
  value: Math.fround(readDouble(lexical)),
}));
for (const name of [
  ...['string', 'normalizedString', 'token', 'language', 'Name', 'NCName', 'NMTOKEN'],
  // XPath promotes xsd:anyURI to xsd:string.
  'anyURI',
]) {
  register(name, (lexical) => ({ kind: 'string', value: lexical }));
}
register('boolean', (lexical) => ({ kind: 'boolean', value: lexical === 'true' || lexical === '1' }));
for (const name of [
  'dateTime',
  'dateTimeStamp',
  'date',
  'time',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
]) {
  register(name, (lexical) => readMoment(name === 'dateTimeStamp' ? 'dateTime' : name, lexical));
}
for (const name of ['duration', 'dayTimeDuration', 'yearMonthDuration']) register(name, readDuration);

function register(name: string, read: (lexical: string) => LiteralValue): void {
  readers.set(terms.constant(namespaces.xsd + name), read);
}

/** Doubles keep numbers of up to 15 digits distinct and in order. */
const shortLength = 15;

/** A decimal that is parsed exactly only on demand: most comparisons do not need the exact value. */
class DecimalNumber {
  readonly kind = 'number';
  readonly precision = 'decimal';
  readonly nearestDouble: number;
  readonly #lexical: string;
  #value: Decimal | undefined;

  constructor(lexical: string) {
    this.#lexical = lexical;
    this.nearestDouble = Number(lexical);
  }

  get value(): Decimal {
    this.#value ??= decimal(this.#lexical);
    return this.#value;
  }

  /** True when the number has so few digits that doubles distinguish it from every other number with as few. */
  get isShort(): boolean {
    return this.#lexical.length <= shortLength;
  }
}

function readDouble(lexical: string): number {
  return Number(lexical.replace('INF', 'Infinity'));
}

function compareNumbers(a: NumberValue, b: NumberValue): Order | undefined {
  if (a.precision === 'decimal' && b.precision === 'decimal') {
    // Rounding keeps the order, so exact values are needed only for numbers that round to the same double.
    if (a.nearestDouble !== b.nearestDouble) return a.nearestDouble < b.nearestDouble ? -1 : 1;
    return a.isShort && b.isShort ? 0 : compareDecimals(a.value, b.value);
  }
  const asFloat = a.precision !== 'double' && b.precision !== 'double';
  const [left, right] = [toNumber(a, asFloat), toNumber(b, asFloat)];
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : order(left, right);
}

function toNumber(value: NumberValue, asFloat: boolean): number {
  if (value.precision !== 'decimal') return value.value;
  return asFloat ? Math.fround(value.nearestDouble) : value.nearestDouble;
}

function order<T extends number | bigint | string>(a: T, b: T): Order {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares by code point. UTF-16 order differs: it puts astral characters before U+E000 and above. */
function compareByCodePoint(a: string, b: string): Order {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return order(a.codePointAt(i)!, b.codePointAt(i)!);
  }
  return order(a.length, b.length);
}

/** Matches year, month and day; month, with or without day; day alone; hour, minute, second and fraction; time zone. */
const momentForm =
  /^(?:(-?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?|--(\d\d)(?:-(\d\d))?|---(\d\d))?(?:T?(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a date or time. Parts that the type lacks are those of 1972-12-31, with which XSD 1.1 completes them, or the
 * first of the period.
 */
function readMoment(type: string, lexical: string): Moment {
  const [
    ,
    year = '1972',
    month,
    day,
    onlyMonth,
    onlyMonthDay,
    onlyDay,
    hour,
    minute,
    second,
    fraction,
    zone,
  ] = momentForm.exec(lexical)!;
  const { cycles, rest } = calendarCycles(year, 400);
  const days = daysBefore(
    rest,
    Number(month ?? onlyMonth ?? (onlyDay ? 12 : 1)),
    Number(day ?? onlyMonthDay ?? onlyDay ?? 1),
  );
  const hours = type === 'time' && hour === '24' ? 0 : Number(hour ?? 0);
  const minutes = hours * 60 + Number(minute ?? 0) - zoneMinutes(zone);
  const whole = inSeconds(cycles, days) + BigInt(minutes * 60 + Number(second ?? 0));
  const seconds = { unscaled: whole, scale: 0 };
  return {
    kind: 'moment',
    type,
    seconds: fraction === undefined ? seconds : plus(seconds, decimal(`0.${fraction}`)),
    zoned: zone !== undefined,
  };
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? -minutes : minutes;
}

/**
 * Splits a count into whole calendar cycles and a small rest, so that years of any length can be handled: the calendar
 * repeats every 400 years.
 */
function calendarCycles(
  count: string | bigint,
  length: number,
): { readonly cycles: bigint; readonly rest: number } {
  if (typeof count === 'string' && count.length < 10) return { cycles: 0n, rest: Number(count) };
  const [whole, size] = [BigInt(count), BigInt(length)];
  return { cycles: whole / size, rest: Number(whole % size) };
}

function inSeconds(cycles: bigint, days: number): bigint {
  return (cycles === 0n ? BigInt(days) : cycles * 146_097n + BigInt(days)) * 86_400n;
}

/**
 * Days since 0000-03-01 in the proleptic Gregorian calendar. Years start in March here, so that leap days come last.
 */
function daysBefore(year: number, month: number, day: number): number {
  const shifted = month < 3 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return (
    shifted * 365 +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    dayOfYear
  );
}

const fourteenHours: Decimal = { unscaled: 50_400n, scale: 0 };

/** A time without time zone stands for all time zones from -14:00 to +14:00 (XSD 1.1 part 2, D.2.1). */
function compareMoments(a: Moment, b: Moment): Order | undefined {
  if (a.zoned === b.zoned) return compareDecimals(a.seconds, b.seconds);
  if (!a.zoned) {
    if (compareDecimals(plus(a.seconds, fourteenHours), b.seconds) < 0) return -1;
    return compareDecimals(minus(a.seconds, fourteenHours), b.seconds) > 0 ? 1 : undefined;
  }
  const reverse = compareMoments(b, a);
  return reverse === undefined ? undefined : (-reverse as Order);
}

const durationForm = /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

function readDuration(lexical: string): Duration {
  const [, years, months, days, hours, minutes, seconds] = durationForm.exec(lexical)!;
  const total = (...parts: readonly (readonly [count: string | undefined, size: bigint])[]) =>
    parts.reduce((sum, [count, size]) => (count === undefined ? sum : sum + BigInt(count) * size), 0n);
  const inMonths = total([years, 12n], [months, 1n]);
  const whole = { unscaled: total([days, 86_400n], [hours, 3_600n], [minutes, 60n]), scale: 0 };
  const inSecs = seconds === undefined ? whole : plus(whole, decimal(seconds));
  return lexical.startsWith('-')
    ? { kind: 'duration', months: -inMonths, seconds: negate(inSecs) }
    : { kind: 'duration', months: inMonths, seconds: inSecs };
}

/**
 * Months have 28 to 31 days, so durations that mix months and days are compared by adding them to four dates (XSD 1.1,
 * D.3.2).
 */
const referenceMonths = [
  [1696, 9],
  [1697, 2],
  [1903, 3],
  [1903, 7],
] as const;

function compareDurations(a: Duration, b: Duration): Order | undefined {
  if (a.months === b.months) return compareDecimals(a.seconds, b.seconds);
  let order: Order | undefined;
  for (const [year, month] of referenceMonths) {
    const next = compareDecimals(secondsAfter(year, month, a), secondsAfter(year, month, b));
    if (order !== undefined && next !== order) return undefined;
    order = next;
  }
  return order;
}

function secondsAfter(year: number, month: number, { months, seconds }: Duration): Decimal {
  const { cycles, rest } = calendarCycles(BigInt(year * 12 + month - 1) + months, 4800);
  const days = daysBefore(Math.floor(rest / 12), (((rest % 12) + 12) % 12) + 1, 1);
  return plus({ unscaled: inSeconds(cycles, days), scale: 0 }, seconds);
}
