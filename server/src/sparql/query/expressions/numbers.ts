import { type Decimal, decimal, minus, negate, plus } from '../../../rdf/literals/decimal.ts';
import { integerTypes } from '../../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocab.ts';

/** A number as SPARQL calculates with it: integers and decimals are exact. */
export type Numeric = ExactNumber | InexactNumber;

interface ExactNumber {
  readonly type: 'integer' | 'decimal';
  readonly value: Decimal;
}

interface InexactNumber {
  readonly type: 'float' | 'double';
  readonly value: number;
}

function isExact(number: Numeric): number is ExactNumber {
  return number.type === 'integer' || number.type === 'decimal';
}

/** About the number of digits of a number, a date or a duration; 0 for all other terms. */
export function digitsOf(term: TermId): number {
  const datatype = terms.datatype(term);
  if (datatype === undefined || datatype === xsd.string) return 0;
  return terms.value(datatype).startsWith(namespaces.xsd) ? terms.value(term).length : 0;
}

/** The value of a numeric literal; undefined for all other terms. */
export function readNumber(term: TermId): Numeric | undefined {
  const datatype = terms.datatype(term);
  const type = datatype === undefined ? undefined : numericType(datatype);
  if (type === undefined) return undefined;
  const value = literalValue(term);
  if (value?.kind !== 'number') return undefined;
  return { type, value: value.value } as Numeric;
}

/** The literal of a number, in the canonical form of XSD 1.1. */
export function numberTerm(number: Numeric): TermId {
  if (isExact(number)) return terms.literal(printDecimal(number.value, 0), xsd[number.type]);
  return terms.literal(
    number.type === 'float' ? printFloat(number.value) : printDouble(number.value),
    xsd[number.type],
  );
}

export function integerTerm(value: bigint | number): TermId {
  return terms.literal(String(value), xsd.integer);
}

/** The result of an operator; undefined for the error of dividing an integer or decimal by zero. */
export type Arithmetic = (a: Numeric, b: Numeric) => Numeric | undefined;

export const add = arithmetic(plus, (a, b) => a + b);
export const subtract = arithmetic(minus, (a, b) => a - b);
export const multiply = arithmetic(
  (a, b) => ({ unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale }),
  (a, b) => a * b,
);

const divideExactly = arithmetic(quotient, (a, b) => a / b);

/** The quotient of two integers is a decimal. */
export const divide: Arithmetic = (a, b) => divideExactly(asDecimal(a), asDecimal(b));

/** The number as an exact decimal if it is an integer. */
function asDecimal(number: Numeric): Numeric {
  return number.type === 'integer' ? { type: 'decimal', value: number.value } : number;
}

function arithmetic(
  exact: (a: Decimal, b: Decimal) => Decimal | undefined,
  inexact: (a: number, b: number) => number,
): Arithmetic {
  return (a, b) => {
    if (isExact(a) && isExact(b)) {
      const value = exact(a.value, b.value);
      return value && { type: a.type === 'decimal' ? 'decimal' : b.type, value };
    }
    const type = a.type === 'double' || b.type === 'double' ? 'double' : 'float';
    const result = inexact(toNumber(a, type), toNumber(b, type));
    return { type, value: type === 'float' ? Math.fround(result) : result };
  };
}

/** How many digits after the point a quotient has at least, if it has no end. */
const quotientDigits = 18;

function quotient(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.unscaled === 0n) return undefined;
  const scale = Math.max(quotientDigits, a.scale);
  const numerator = a.unscaled * 10n ** BigInt(scale + b.scale - a.scale);
  return trimmed({ unscaled: roundedQuotient(numerator, b.unscaled), scale });
}

/** Rounds halves away from zero. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const result = numerator / denominator;
  const rest = numerator % denominator;
  if (2n * magnitude(rest) < magnitude(denominator)) return result;
  return numerator < 0n === denominator < 0n ? result + 1n : result - 1n;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Without zeros at the end, so that chains of operations stay short. */
function trimmed({ unscaled, scale }: Decimal): Decimal {
  let [digits, places] = [unscaled, scale];
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n;
    places--;
  }
  return { unscaled: digits, scale: places };
}

/** The nearest double, or float. */
export function toNumber(number: Numeric, type: 'float' | 'double' = 'double'): number {
  if (!isExact(number)) return number.value;
  const { unscaled, scale } = number.value;
  // Powers of ten up to 10^22 and integers up to 2^53 are exact, so that one division rounds once.
  const nearest =
    scale <= 22 && magnitude(unscaled) <= 9007199254740992n
      ? Number(unscaled) / 10 ** scale
      : Number(printDecimal(number.value, 0));
  return type === 'float' ? Math.fround(nearest) : nearest;
}

export function opposite(number: Numeric): Numeric {
  return isExact(number)
    ? { type: number.type, value: negate(number.value) }
    : { type: number.type, value: -number.value };
}

export function absolute(number: Numeric): Numeric {
  if (!isExact(number)) return { type: number.type, value: Math.abs(number.value) };
  return number.value.unscaled < 0n ? opposite(number) : number;
}

/** The nearest integer, as a number of the same type; the greater one of two. */
export const rounded = integral(
  (value) => Math.round(value),
  ({ unscaled, scale }) => floorQuotient(2n * unscaled + 10n ** BigInt(scale), 2n * 10n ** BigInt(scale)),
);
export const floor = integral(Math.floor, ({ unscaled, scale }) =>
  floorQuotient(unscaled, 10n ** BigInt(scale)),
);
export const ceiling = integral(
  Math.ceil,
  ({ unscaled, scale }) => -floorQuotient(-unscaled, 10n ** BigInt(scale)),
);

function integral(
  inexact: (value: number) => number,
  exact: (value: Decimal) => bigint,
): (number: Numeric) => Numeric {
  return (number) =>
    isExact(number)
      ? { type: number.type, value: { unscaled: exact(number.value), scale: 0 } }
      : { type: number.type, value: inexact(number.value) };
}

function floorQuotient(numerator: bigint, denominator: bigint): bigint {
  const result = numerator / denominator;
  return numerator < 0n && numerator % denominator !== 0n ? result - 1n : result;
}

/** The canonical form of a double, such as `1.5E0`. */
export function printDouble(value: number): string {
  return special(value) ?? canonical(value.toExponential());
}

/** The shortest canonical form that reads as the same float. */
function printFloat(value: number): string {
  const known = special(value);
  if (known !== undefined) return known;
  for (let digits = 0; digits < 9; digits++) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return canonical(text);
  }
  return canonical(value.toExponential());
}

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (Object.is(value, -0)) return '-0.0E0';
  if (Number.isFinite(value)) return undefined;
  return value < 0 ? '-INF' : 'INF';
}

function canonical(exponential: string): string {
  const [mantissa, exponent] = exponential.split('e') as [string, string];
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}

/** The number as an exact one: doubles are what their shortest text says. Undefined for NaN and infinities. */
export function toExact(number: Numeric): ExactNumber | undefined {
  if (isExact(number)) return number;
  if (!Number.isFinite(number.value)) return undefined;
  const text = number.type === 'float' ? printFloat(number.value) : printDouble(number.value);
  const [mantissa, exponent] = text.split('E') as [string, string];
  const { unscaled, scale } = decimal(mantissa);
  const places = scale - Number(exponent);
  return {
    type: 'decimal',
    value:
      places >= 0
        ? trimmed({ unscaled, scale: places })
        : { unscaled: unscaled * 10n ** BigInt(-places), scale: 0 },
  };
}

/** Without the fraction. */
export function truncated({ value: { unscaled, scale } }: ExactNumber): ExactNumber {
  return { type: 'integer', value: { unscaled: unscaled / 10n ** BigInt(scale), scale: 0 } };
}

/** The types in which SPARQL calculates. */
type NumericType = 'integer' | 'decimal' | 'float' | 'double';

const types: ReadonlyMap<TermId, NumericType> = new Map<TermId, NumericType>([
  ...integerTypes.map((name) => [terms.constant(namespaces.xsd + name), 'integer'] as const),
  [xsd.decimal, 'decimal'],
  [xsd.float, 'float'],
  [xsd.double, 'double'],
]);

/** The type in which numbers of a datatype are calculated with; undefined for datatypes that are not numeric. */
export function numericType(datatype: TermId): NumericType | undefined {
  return types.get(datatype);
}
