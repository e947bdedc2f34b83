import { decimal } from '../../rdf/literals/decimal.ts';
import { integerTypes, isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';

/**
 * The literal one step above or below another one, with the same datatype and precision: 1 for integers, the last digit
 * for other numbers, a day for dates, a second for times, a month or year for the types that count these. Undefined for
 * types without steps.
 */
export function adjacentLiteral(literal: TermId, direction: 'up' | 'down'): TermId | undefined {
  const datatype = terms.datatype(literal);
  if (datatype === undefined || !isWellFormed(literal)) return undefined;
  const lexical = terms.value(literal);
  const text = steppers.get(datatype)?.(lexical, direction === 'up' ? 1 : -1);
  if (text === undefined) return undefined;
  const next = terms.literal(text, datatype);
  return isWellFormed(next) && next !== literal ? next : undefined;
}

type Stepper = (lexical: string, by: 1 | -1) => string | undefined;

const steppers = new Map<TermId, Stepper>(
  Object.entries<Stepper>({
    ...Object.fromEntries(integerTypes.map((name) => [name, stepWhole])),
    decimal: stepNumber,
    double: stepNumber,
    float: stepNumber,
    date: (lexical, by) => stepDate(lexical, by),
    dateTime: (lexical, by) => stepDateTime(lexical, by),
    dateTimeStamp: (lexical, by) => stepDateTime(lexical, by),
    time: stepTime,
    gYear: (lexical, by) => {
      const [, year = '', zone = ''] = /^(-?\d{4,})(.*)$/.exec(lexical) ?? [];
      return `${padYear(Number(year) + by)}${zone}`;
    },
    gYearMonth: (lexical, by) => {
      const [, year = '', month = '', zone = ''] = /^(-?\d{4,})-(\d\d)(.*)$/.exec(lexical) ?? [];
      const months = Number(year) * 12 + Number(month) - 1 + by;
      return `${padYear(Math.floor(months / 12))}-${pad((((months % 12) + 12) % 12) + 1)}${zone}`;
    },
    string: (lexical, by) => (by > 0 ? `${lexical}x` : lexical.slice(0, -1)),
  }).map(([name, step]) => [terms.constant(namespaces.xsd + name), step]),
);

function stepWhole(lexical: string, by: 1 | -1): string {
  return String(BigInt(lexical.replace(/^\+/, '')) + BigInt(by));
}

function stepNumber(lexical: string, by: 1 | -1): string | undefined {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(lexical)) return undefined;
  const [mantissa = '', exponent] = lexical.split(/[eE]/);
  const { unscaled, scale } = decimal(mantissa);
  const next = unscaled + BigInt(by);
  const digits = (next < 0n ? -next : next).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = `${next < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(digits.length - scale)}` : '.0'}`;
  return exponent === undefined ? text : `${text}e${exponent}`;
}

const dayInMilliseconds = 86_400_000;

function stepDate(lexical: string, by: number): string | undefined {
  const [, date = '', zone = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/.exec(lexical) ?? [];
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start)) return undefined;
  return `${new Date(start + by * dayInMilliseconds).toISOString().slice(0, 10)}${zone}`;
}

function stepDateTime(lexical: string, by: number): string | undefined {
  const [, moment = '', rest = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(.*)$/.exec(lexical) ?? [];
  const start = Date.parse(`${moment}Z`);
  return Number.isNaN(start) ? undefined : `${new Date(start + by * 1000).toISOString().slice(0, 19)}${rest}`;
}

function stepTime(lexical: string, by: number): string | undefined {
  const [, hours = '', minutes = '', seconds = '', rest = ''] =
    /^(\d\d):(\d\d):(\d\d)(.*)$/.exec(lexical) ?? [];
  const next = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + by;
  if (next < 0 || next >= 86_400) return undefined;
  return `${pad(Math.floor(next / 3600))}:${pad(Math.floor(next / 60) % 60)}:${pad(next % 60)}${rest}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

function padYear(year: number): string {
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
}
