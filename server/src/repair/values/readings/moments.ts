import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';
import { type Day, daysMeant, monthMeant } from './days.ts';
import { certainly, likely, perhaps, type Reading } from './reading.ts';

const dateTimeStamp = terms.constant(`${namespaces.xsd}dateTimeStamp`);
const gYearMonth = terms.constant(`${namespaces.xsd}gYearMonth`);

/** The dates, times and years that a text may mean. What would have to be made up or given up is for the user. */
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

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function* dateTimes(text: string): Iterable<Reading> {
  const days = [...daysMeant(text)];
  for (const day of days) {
    const reading = dated(day, 'T00:00:00');
    const start = { kind: 'converted', words: 'the start of the day' } as const;
    yield reading.support === 'attested' ? likely(reading.text, start.kind, start.words) : reading;
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

/** A time of day, with seconds and in 24 hours. */
function* times(text: string): Iterable<Reading> {
  const parts =
    /^(\d\d?)(?:[:h](\d\d))?(?::(\d\d(?:\.\d+)?))?\s*(am|pm|a\.m\.|p\.m\.|uhr)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i.exec(
      text,
    );
  if (!parts) return;
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
