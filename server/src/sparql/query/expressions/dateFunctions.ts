import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';
import type { TermFunction } from './expressionScope.ts';
import { integerTerm } from './numbers.ts';

/** Functions on dates and times (SPARQL 1.1, 17.4.5), also of xsd:date and xsd:time as far as they have the part. */
export const dateFunctions = {
  now: ({ now }) => terms.literal(now.toISOString(), xsd.dateTime),
  year: integerPart(({ year }) => year),
  month: integerPart(({ month }) => month),
  day: integerPart(({ day }) => day),
  hours: integerPart(({ hour }) => (hour === '24' ? '0' : hour)),
  minutes: integerPart(({ minute }) => minute),
  seconds: (_, term) => {
    const second = readParts(term!)?.second;
    if (second === undefined) return undefined;
    const [whole, fraction = ''] = second.split('.') as [string, string?];
    const digits = fraction.replace(/0+$/, '');
    return terms.literal(`${Number(whole)}${digits && `.${digits}`}`, xsd.decimal);
  },
  timezone: (_, term) => {
    const zone = readParts(term!)?.zone;
    return zone === undefined ? undefined : terms.literal(zoneDuration(zone), dayTimeDuration);
  },
  tz: (_, term) => {
    const parts = readParts(term!);
    return parts && terms.literal(parts.zone ?? '');
  },
} satisfies Record<string, TermFunction>;

const dayTimeDuration = terms.constant(`${namespaces.xsd}dayTimeDuration`);
const types: ReadonlySet<TermId> = new Set([
  xsd.dateTime,
  xsd.date,
  xsd.time,
  terms.constant(`${namespaces.xsd}dateTimeStamp`),
]);

/** As written; undefined for what the type lacks or nobody wrote. */
type Parts = Readonly<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'zone', string | undefined>
>;

const form =
  /^(?:(?<year>-?\d+)-(?<month>\d\d)-(?<day>\d\d))?T?(?:(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d(?:\.\d+)?))?(?<zone>Z|[+-]\d\d:\d\d)?$/;

function readParts(term: TermId): Parts | undefined {
  if (!types.has(terms.datatype(term) ?? -1) || !isWellFormed(term)) return undefined;
  return form.exec(terms.value(term))?.groups as Parts | undefined;
}

function integerPart(select: (parts: Parts) => string | undefined): TermFunction {
  return (_, term) => {
    const parts = readParts(term!);
    const text = parts && select(parts);
    return text === undefined ? undefined : integerTerm(BigInt(text));
  };
}

function zoneDuration(zone: string): string {
  if (zone === 'Z') return 'PT0S';
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours === 0 && minutes === 0) return 'PT0S';
  return `${zone.startsWith('-') ? '-' : ''}PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}`;
}
