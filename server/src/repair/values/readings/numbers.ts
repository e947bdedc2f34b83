import { type Decimal, decimal, printDecimal } from '../../../rdf/literals/decimal.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { certainly, perhaps, type Reading } from './reading.ts';

/** True for the datatypes of numbers. */
export function isNumeric(datatype: TermId): boolean {
  return literalValue(terms.literal('1', datatype))?.kind === 'number';
}

/** The numbers that a text may mean: one, or two where a separator can be read in two ways. */
export function* numbersMeant(text: string, datatype: TermId): Iterable<Reading> {
  const word = numberWords.indexOf(text.toLowerCase());
  if (word >= 0) yield certainly(String(word));
  const plain = /^\+?([+-]?\d+(?:\.\d+)?)$/.exec(text.replace(/^[\u2212\u2013]\s?(?=\d)/, '-'))?.[1];
  if (plain !== undefined) {
    yield* wholeOf(plain, datatype);
    if (plain !== text) yield certainly(plain);
    return;
  }
  const exponent = /^([+-]?(?:\d+\.?\d*|\.\d+))[eE]([+-]?\d{1,3})$/.exec(text);
  if (exponent) {
    const number = shifted(decimal(exponent[1]!.replace(/\.$/, '')), Number(exponent[2]));
    if (number) yield certainly(printDecimal(number, datatype === xsd.decimal ? 1 : 0));
    return;
  }
  yield* grouped(text, datatype);
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Integers written with a zero fraction. In a text, "1.000" may be a thousand. */
function* wholeOf(plain: string, datatype: TermId): Iterable<Reading> {
  if (datatype === xsd.decimal) return;
  const [, whole, zeros] = /^([+-]?\d+)\.(0*)$/.exec(plain) ?? [];
  if (whole === undefined) return;
  if (zeros !== '000' || !/^[+-]?[1-9]\d{0,2}$/.test(whole)) {
    yield certainly(whole);
    return;
  }
  yield perhaps(whole, 'reading', 'the point read as a decimal point');
  yield perhaps(whole + zeros, 'reading', 'the point read as a separator of thousands');
}

/** Numbers with separators of thousands or a decimal comma. */
function* grouped(text: string, datatype: TermId): Iterable<Reading> {
  const [, sign = '', digits] = /^([+-]?)(\d[\d.,'’\s\u00a0\u202f]*\d)$/u.exec(text) ?? [];
  if (digits === undefined) return;
  const number = digits.replace(/[\s\u00a0\u202f'’]/gu, ' ');
  // Of two different separators, the last is the decimal one. One that repeats separates thousands.
  for (const [group, point] of [
    [',', '.'],
    ['.', ','],
    [' ', '.'],
    [' ', ','],
  ] as const) {
    const [whole = '', fraction, ...more] = number.split(point);
    const groups = whole.split(group);
    const isGrouped =
      groups.length > 1 &&
      /^\d{1,3}$/.test(groups[0]!) &&
      groups.slice(1).every((part) => /^\d{3}$/.test(part));
    const isClear = fraction !== undefined || groups.length > 2 || group === ' ';
    if (!isGrouped || !isClear || more.length > 0 || !/^\d*$/.test(fraction ?? '')) continue;
    yield certainly(`${sign}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`);
    return;
  }
  const [, whole, separator, rest] = /^(\d+)([.,])(\d+)$/.exec(number) ?? [];
  if (whole === undefined || rest === undefined) return;
  const mayBeThousands = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const asDecimal = `${sign}${whole}.${rest}`;
  const asThousands = sign + whole + rest;
  if (!mayBeThousands) {
    if (separator === ',') yield certainly(asDecimal);
    return;
  }
  const isWhole = literalValue(terms.literal('1.5', datatype)) === undefined;
  if (isWhole && separator === ',') yield certainly(asThousands);
  else {
    const name = separator === ',' ? 'comma' : 'point';
    if (separator === ',') yield perhaps(asDecimal, 'reading', `the ${name} read as a decimal ${name}`);
    yield perhaps(asThousands, 'reading', `the ${name} read as a separator of thousands`);
  }
}

const mostDigits = 40;

/** The number times a power of ten; undefined when it would be very long. */
export function shifted({ unscaled, scale }: Decimal, by: number): Decimal | undefined {
  if (Math.abs(by) > mostDigits) return undefined;
  const next = scale - by;
  return next >= 0 ? { unscaled, scale: next } : { unscaled: unscaled * 10n ** BigInt(-next), scale: 0 };
}
