import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { RangeKind } from '../shapesGraph/shape.ts';
import type { Check, ConstraintReading, ResultWords } from './component.ts';
import { areComparable, areInOrder } from './order.ts';
import { illFormed } from './reading.ts';

/** Which end of the allowed range each kind of bound is, and whether the bound itself is allowed. */
export const rangeEnds: {
  readonly [Kind in RangeKind]: { readonly end: 'lower' | 'upper'; readonly isInclusive: boolean };
} = {
  minExclusive: { end: 'lower', isInclusive: false },
  minInclusive: { end: 'lower', isInclusive: true },
  maxExclusive: { end: 'upper', isInclusive: false },
  maxInclusive: { end: 'upper', isInclusive: true },
};

/** Reads the literal that values are compared with (SHACL 4.3). */
export function readBound(bound: TermId): ConstraintReading<RangeKind> {
  if (!terms.isLiteral(bound)) return illFormed('The value is not a literal.');
  const parameters = { bound };
  return literalValue(bound)
    ? { kind: 'constraint', parameters }
    : {
        kind: 'constraint',
        parameters,
        doubt:
          'No value can be compared with this literal, because its datatype has no order or it is ill-formed. So all values are violations.',
      };
}

/** Accepts the values that are in the right order to the bound; rejects values that cannot be compared with it. */
export function acceptsOrder(kind: RangeKind, bound: TermId): Check {
  const limit = literalValue(bound);
  return { kind: 'value', accepts: (value) => areInOrder(kind, literalValue(value), limit) };
}

const misses: { readonly [Kind in RangeKind]: string } = {
  minExclusive: 'is not greater than',
  minInclusive: 'is less than',
  maxExclusive: 'is not less than',
  maxInclusive: 'is greater than',
};

/** The message for a value that is out of range, or that cannot be compared with the bound. */
export function rangeMessage(
  kind: RangeKind,
  bound: TermId,
  value: TermId | undefined,
  { subject, found, brief }: ResultWords,
): string {
  return value === undefined || areComparable(value, bound)
    ? `${subject} ${misses[kind]} ${brief(bound)}${found}`
    : `${subject} can't be compared with ${brief(bound)}${found}`;
}
