import { type TermId, terms } from '../../rdf/terms.ts';
import { compareValues, literalValue, type Order } from '../literalValue.ts';
import type { Check, Reading } from './component.ts';
import { illFormed } from './reading.ts';

type Range = 'minExclusive' | 'minInclusive' | 'maxExclusive' | 'maxInclusive';

/** Reads the literal that values are compared with (SHACL 4.3). */
export function readBound(bound: TermId): Reading<Range> {
  if (!terms.isLiteral(bound)) return illFormed('The value is not a literal.');
  return literalValue(bound)
    ? { kind: 'constraint', parameters: { bound } }
    : illFormed(
        'Values cannot be compared with this literal: its datatype has no order or it is ill-formed.',
      );
}

/** Accepts the values whose order to the bound is right; those that cannot be compared are refused. */
export function acceptsOrder(bound: TermId, isRight: (order: Order) => boolean): Check {
  const limit = literalValue(bound)!;
  return {
    kind: 'value',
    accepts(id) {
      const value = literalValue(id);
      const order = value && compareValues(value, limit);
      return order !== undefined && isRight(order);
    },
  };
}
