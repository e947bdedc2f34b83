import { type Decimal, decimal, minus, negate, plus } from '../../../rdf/literals/decimal.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import { type LiteralValue, literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';

/**
 * `+` and `-` on dates, times and durations, as XPath defines them (XPath Functions 3.1, 8.4 and 9.7). SPARQL 1.1 leaves
 * them to implementations. Undefined for an error.
 */
export function addTimes(a: TermId, b: TermId): TermId | undefined {
  const [left, right] = [readDuration(a), readDuration(b)];
  if (right === undefined) return undefined;
  return left ? sum(left, right) : shifted(a, right);
}

export function subtractTimes(a: TermId, b: TermId): TermId | undefined {
  const [left, right] = [readDuration(a), readDuration(b)];
  if (right === undefined) return left ? undefined : difference(a, b);
  const opposite = { ...right, months: -right.months, seconds: negate(right.seconds) };
  return left ? sum(left, opposite) : shifted(a, opposite);
}

type Duration = Extract<LiteralValue, { readonly kind: 'duration' }> & { readonly type: TermId };

const dayTimeDuration = terms.constant(`${namespaces.xsd}dayTimeDuration`);
const yearMonthDuration = terms.constant(`${namespaces.xsd}yearMonthDuration`);
const dateTimeStamp = terms.constant(`${namespaces.xsd}dateTimeStamp`);

/** A duration that can be added: one of days and times, or one of years and months. */
function readDuration(term: TermId): Duration | undefined {
  const type = terms.datatype(term);
  if (type !== dayTimeDuration && type !== yearMonthDuration) return undefined;
  const value = literalValue(term);
  return value?.kind === 'duration' ? { ...value, type } : undefined;
}

function sum(a: Duration, b: Duration): TermId | undefined {
  if (a.type !== b.type) return undefined;
  return durationTerm({ ...a, months: a.months + b.months, seconds: plus(a.seconds, b.seconds) });
}

function difference(a: TermId, b: TermId): TermId | undefined {
  const [left, right] = [literalValue(a), literalValue(b)];
  if (left?.kind !== 'moment' || right?.kind !== 'moment' || left.type !== right.type) return undefined;
  if (!['dateTime', 'date', 'time'].includes(left.type) || left.zoned !== right.zoned) return undefined;
  return durationTerm({ type: dayTimeDuration, months: 0n, seconds: minus(left.seconds, right.seconds) });
}

function durationTerm({ type, months, seconds }: Pick<Duration, 'type' | 'months' | 'seconds'>): TermId {
  if (type === yearMonthDuration) {
    const size = months < 0n ? -months : months;
    const text = `${size >= 12n ? `${size / 12n}Y` : ''}${size % 12n ? `${size % 12n}M` : ''}` || '0M';
    return terms.literal(`${months < 0n ? '-' : ''}P${text}`, type);
  }
  const size = seconds.unscaled < 0n ? negate(seconds) : seconds;
  const whole = size.unscaled / 10n ** BigInt(size.scale);
  const rest = minus(size, { unscaled: (whole / 60n) * 60n, scale: 0 });
  const [days, hours, minutes] = [whole / 86_400n, (whole / 3_600n) % 24n, (whole / 60n) % 60n];
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest.unscaled === 0n ? '' : `${printDecimal(rest, 0)}S`}`;
  const text = `${days ? `${days}D` : ''}${time && `T${time}`}` || 'T0S';
  return terms.literal(`${seconds.unscaled < 0n ? '-' : ''}P${text}`, type);
}

const form = /^(?:(-?\d+)-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?$/;

/** A date or time, and a duration later. Dates that do not exist become the last day of their month. */
function shifted(term: TermId, { months, seconds }: Duration): TermId | undefined {
  const type = terms.datatype(term);
  if (type !== xsd.dateTime && type !== xsd.date && type !== xsd.time && type !== dateTimeStamp)
    return undefined;
  if (literalValue(term) === undefined || (type === xsd.time && months !== 0n)) return undefined;
  const [, year = '1972', month = '12', day = '31', hour = '0', minute = '0', second = '0', zone = ''] =
    form.exec(terms.value(term))!;
  const count = BigInt(year) * 12n + BigInt(month) - 1n + months;
  const newYear = floorDivision(count, 12n);
  const newMonth = Number(count - newYear * 12n) + 1;
  const newDay = Math.min(Number(day), daysIn(newYear, newMonth));
  const start = plus(
    {
      unscaled: dayNumber(newYear, newMonth, newDay) * 86_400n + BigInt(hour) * 3_600n + BigInt(minute) * 60n,
      scale: 0,
    },
    decimal(second),
  );
  const end = plus(start, seconds);
  const wholeSeconds = floorDivision(end.unscaled, 10n ** BigInt(end.scale));
  const days = floorDivision(wholeSeconds, 86_400n);
  const date = printDate(days);
  const time = printTime(minus(end, { unscaled: days * 86_400n, scale: 0 }));
  if (type === xsd.date) return terms.literal(`${date}${zone}`, type);
  return terms.literal(type === xsd.time ? `${time}${zone}` : `${date}T${time}${zone}`, type);
}

function printTime(seconds: Decimal): string {
  const whole = seconds.unscaled / 10n ** BigInt(seconds.scale);
  const rest = printDecimal(minus(seconds, { unscaled: (whole / 60n) * 60n, scale: 0 }), 0);
  const twoDigits = (value: bigint) => value.toString().padStart(2, '0');
  return `${twoDigits(whole / 3_600n)}:${twoDigits((whole / 60n) % 60n)}:${/^\d(?:\.|$)/.test(rest) ? '0' : ''}${rest}`;
}

function floorDivision(a: bigint, b: bigint): bigint {
  const result = a / b;
  return a % b < 0n ? result - 1n : result;
}

function daysIn(year: bigint, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4n === 0n && (year % 100n !== 0n || year % 400n === 0n) ? 29 : 28;
}

/** Days since 0000-03-01, with years that start in March, so that leap days come last. */
function dayNumber(year: bigint, month: number, day: number): bigint {
  const shiftedYear = month < 3 ? year - 1n : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays =
    floorDivision(shiftedYear, 4n) - floorDivision(shiftedYear, 100n) + floorDivision(shiftedYear, 400n);
  return shiftedYear * 365n + leapDays + BigInt(dayOfYear);
}

function printDate(days: bigint): string {
  const era = floorDivision(days, 146_097n);
  const dayOfEra = Number(days - era * 146_097n);
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400n + BigInt(yearOfEra) + (month < 3 ? 1n : 0n);
  const digits = (year < 0n ? -year : year).toString().padStart(4, '0');
  return `${year < 0n ? '-' : ''}${digits}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
