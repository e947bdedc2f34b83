import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import { compareDecimals, type Decimal, decimal, minus, negate, plus, toNumber } from './decimal.ts';
import { integerTypes, isWellFormed } from './lexicalForms.ts';

/** A literal as a value that can be ordered. Values of different kinds cannot be compared. */
export type LiteralValue =
  | { readonly kind: 'number'; readonly precision: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'number'; readonly precision: 'float' | 'double'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | {
      readonly kind: 'moment';
      readonly type: string;
      /** On the UTC time line, or on a local one when not zoned. */
      readonly seconds: Decimal;
      readonly zoned: boolean;
    }
  | { readonly kind: 'duration'; readonly months: Decimal; readonly seconds: Decimal };

export type Order = -1 | 0 | 1;

/** The value of a literal, undefined for other terms, ill-formed literals and datatypes without an order. */
export function literalValue(id: TermId): LiteralValue | undefined {
  const datatype = terms.datatype(id);
  const read = datatype === undefined ? undefined : readers.get(datatype);
  return read && isWellFormed(id) ? read(terms.value(id)) : undefined;
}

/**
 * The order of two values as SPARQL's `<` sees it, extended to all XSD types with an order; undefined when they
 * cannot be compared, such as a time with and one without time zone less than 14 hours apart. Whole and decimal
 * numbers are compared exactly, and become doubles (floats) only when compared with a double (float).
 */
export function compareValues(a: LiteralValue, b: LiteralValue): Order | undefined {
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a, b);
  if (a.kind === 'string' && b.kind === 'string') return compareByCodePoint(a.value, b.value);
  if (a.kind === 'boolean' && b.kind === 'boolean') return order(Number(a.value), Number(b.value));
  if (a.kind === 'moment' && b.kind === 'moment') return a.type === b.type ? compareMoments(a, b) : undefined;
  if (a.kind === 'duration' && b.kind === 'duration') return compareDurations(a, b);
  return undefined;
}

type NumberValue = Extract<LiteralValue, { readonly kind: 'number' }>;
type Moment = Extract<LiteralValue, { readonly kind: 'moment' }>;
type Duration = Extract<LiteralValue, { readonly kind: 'duration' }>;

const readers = new Map<TermId, (lexical: string) => LiteralValue>();

for (const name of [...integerTypes, 'decimal']) {
  register(name, (lexical) => ({ kind: 'number', precision: 'decimal', value: decimal(lexical) }));
}
register('double', (lexical) => ({ kind: 'number', precision: 'double', value: readDouble(lexical) }));
register('float', (lexical) => ({
  kind: 'number',
  precision: 'float',
  value: Math.fround(readDouble(lexical)),
}));
for (const name of ['string', 'normalizedString', 'token', 'anyURI']) {
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

function readDouble(lexical: string): number {
  return Number(lexical.replace('INF', 'Infinity'));
}

function compareNumbers(a: NumberValue, b: NumberValue): Order | undefined {
  if (a.precision === 'decimal' && b.precision === 'decimal') return compareDecimals(a.value, b.value);
  const double = a.precision === 'double' || b.precision === 'double';
  const [left, right] = [a, b].map((operand) => {
    if (operand.precision !== 'decimal') return operand.value;
    return double ? toNumber(operand.value) : Math.fround(toNumber(operand.value));
  }) as [number, number];
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : order(left, right);
}

function order<T extends number | bigint | string>(a: T, b: T): Order {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** UTF-16 order puts astral characters before U+E000 and above; code point order does not. */
function compareByCodePoint(a: string, b: string): Order {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return order(a.codePointAt(i)!, b.codePointAt(i)!);
  }
  return order(a.length, b.length);
}

const momentForm =
  /^(?:(?<year>-?\d{4,})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?)?|--(?<onlyMonth>\d\d)(?:-(?<onlyMonthDay>\d\d))?|---(?<onlyDay>\d\d))?(?:T?(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d(?:\.\d+)?))?(?<zone>Z|[+-]\d\d:\d\d)?$/;

/** Parts that a type lacks are those of 1972-12-31 as XSD 1.1 completes them, or the first of the period. */
function readMoment(type: string, lexical: string): Moment {
  const parts = momentForm.exec(lexical)!.groups!;
  const days = daysBefore(
    BigInt(parts.year ?? 1972),
    Number(parts.month ?? parts.onlyMonth ?? (parts.onlyDay ? 12 : 1)),
    Number(parts.day ?? parts.onlyMonthDay ?? parts.onlyDay ?? 1),
  );
  const hours = type === 'time' && parts.hour === '24' ? 0 : Number(parts.hour ?? 0);
  const minutes = hours * 60 + Number(parts.minute ?? 0) - zoneMinutes(parts.zone);
  const whole = days * 86_400n + BigInt(minutes * 60);
  return {
    kind: 'moment',
    type,
    seconds: plus({ unscaled: whole, scale: 0 }, decimal(parts.second ?? '0')),
    zoned: parts.zone !== undefined,
  };
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Days from 0000-03-01 in the proleptic Gregorian calendar. Years start in March here, so leap days come last. */
function daysBefore(year: bigint, month: number, day: number): bigint {
  const shifted = month < 3 ? year - 1n : year;
  const era = (shifted >= 0n ? shifted : shifted - 399n) / 400n;
  const yearOfEra = shifted - era * 400n;
  const dayOfYear = BigInt(Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1);
  return era * 146_097n + yearOfEra * 365n + yearOfEra / 4n - yearOfEra / 100n + dayOfYear;
}

const fourteenHours: Decimal = { unscaled: 50_400n, scale: 0 };

/** A local time stands for every time zone from -14:00 to +14:00 (XSD 1.1 part 2, D.2.1). */
function compareMoments(a: Moment, b: Moment): Order | undefined {
  if (a.zoned === b.zoned) return compareDecimals(a.seconds, b.seconds);
  if (!a.zoned) {
    if (compareDecimals(plus(a.seconds, fourteenHours), b.seconds) < 0) return -1;
    return compareDecimals(minus(a.seconds, fourteenHours), b.seconds) > 0 ? 1 : undefined;
  }
  const reverse = compareMoments(b, a);
  return reverse === undefined ? undefined : (-reverse as Order);
}

function readDuration(lexical: string): Duration {
  const part = (unit: string, text: string) => decimal(new RegExp(`([\\d.]+)${unit}`).exec(text)?.[1] ?? '0');
  const [date, time = ''] = lexical.split('T') as [string, string?];
  const times = (value: Decimal, factor: bigint) => ({ ...value, unscaled: value.unscaled * factor });
  const months = plus(times(part('Y', date), 12n), part('M', date));
  const seconds = [
    times(part('D', date), 86_400n),
    times(part('H', time), 3_600n),
    times(part('M', time), 60n),
    part('S', time),
  ].reduce(plus);
  return lexical.startsWith('-')
    ? { kind: 'duration', months: negate(months), seconds: negate(seconds) }
    : { kind: 'duration', months, seconds };
}

/** Months last 28 to 31 days, so durations that mix months and days are compared from four dates (XSD 1.1, D.3.2). */
const referenceMonths = [
  [1696n, 9],
  [1697n, 2],
  [1903n, 3],
  [1903n, 7],
] as const;

function compareDurations(a: Duration, b: Duration): Order | undefined {
  const orders = new Set(
    referenceMonths.map(([year, month]) =>
      compareDecimals(secondsAfter(year, month, a), secondsAfter(year, month, b)),
    ),
  );
  return orders.size === 1 ? [...orders][0] : undefined;
}

function secondsAfter(year: bigint, month: number, { months, seconds }: Duration): Decimal {
  const monthIndex = year * 12n + BigInt(month - 1) + months.unscaled;
  const monthOfYear = ((monthIndex % 12n) + 12n) % 12n;
  const days = daysBefore((monthIndex - monthOfYear) / 12n, Number(monthOfYear) + 1, 1);
  return plus({ unscaled: days * 86_400n, scale: 0 }, seconds);
}
