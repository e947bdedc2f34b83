import type { TermId } from '../../rdf/terms.ts';
import { compareValues, type LiteralValue, literalValue } from '../literals/literalValue.ts';
import type { RangeKind } from '../shapesGraph/shape.ts';

/** The constraints that compare a value with another literal. */
export type OrderKind = RangeKind | 'lessThan' | 'lessThanOrEquals';

/** Whether an order of a value to the other literal, below 0 for less, is what a constraint asks for; NaN never is. */
export const isRightOrder: { readonly [Kind in OrderKind]: (order: number) => boolean } = {
  minExclusive: (order) => order > 0,
  minInclusive: (order) => order >= 0,
  maxExclusive: (order) => order < 0,
  maxInclusive: (order) => order <= 0,
  lessThan: (order) => order < 0,
  lessThanOrEquals: (order) => order <= 0,
};

/** Whether two literals are in the order that a constraint asks for. Those that cannot be compared never are. */
export function areInOrder(
  kind: OrderKind,
  value: LiteralValue | undefined,
  other: LiteralValue | undefined,
): boolean {
  const order = value && other && compareValues(value, other);
  return order !== undefined && isRightOrder[kind](order);
}

/** The same for terms. */
export function areTermsInOrder(kind: OrderKind, value: TermId, other: TermId): boolean {
  return areInOrder(kind, literalValue(value), literalValue(other));
}
