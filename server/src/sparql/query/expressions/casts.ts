import { integerTypes, isWellFormed, xsdIri } from '../../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import {
  compareValues,
  type LiteralValue,
  literalValue,
  type Order,
} from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { booleanTerm } from './booleans.ts';
import type { TermFunction } from './expressionScope.ts';
import { type Numeric, numberTerm, readNumber, toExact, toNumber, truncated } from './numbers.ts';

const duration = xsdIri('duration');
const dayTimeDuration = xsdIri('dayTimeDuration');
const yearMonthDuration = xsdIri('yearMonthDuration');
const anyUri = xsdIri('anyURI');

/** The constructor functions of XSD datatypes, by IRI (SPARQL 1.1, 17.5; XPath Functions 3.1, 19). */
export const casts: ReadonlyMap<string, TermFunction> = new Map(
  (
    [
      [xsd.string, (_, term) => toText(term!)],
      [xsd.boolean, (_, term) => toBoolean(term!)],
      ...[xsd.decimal, xsd.float, xsd.double, ...integerTypes.map(xsdIri)].map(
        (type): [TermId, TermFunction] => [type, (_, term) => toNumeric(term!, type)],
      ),
      byText(xsd.dateTime, [
        [xsdIri('dateTimeStamp'), (text) => text],
        [xsd.date, (text) => text.replace(/^-?\d+-\d\d-\d\d/, '$&T00:00:00')],
      ]),
      byText(xsd.date, [[xsd.dateTime, (text) => text.replace(/T[\d:.]+/, '')]]),
      byText(xsd.time, [[xsd.dateTime, (text) => text.replace(/^.*T/, '')]]),
      byText(duration, [
        [dayTimeDuration, (text) => text],
        [yearMonthDuration, (text) => text],
      ]),
      byText(dayTimeDuration, []),
      byText(yearMonthDuration, []),
      byText(anyUri, []),
    ] satisfies readonly (readonly [TermId, TermFunction])[]
  ).map(([type, cast]) => [terms.value(type), cast]),
);

/**
 * A cast that keeps or rewrites the text.
 *
 * @param others how the text of literals of other datatypes is rewritten; strings and literals of the type itself keep
 *   theirs.
 */
function byText(
  type: TermId,
  others: readonly (readonly [TermId, (text: string) => string])[],
): [TermId, TermFunction] {
  const rewriting = new Map(others);
  const cast: TermFunction = (_, term) => {
    const rewrite = rewriting.get(terms.datatype(term!) ?? -1);
    const text = rewrite && isWellFormed(term!) ? rewrite(terms.value(term!)) : textToCast(term!, type);
    const result = text === undefined ? undefined : terms.literal(text, type);
    return result !== undefined && isWellFormed(result) ? result : undefined;
  };
  return [type, cast];
}

/** The text of a string, or of a literal that has the type already; without white space around it, as in XPath. */
function textToCast(term: TermId, type: TermId): string | undefined {
  const datatype = terms.datatype(term);
  return datatype === xsd.string || datatype === type
    ? terms.value(term).replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
    : undefined;
}

function toText(term: TermId): TermId | undefined {
  if (terms.isIri(term)) return terms.literal(terms.value(term));
  const datatype = terms.datatype(term);
  if (datatype === undefined || terms.language(term) !== '') return undefined;
  const number = readNumber(term);
  if (number) return terms.literal(printShortly(number));
  const truth = datatype === xsd.boolean ? toBoolean(term) : undefined;
  return terms.literal(terms.value(truth ?? term));
}

/** As XPath does: without exponent for doubles of everyday size. */
function printShortly(number: Numeric): string {
  const exact = toExact(number);
  const size = Math.abs(toNumber(number));
  const isInexact = number.type === 'float' || number.type === 'double';
  if (exact === undefined || (isInexact && size !== 0 && !(size >= 1e-6 && size < 1e6)))
    return terms.value(numberTerm(number));
  return `${Object.is(number.value, -0) ? '-' : ''}${printDecimal(exact.value, 0)}`;
}

function toBoolean(term: TermId): TermId | undefined {
  const number = readNumber(term);
  if (number) {
    const value = toNumber(number);
    return booleanTerm(value !== 0 && !Number.isNaN(value));
  }
  const text = textToCast(term, xsd.boolean);
  if (text === undefined || !/^(?:true|false|0|1)$/.test(text)) return undefined;
  return booleanTerm(text === 'true' || text === '1');
}

function toNumeric(term: TermId, type: TermId): TermId | undefined {
  const number = numberToCast(term, type);
  if (number === undefined) return undefined;
  if (type === xsd.double) return numberTerm({ type: 'double', value: toNumber(number) });
  if (type === xsd.float) return numberTerm({ type: 'float', value: toNumber(number, 'float') });
  const exact = toExact(number);
  if (exact === undefined) return undefined;
  const { value } = type === xsd.decimal ? exact : truncated(exact);
  const result = terms.literal(printDecimal(value, 0), type);
  // A number may be out of the range of the datatype.
  return isWellFormed(result) ? result : undefined;
}

function numberToCast(term: TermId, type: TermId): Numeric | undefined {
  const number = readNumber(term);
  if (number) return number;
  if (terms.datatype(term) === xsd.boolean) {
    const truth = toBoolean(term);
    return truth === undefined
      ? undefined
      : readNumber(terms.literal(terms.value(truth) === 'true' ? '1' : '0', xsd.integer));
  }
  const text = textToCast(term, type);
  return text === undefined ? undefined : readNumber(terms.literal(text, type));
}

/**
 * Whether two terms are equal by SPARQL's `=`: literals by their values, other terms by identity. Undefined for the error
 * of two literals whose values are not known to differ.
 */
export function equalTerms(a: TermId, b: TermId): boolean | undefined {
  if (!(terms.isLiteral(a) && terms.isLiteral(b))) {
    const [left, right] = [terms.triple(a), terms.triple(b)];
    if (a === b || left === undefined || right === undefined) return a === b;
    return allOf([
      equalTerms(left.subject, right.subject),
      equalTerms(left.predicate, right.predicate),
      equalTerms(left.object, right.object),
    ]);
  }
  const order = compareLiterals(a, b);
  if (order === 'unordered') return false;
  if (order !== undefined) return order === 0;
  if (a === b) return true;
  if (terms.language(a) !== '' || terms.language(b) !== '') return false;
  const [left, right] = [literalValue(a), literalValue(b)];
  return left && right && areOfDifferentTypes(left, right) ? false : undefined;
}

function areOfDifferentTypes(a: LiteralValue, b: LiteralValue): boolean {
  return a.kind !== b.kind || (a.kind === 'moment' && b.kind === 'moment' && a.type !== b.type);
}

function allOf(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

/**
 * The order of two literals by SPARQL's `<` and `>`. `unordered` when one is NaN: every comparison is false then. Undefined
 * for the error of all other terms, including times of which only one has a time zone when they are less than 14 hours
 * apart.
 */
export function compareLiterals(a: TermId, b: TermId): Order | 'unordered' | undefined {
  const left = literalValue(a);
  if (left === undefined) return undefined;
  const right = a === b ? left : literalValue(b);
  if (right === undefined) return undefined;
  const order = compareValues(left, right);
  return order === undefined && left.kind === 'number' && right.kind === 'number' ? 'unordered' : order;
}
