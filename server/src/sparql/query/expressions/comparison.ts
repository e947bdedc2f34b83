import {
  compareValues,
  type LiteralValue,
  literalValue,
  type Order,
} from '../../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';

/**
 * Whether two terms are equal as `=` of SPARQL says: literals by their values, other terms by identity. Undefined for
 * the error that two literals are whose values are not known to differ.
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
 * The order of two literals as `<` and `>` of SPARQL say. `unordered` when one is NaN: every comparison is false then.
 * Undefined for the error that all other terms are, also times of which only one has a time zone, when they are less
 * than 14 hours apart.
 */
export function compareLiterals(a: TermId, b: TermId): Order | 'unordered' | undefined {
  const left = literalValue(a);
  if (left === undefined) return undefined;
  const right = a === b ? left : literalValue(b);
  if (right === undefined) return undefined;
  const order = compareValues(left, right);
  return order === undefined && left.kind === 'number' && right.kind === 'number' ? 'unordered' : order;
}
