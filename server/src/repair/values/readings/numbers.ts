import { type Decimal, decimal } from '../../../rdf/literals/decimal.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { foldName, nameParts } from '../../evidence/nameSimilarity.ts';
import { convert, isSameUnit, unitWritten } from '../units/units.ts';
import { type ConversionPlace, certainly, likely, perhaps, type Reading } from './reading.ts';

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
  // Of two different separators, the last is the decimal one. A repeated one separates thousands.
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
function shifted({ unscaled, scale }: Decimal, by: number): Decimal | undefined {
  if (Math.abs(by) > mostDigits) return undefined;
  const next = scale - by;
  return next >= 0 ? { unscaled, scale: next } : { unscaled: unscaled * 10n ** BigInt(-next), scale: 0 };
}

/**
 * The number in a text with a unit or other words. It is converted if the unit of the place is known, and the user is asked
 * otherwise: 1.5 is not what "1.5 km" means in metres. A word that is the name of the property says nothing about its own:
 * "328 pages" as ex:pages is 328, "EPSG:25832" as ex:codeEPSG is 25832.
 */
export function* quantitiesMeant(text: string, datatype: TermId, place: ConversionPlace): Iterable<Reading> {
  if (!isNumeric(datatype)) return;
  const degrees = degreesMeant(text);
  if (degrees !== undefined) {
    yield likely(degrees, 'sameText', 'the same angle in degrees');
    return;
  }
  const [, before = '', digits = '', after = ''] =
    /^([^\d+-]{0,15}?)\s*([+-]?\d[\d.,'’\u00a0\u202f]*(?: \d{3})*(?:[.,]\d+)?)\s*(\D\S{0,15}|\D[^\d]{0,15})?$/u.exec(
      text,
    ) ?? [];
  if (digits === '' || `${before}${after}` === '' || /^[.,:/-]|^[+×x*]\s?\d/.test(after)) return;
  const amounts = /^[+-]?\d+(?:\.\d+)?$/.test(digits)
    ? [digits]
    : [...numbersMeant(digits, xsd.decimal)].map((reading) => reading.text);
  const [amount, ...others] = amounts;
  if (amount === undefined) return;
  const [from, to] = [unitWritten(after === '' ? before : after), place.unit()];
  const isOneNumber = others.length === 0 && (before === '' || after === '');
  if (isOneNumber && from && to) {
    const number = convert(decimal(amount), from, to.unit);
    const converted = number && printDecimal(number, 0);
    if (converted !== undefined && isWellFormed(terms.literal(converted, datatype))) {
      const same = isSameUnit(from, to.unit);
      if (same && to.isStated) {
        yield { text: amount, support: 'attested', evidence: [{ kind: 'sameText', words: to.words }] };
      } else
        yield likely(
          same ? amount : converted,
          'converted',
          `${from.isExact ? '' : 'about '}the same: ${to.words}`,
        );
      return;
    }
  }
  const rest = `${before} ${after}`.trim();
  if (isOneNumber && place.name !== undefined && isSaidByName(rest, place.name)) {
    yield likely(amount, 'sameText', `the name of the property says "${rest}"`);
    return;
  }
  for (const each of amounts) yield perhaps(each, 'lostText', `the number without "${rest}"`);
  const share = rest === '%' ? shifted(decimal(amount), -2) : undefined;
  if (share) yield perhaps(printDecimal(share, 1), 'converted', 'as a share of one');
}

/**
 * True for the name of a property, or the rest of it beside a word for any number: "EPSG:" of codeEPSG, but neither "euro"
 * of priceEuroCents nor "page" of pageCount.
 */
function isSaidByName(text: string, name: string): boolean {
  const word = foldName(text).replace(/[^\p{L}]+$/u, '');
  const [only, ...others] = nameParts(name).filter((part) => !anyNumber.has(part));
  return word === foldName(name) || (word.length >= leastWord && others.length === 0 && word === only);
}

const anyNumber = new Set(['code', 'number', 'no', 'nr', 'id', 'identifier']);

/** Shorter words may be units. */
const leastWord = 4;

/** An angle in degrees, minutes and seconds, to the hundred-thousandth of a degree; west and south of zero are negative. */
function degreesMeant(text: string): string | undefined {
  const [, degrees, minutes, seconds = '0', side = ''] =
    /^(\d{1,3})\s*[°º]\s*(\d{1,2})\s*['’′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|”|″|''))?\s*([NSEW])?$/u.exec(
      text,
    ) ?? [];
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const angle = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  if (angle > 180) return undefined;
  return `${/[SW]/.test(side) ? '-' : ''}${angle.toFixed(5)}`;
}
