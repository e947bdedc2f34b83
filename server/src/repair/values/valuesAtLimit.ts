import { type Decimal, decimal, minus, plus } from '../../rdf/literals/decimal.ts';
import { integerTypes, isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../rdf/literals/literalText.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, xsd } from '../../rdf/vocab.ts';
import { areTermsInOrder, rangeEnds } from '../../shacl/components/range.ts';
import type { RangeKind } from '../../shacl/model/shape.ts';

/** One end of an allowed range. */
export interface ValueLimit {
  readonly kind: RangeKind;
  readonly bound: TermId;
}

/** Further values are no longer near the limit. */
const maxValues = 5;

/**
 * The outermost allowed values of a datatype, from the limit inwards: first the bound itself, unless it is excluded,
 * then the values next to it in the precision of another number: 1 for integers, 0.01 for numbers with two decimals,
 * one day for dates, one second for times. Empty when the datatype cannot express them.
 *
 * @param like the lexical form of that other number, empty when there is none.
 */
export function valuesAtLimit(
  { kind, bound }: ValueLimit,
  like: string,
  datatype: TermId,
): readonly TermId[] {
  const { end, isInclusive } = rangeEnds[kind];
  const inwards = end === 'lower' ? 1 : -1;
  const text = terms.value(bound);
  const texts =
    literalValue(bound)?.kind === 'number'
      ? numbers(text, inwards, like, datatype)
      : following(text, bound, inwards);
  const isAllowed = (literal: TermId) =>
    isWellFormed(literal) && (isInclusive || areTermsInOrder(kind, literal, bound));
  return [...new Set(texts.map((each) => terms.literal(each, datatype)))].filter(isAllowed);
}

type Direction = 1 | -1;

const integers: ReadonlySet<TermId> = new Set(
  integerTypes.map((name) => terms.constant(namespaces.xsd + name)),
);

function numbers(text: string, inwards: Direction, like: string, datatype: TermId): readonly string[] {
  const bound = exactly(text);
  if (bound === undefined) return [];
  if (integers.has(datatype)) {
    const first = nearestWhole(bound, inwards);
    return Array.from({ length: maxValues }, (_, i) => String(first + BigInt(i * inwards)));
  }
  const own = exactly(like)?.scale ?? 0;
  const print = (number: Decimal) =>
    printDecimal(number, Math.max(own, 1)) + (datatype === xsd.double ? 'e0' : '');
  const scale = Math.max(own, bound.scale);
  const beside = (count: number, finer: number) => {
    const step = { unscaled: BigInt(count), scale: scale + finer };
    return print(inwards > 0 ? plus(bound, step) : minus(bound, step));
  };
  // If a step in the precision of the number does not fit, a finer one may.
  return [print(bound), beside(1, 0), beside(2, 0), beside(1, 1), beside(1, 2)];
}

/** A number as a decimal; undefined for INF, NaN and numbers with hundreds of digits. */
function exactly(lexical: string): Decimal | undefined {
  const [, digits, exponent = '0'] = /^([+-]?[\d.]+)(?:[eE]([+-]?\d{1,2}))?$/.exec(lexical) ?? [];
  if (digits === undefined) return undefined;
  const { unscaled, scale } = decimal(digits);
  const shifted = scale - Number(exponent);
  return shifted >= 0
    ? { unscaled, scale: shifted }
    : { unscaled: unscaled * 10n ** BigInt(-shifted), scale: 0 };
}

/** The number itself if it is an integer, otherwise the next integer. */
function nearestWhole({ unscaled, scale }: Decimal, inwards: Direction): bigint {
  const unit = 10n ** BigInt(scale);
  const towardsZero = unscaled / unit;
  if (towardsZero * unit === unscaled || unscaled < 0n === inwards > 0) return towardsZero;
  return towardsZero + BigInt(inwards);
}

/** A value that is not a number, and those that follow it. */
function following(text: string, bound: TermId, inwards: Direction): readonly string[] {
  const texts = [text];
  while (texts.length < maxValues) {
    const [next] = nextTo(texts.at(-1)!, bound, inwards);
    if (next === undefined) break;
    texts.push(next);
  }
  return texts;
}

/** The value next to one of the bound's kind. */
function nextTo(text: string, bound: TermId, inwards: Direction): readonly string[] {
  switch (literalValue(bound)?.kind) {
    case 'boolean':
      return [inwards > 0 ? 'true' : 'false'];
    case 'string':
      // Longer texts sort after their prefixes.
      return [inwards > 0 ? `${text}x` : [...text].slice(0, -1).join('')];
    case 'duration':
      // The last component determines the precision.
      return [stepped(text, /(\d+)(?=\D*$)/, text.startsWith('-') ? -inwards : inwards)];
    case 'moment':
      return [nextMoment(text, inwards)];
    case 'number':
    case undefined:
      return [];
  }
}

const zone = /(?:Z|[+-]\d\d:\d\d)$/;

function nextMoment(text: string, inwards: Direction): string {
  // A day is not a time zone: 2020-01-31 ends like an offset, except for the colon.
  const suffix = zone.exec(text)?.[0] ?? '';
  const local = text.slice(0, text.length - suffix.length);
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T([\d:]{8})(?:\.\d+)?)?$/.exec(local) ?? [];
  if (day !== undefined) {
    const stepInMs = time === undefined ? 86_400_000 : 1000;
    const moment = new Date(Date.parse(`${day}T${time ?? '00:00:00'}Z`) + inwards * stepInMs).toISOString();
    return moment.slice(0, time === undefined ? 10 : 19) + suffix;
  }
  const yearAndMonth = /^(\d{4})-(\d\d)$/.exec(local);
  if (yearAndMonth) {
    const months = Number(yearAndMonth[1]) * 12 + Number(yearAndMonth[2]) - 1 + inwards;
    return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}${suffix}`;
  }
  // Years, days and times of day: a step beyond their range gives an ill-formed text, which is discarded.
  return stepped(local.replace(/\.\d+$/, ''), /(\d+)$/, inwards) + suffix;
}

function stepped(text: string, part: RegExp, by: number): string {
  return text.replace(part, (digits) => String(Number(digits) + by).padStart(digits.length, '0'));
}
