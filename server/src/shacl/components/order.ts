import { compareValues, type LiteralValue, literalValue } from '../../rdf/literals/literalValue.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { OrderKind } from '../model/shape.ts';

/** Whether the order of a value to the other literal (negative: less) satisfies a constraint. NaN never does. */
export const isRightOrder: { readonly [Kind in OrderKind]: (order: number) => boolean } = {
  minExclusive: (order) => order > 0,
  minInclusive: (order) => order >= 0,
  maxExclusive: (order) => order < 0,
  maxInclusive: (order) => order <= 0,
  lessThan: (order) => order < 0,
  lessThanOrEquals: (order) => order <= 0,
};

/** Whether two literal values are in the order that a constraint requires; false when they cannot be compared. */
export function areInOrder(
  kind: OrderKind,
  value: LiteralValue | undefined,
  other: LiteralValue | undefined,
): boolean {
  const order = value && other && compareValues(value, other);
  return order !== undefined && isRightOrder[kind](order);
}

/** Whether two terms are in the order that a constraint requires; false when they cannot be compared. */
export function areTermsInOrder(kind: OrderKind, value: TermId, other: TermId): boolean {
  return areInOrder(kind, literalValue(value), literalValue(other));
}

/** Whether two terms are literals whose values have an order. */
export function areComparable(value: TermId, other: TermId): boolean {
  const [left, right] = [literalValue(value), literalValue(other)];
  return left !== undefined && right !== undefined && compareValues(left, right) !== undefined;
}
