import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { isRightOrder } from '../components/range.ts';
import type { OrderKind } from '../model/shape.ts';

/**
 * Whether rdf-validate-shacl finds two literals in the order that a constraint requires. This repeats the engine's own
 * comparison, including its errors, so that we know where it is wrong.
 */
export function referenceFindsInOrder(kind: OrderKind, value: TermId, other: TermId): boolean {
  const order = compare(value, other);
  if (order === null) return false;
  // For lessThan, the engine tests for "not greater or equal". NaN passes that test.
  return isRightOrder[kind](order) || (kind.startsWith('lessThan') && Number.isNaN(order));
}

/** Negative for less, NaN when a number or date cannot be read, null when the terms are not comparable. */
function compare(a: TermId, b: TermId): number | null {
  if (!terms.isLiteral(a) || !terms.isLiteral(b)) return null;
  if (hasTimeZone(a) !== hasTimeZone(b)) return null;
  const [left, right] = [read(a), read(b)];
  if (typeof left !== typeof right) return null;
  return typeof left === 'string' ? left.localeCompare(String(right)) : Number(left) - Number(right);
}

/** How the engine reads a literal; as text when it does not know the datatype. */
export function referenceReading(literal: TermId): 'number' | 'date' | 'boolean' | 'text' {
  const value = read(literal);
  if (value instanceof Date) return 'date';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

function read(literal: TermId): number | Date | boolean | string {
  const lexical = terms.value(literal);
  const iri = terms.value(terms.datatype(literal)!);
  switch (iri.startsWith(namespaces.xsd) ? iri.slice(namespaces.xsd.length) : '') {
    case 'boolean':
      return lexical === 'true' || lexical === '1';
    case 'double':
    case 'decimal':
    case 'float':
      return Number.parseFloat(lexical);
    case 'integer':
    case 'long':
    case 'int':
    case 'byte':
    case 'short':
    case 'negativeInteger':
    case 'nonNegativeInteger':
    case 'nonPositiveInteger':
    case 'positiveInteger':
    case 'unsignedByte':
    case 'unsignedInt':
    case 'unsignedLong':
    case 'unsignedShort':
      return Number.parseInt(lexical, 10);
    case 'gDay':
      return new Date(0, 0, Number.parseInt(lexical, 10));
    case 'gMonthDay': {
      const [month = '', day = ''] = lexical.split('-');
      return new Date(0, Number.parseInt(month, 10) - 1, Number.parseInt(day, 10));
    }
    case 'gYear':
      return new Date(`${lexical}-01-01`);
    case 'gYearMonth':
      return new Date(`${lexical}-01`);
    case 'dateTime':
    case 'date':
      return new Date(lexical);
    default:
      return lexical;
  }
}

function hasTimeZone(literal: TermId): boolean {
  const isDateTime = terms.value(terms.datatype(literal)!) === `${namespaces.xsd}dateTime`;
  return isDateTime && /^.*(((\+|-)\d{2}:\d{2})|Z)$/.test(terms.value(literal));
}
