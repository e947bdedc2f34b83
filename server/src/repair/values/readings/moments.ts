import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';
import { certainly, likely, perhaps, type Reading } from './reading.ts';

const dateTimeStamp = terms.constant(`${namespaces.xsd}dateTimeStamp`);
const gYearMonth = terms.constant(`${namespaces.xsd}gYearMonth`);

/** The dates, times and years that a text may mean. The user decides on what would have to be invented or dropped. */
export function momentsMeant(text: string, datatype: TermId): Iterable<Reading> {
  switch (datatype) {
    case xsd.date:
      return dates(text);
    case xsd.dateTime:
    case dateTimeStamp:
      return dateTimes(text);
    case xsd.time:
      return times(text);
    case xsd.gYear:
      return years(text);
    case gYearMonth:
      return yearMonths(text);
    default:
      return [];
  }
}

function* dates(text: string): Iterable<Reading> {
  const days = [...daysMeant(text)];
  for (const day of days) yield dated(day, '');
  if (days.length > 0) return;
  const [, date, time, zone = ''] = /^(\S+?)(?:T|[\s,]+)(\d\d?[:h].*?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const [moment, ...others] = date === undefined ? [] : [...daysMeant(date)];
  if (moment !== undefined && others.length === 0) {
    const isMidnight = /^00:00(?::00(?:\.0+)?)?$/.test(time!);
    const reading = dated({ ...moment, zone }, '');
    yield isMidnight ? reading : { ...likely(reading.text, 'lostText', 'the day without the time') };
    return;
  }
  const month = monthMeant(text);
  if (month) yield perhaps(`${month.year}-${twoDigits(month.month)}-01`, 'invented', 'no day is stated');
  else if (/^\d{4}$/.test(text)) yield perhaps(`${text}-01-01`, 'invented', 'only the year is stated');
}

/** A date, with the rest of a moment after the day. Days after the end of their month become its last day. */
function dated({ year, month, day, zone, assumed }: Day, time: string): Reading {
  const last = month >= 1 && month <= 12 ? new Date(Date.UTC(Number(year), month, 0)).getUTCDate() : 31;
  const printed = (which: number) => `${year}-${twoDigits(month)}-${twoDigits(which)}${time}${zone}`;
  if (day > last && day <= 31) {
    return likely(printed(last), 'changedMeaning', `the month has ${last} days`);
  }
  if (assumed !== undefined) return perhaps(printed(day), 'reading', assumed);
  return certainly(printed(day));
}

/** A number below 100 with a leading zero where it needs one. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function* dateTimes(text: string): Iterable<Reading> {
  const [, seconds, milliseconds] = /^([12]\d{9})(\d{3})?$/.exec(text) ?? [];
  if (seconds !== undefined) {
    if (milliseconds === undefined && dayAndHour.test(text)) return;
    const moment = new Date(Number(seconds + (milliseconds ?? '000'))).toISOString().replace('.000Z', 'Z');
    const words = `${milliseconds === undefined ? '' : 'milli'}seconds since 1970`;
    yield seconds < farFuture ? likely(moment, 'sameText', words) : perhaps(moment, 'reading', words);
    return;
  }
  const days = [...daysMeant(text)];
  for (const day of days) {
    const reading = dated(day, 'T00:00:00');
    const start = { kind: 'converted', words: 'the start of the day' } as const;
    yield reading.support === 'attested' ? perhaps(reading.text, start.kind, start.words) : reading;
  }
  if (days.length > 0) return;
  const [, date = '', time = ''] = /^(.+?)(?:T|,?\s+)(\d\d?[:h].*)$/.exec(text) ?? [];
  const [clock] = date === '' ? [] : [...times(time)];
  if (clock === undefined) {
    const month = monthMeant(text);
    if (month) {
      yield perhaps(`${month.year}-${twoDigits(month.month)}-01T00:00:00`, 'invented', 'no day is stated');
    }
    return;
  }
  for (const day of daysMeant(date)) yield dated(day, `T${clock.text}`);
}

/** Year, month, day and hour without anything between them; in earlier years, seconds since 1970 are likelier. */
const dayAndHour = /^(?:19|2[01])\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])$/;

/** In seconds since 1970, in 2030: few data is about what comes later, and identifiers have as many digits. */
const farFuture = '1900000000';

/** A time of day, with seconds and in 24 hours. */
function* times(text: string): Iterable<Reading> {
  const parts =
    /^(\d\d?)(?:[:h](\d\d))?(?::(\d\d(?:\.\d+)?))?\s*(am|pm|a\.m\.|p\.m\.|uhr)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i.exec(
      text,
    );
  if (!parts) {
    const [, day = '', clock] = /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d?:\d\d.*)$/.exec(text) ?? [];
    // Midnight may stand for no time at all.
    const isStated = clock !== undefined && !/^0?0:00(?::00(?:\.0+)?)?(?!\d)/.test(clock);
    const [time] = isStated && [...daysMeant(day)].length > 0 ? [...times(clock)] : [];
    if (time !== undefined) yield likely(time.text, 'lostText', 'the time without the day');
    return;
  }
  const [, hour = '', minute, second = '00', half = '', zone = ''] = parts;
  if (minute === undefined && half === '') return;
  const isAfternoon = /^p/i.test(half);
  const isTwelve = /^[ap]/i.test(half);
  if (isTwelve && (Number(hour) < 1 || Number(hour) > 12)) return;
  const hours = isTwelve ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  yield certainly(`${twoDigits(hours)}:${minute ?? '00'}:${second}${zoneOf(zone)}`);
}

function zoneOf(zone: string): string {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? '' : `${hours}:${minutes}`;
}

function* years(text: string): Iterable<Reading> {
  const whole = [...daysMeant(text), ...(monthMeant(text) ? [monthMeant(text)!] : [])];
  const moment = /^(\d{4})-\d\d-\d\dT/.exec(text)?.[1];
  const year = whole[0]?.year ?? moment;
  if (year !== undefined) {
    yield perhaps(year, 'lostText', 'the year alone');
    return;
  }
  const [, before, stated, after] = /^([^\d]{0,12}?)\s*(\d{4})\s*([^\d]{0,12})$/.exec(text) ?? [];
  if (stated !== undefined && `${before}${after}` !== '') {
    yield perhaps(stated, 'lostText', `the year without "${`${before} ${after}`.trim()}"`);
  }
}

function* yearMonths(text: string): Iterable<Reading> {
  const month = monthMeant(text);
  if (month) yield certainly(`${month.year}-${twoDigits(month.month)}`);
  for (const day of daysMeant(text)) {
    yield perhaps(`${day.year}-${twoDigits(day.month)}`, 'lostText', 'the month alone');
  }
}

/** A day as a text states it. */
interface Day {
  readonly year: string;
  readonly month: number;
  readonly day: number;
  /** The time zone at the end, empty when there is none. */
  readonly zone: string;
  /** What had to be assumed to read it so; undefined when there is no other reading. */
  readonly assumed?: string;
}

/** The days that a text may state: one in most forms, two where day and month may be exchanged. */
function* daysMeant(written: string): Iterable<Day> {
  const text = written.replace(weekday, '');
  const days = [...daysWithoutWeekday(text)];
  if (text === written) {
    yield* days;
    return;
  }
  const which = weekdays.indexOf(written.slice(0, 3).toLowerCase());
  const said = days.filter((day) => dateOf(day).getUTCDay() === which);
  const [only, ...others] = said;
  if (only !== undefined && others.length === 0 && days.length > 1 && /\d{4}/.test(text)) {
    const { year, month, day, zone } = only;
    yield { year, month, day, zone };
  } else if (said.length > 0) yield* said;
  else for (const day of days) yield { ...day, assumed: weekdayOf(day) };
}

function dateOf({ year, month, day }: Day): Date {
  return new Date(`${year}-${twoDigits(month)}-${twoDigits(day)}`);
}

/** For example: 3 April 2021 is a Saturday. */
function weekdayOf(day: Day): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateOf(day).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' });
  return `${part({ day: 'numeric', month: 'long', year: 'numeric' })} is a ${part({ weekday: 'long' })}`;
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const weekday = /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+(?=\S)/i;

function* daysWithoutWeekday(text: string): Iterable<Day> {
  const [, y, m, d, zone = ''] = /^(\d{4})[-./](\d\d?)[-./](\d\d?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (y !== undefined) {
    if (Number(m) <= 12) yield { year: y, month: Number(m), day: Number(d), zone };
    else if (Number(d) <= 12) {
      yield { year: y, month: Number(d), day: Number(m), zone, assumed: 'the day read before the month' };
    }
    return;
  }
  const [, basicYear, basicMonth, basicDay] = /^(1[5-9]\d\d|20\d\d|21\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (basicYear !== undefined) {
    yield { year: basicYear, month: Number(basicMonth), day: Number(basicDay), zone: '' };
    return;
  }
  yield* inNumbers(text);
  yield* inWords(text);
}

/**
 * Day, month and year: with points, the day comes first everywhere; slashes and hyphens are unambiguous if a number
 * cannot be a month.
 */
function* inNumbers(text: string): Iterable<Day> {
  const [, first, point, second, years] = /^(\d\d?)([-./]) ?(\d\d?)\2 ?(\d{4}|\d\d)$/.exec(text) ?? [];
  if (first === undefined || years === undefined) return;
  const year = fullYear(years);
  const assumed = years.length === 2 ? { assumed: `the year ${years} read as ${year}` } : {};
  const [a, b] = [Number(first), Number(second)];
  const dayFirst: Day = { year, month: b, day: a, zone: '', ...assumed };
  const monthFirst: Day = { year, month: a, day: b, zone: '', ...assumed };
  if (point === '.' || a > 12 || a === b) yield dayFirst;
  else if (b > 12) yield monthFirst;
  else {
    yield { ...dayFirst, assumed: 'the day read before the month' };
    yield { ...monthFirst, assumed: 'the month read before the day' };
  }
}

/** Two digits mean a year of the last decades. */
function fullYear(years: string): string {
  if (years.length === 4) return years;
  return Number(years) < 50 ? `20${years}` : `19${years}`;
}

function* inWords(text: string): Iterable<Day> {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // The day of the week.
    .replace(/^([a-z]{2,10})[.,]+\s+/, (start, name) => (monthNamed(name) ? start : ''))
    .trim();
  const dayFirst =
    /^(\d\d?)(?:st|nd|rd|th|er|º|ª)?[.\s-]*\s*(?:of |de )?([a-z]{3,12})\.?,?[\s-]*(?:de |del )?(\d{4})$/.exec(
      plain,
    );
  const monthFirst = /^([a-z]{3,12})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(plain);
  const yearFirst = /^(\d{4})[,.]?[\s-]+([a-z]{3,12})\.?[\s-]+(\d\d?)\.?$/.exec(plain);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : yearFirst
      ? [yearFirst[3], yearFirst[2], yearFirst[1]]
      : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = name === undefined ? undefined : monthNamed(name);
  if (day !== undefined && year !== undefined && month !== undefined) {
    yield { year, month, day: Number(day), zone: '' };
  }
}

/** The year and month that a text states without a day, such as `March 2024`, `03/2024` or `2024-3`. */
export function monthMeant(text: string): { readonly year: string; readonly month: number } | undefined {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const [, name, namedYear] = /^([a-z]{3,12})\.?,?\s+(?:de )?(\d{4})$/.exec(plain) ?? [];
  const named = name === undefined ? undefined : monthNamed(name);
  if (named !== undefined) return { year: namedYear!, month: named };
  const [, first, lastYear] = /^(\d\d?)[-./](\d{4})$/.exec(plain) ?? [];
  const [, firstYear, last] = /^(\d{4})[-./](\d\d?)$/.exec(plain) ?? [];
  const month = Number(first ?? last);
  const year = lastYear ?? firstYear;
  return year !== undefined && month >= 1 && month <= 12 ? { year, month } : undefined;
}

/** The names of months in the languages in which data is usually written, without accents, and their short forms. */
const months = [
  'january januar janvier enero gennaio januari janeiro jan ene gen janv',
  'february februar fevrier febrero febbraio februari fevereiro feb fev fevr',
  'march marz maerz mars marzo maart marco mar mrz mrt',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio mei maio mag',
  'june juni juin junio giugno junho jun giu',
  'july juli juillet julio luglio julho jul juil lug',
  'august aout agosto augustus aug ago',
  'september septembre septiembre settembre setembro sep sept',
  'october oktober octobre octubre ottobre outubro oct okt ott',
  'november novembre noviembre novembro nov',
  'december dezember decembre diciembre dicembre dezembro dec dez dic',
].map((names) => new Set(names.split(' ')));

function monthNamed(name: string): number | undefined {
  const index = months.findIndex((names) => names.has(name));
  return index < 0 ? undefined : index + 1;
}
