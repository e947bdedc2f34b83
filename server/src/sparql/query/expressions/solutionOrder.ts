import { compareDecimals, type Decimal, plus } from '../../../rdf/literals/decimal.ts';
import { compareValues, type LiteralValue, literalValue } from '../../../rdf/literals/literalValue.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';

/**
 * Compares two values as ORDER BY, MIN and MAX do: no value first, then blank nodes, IRIs, literals and triple terms
 * (SPARQL 1.1, 15.1). Where SPARQL says nothing of two literals, they are in the order of their kinds: numbers,
 * strings, truth values, times, durations, and last all others in the order of their texts. Literals with equal values
 * count as equal.
 *
 * @param a undefined for an error or for no value
 */
export function compareForOrder(a: TermId | undefined, b: TermId | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  const kind = terms.kind(a);
  const byKind = kindRank[kind] - kindRank[terms.kind(b)];
  if (byKind !== 0) return byKind;
  if (kind !== 'literal') return compareTerms(a, b);
  const [left, right] = [literalValue(a), literalValue(b)];
  const byValue = valueRank(left) - valueRank(right);
  if (byValue !== 0) return byValue;
  if (left === undefined || right === undefined) return compareTerms(a, b);
  return compareLikeValues(left, right);
}

const kindRank = { blank: 0, iri: 1, literal: 2, triple: 3 } as const;

function valueRank(value: LiteralValue | undefined): number {
  return value === undefined ? 5 : valueRanks[value.kind];
}

const valueRanks = { number: 0, string: 1, boolean: 2, moment: 3, duration: 4 } as const;

/** A total order on values of the same kind, also where `<` is an error or false both ways. */
function compareLikeValues(a: LiteralValue, b: LiteralValue): number {
  if (a.kind === 'moment' && b.kind === 'moment') {
    if (a.type !== b.type) return a.type < b.type ? -1 : 1;
    // Times without time zone are taken for those of UTC, because an order must hold for all of them.
    return compareDecimals(a.seconds, b.seconds);
  }
  if (a.kind === 'duration' && b.kind === 'duration') return compareDecimals(length(a), length(b));
  const order = compareValues(a, b);
  if (order !== undefined) return order;
  // NaN comes before all other numbers.
  return Number(isNumber(a)) - Number(isNumber(b));
}

function isNumber(value: LiteralValue): boolean {
  return value.kind === 'number' && !Number.isNaN(value.value);
}

/** About how many seconds a duration has, with months of a twelfth of a mean year. */
function length({ months, seconds }: { readonly months: bigint; readonly seconds: Decimal }): Decimal {
  return plus({ unscaled: months * 2_629_746n, scale: 0 }, seconds);
}
