import { compareDecimals, type Decimal, plus } from '../../rdf/literals/decimal.ts';
import { compareValues, type LiteralValue, literalValue } from '../../rdf/literals/literalValue.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { SpentBudget } from './budget.ts';
import { unbound } from './expressions/expressionScope.ts';
import { ownerSlot, type SolutionTable } from './table.ts';

export interface SortKey {
  readonly values: Int32Array;
  readonly descending: boolean;
}

/** The rows of each owner together, in the order of the owners; those of an owner in the order of the keys. */
export function sortRows(
  table: SolutionTable,
  keys: readonly SortKey[],
  spending: SpentBudget,
): SolutionTable {
  const owners = table.columns[ownerSlot];
  if (keys.length === 0 && (owners === undefined || isAscending(owners))) return table;
  const rows = Int32Array.from({ length: table.length }, (_, row) => row);
  const term = (value: number) => (value === unbound ? undefined : value);
  // The sort of typed arrays is stable.
  rows.sort((a, b) => {
    spending.steps(1);
    if (owners && owners[a] !== owners[b]) return owners[a]! - owners[b]!;
    for (const { values, descending } of keys) {
      const order = compareForOrder(term(values[a]!), term(values[b]!));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return table.pick(rows);
}

function isAscending(values: Int32Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1]! > values[i]!) return false;
  return true;
}

/** Leaves out the first rows of each owner, and those beyond a limit. */
export function sliceRows(
  table: SolutionTable,
  offset: number,
  limit: number | undefined,
  spending: SpentBudget,
): SolutionTable {
  if (offset === 0 && limit === undefined) return table;
  const seen = new Map<number, number>();
  const rows: number[] = [];
  for (let row = 0; row < table.length; row++) {
    spending.steps(1);
    const owner = table.at(row, ownerSlot);
    const count = seen.get(owner) ?? 0;
    seen.set(owner, count + 1);
    if (count >= offset && (limit === undefined || count < offset + limit)) rows.push(row);
  }
  return table.pick(Int32Array.from(rows));
}

/**
 * Compares two values as ORDER BY, MIN and MAX do: no value first, then blank nodes, IRIs, literals and triple terms
 * (SPARQL 1.1, 15.1). Where SPARQL says nothing about two literals, they are in the order of their kinds: numbers, strings,
 * truth values, times, durations, and last all others in the order of their texts. Literals with equal values count as
 * equal.
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

/** A total order on values of the same kind, even where `<` is an error or false both ways. */
function compareLikeValues(a: LiteralValue, b: LiteralValue): number {
  if (a.kind === 'moment' && b.kind === 'moment') {
    if (a.type !== b.type) return a.type < b.type ? -1 : 1;
    // Times without time zone are treated as UTC, because an order must hold for all of them.
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
