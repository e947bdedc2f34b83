import { isomorphic } from '../../rdf/isomorphism.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { numberTerm, readNumber } from './expressions/numbers.ts';

/** The variables that have a value in a solution, and their values. */
export type SolutionRow = ReadonlyMap<string, TermId>;

/**
 * Whether two lists have the same solutions equally often, if blank nodes are renamed. Numbers of the same datatype and
 * value count as the same.
 */
export function sameSolutions(a: readonly SolutionRow[], b: readonly SolutionRow[]): boolean {
  return a.length === b.length && isomorphic(asTriples(a, 'a'), asTriples(b, 'b'));
}

/** Whether two lists have the same solutions in the same order, leaving aside which blank nodes are the same. */
export function sameSequence(a: readonly SolutionRow[], b: readonly SolutionRow[]): boolean {
  return a.length === b.length && a.every((row, i) => printRow(row) === printRow(b[i]!));
}

/** A solution for people, such as `?a <http://…> ?b "text"`. */
export function printRow(row: SolutionRow): string {
  const names = [...row.keys()].sort();
  return names.map((name) => `?${name} ${printValue(row.get(name)!)}`).join(' ');
}

function printValue(term: TermId): string {
  const value = canonical(term);
  switch (terms.kind(value)) {
    case 'blank':
      return '_:';
    case 'iri':
      return `<${terms.value(value)}>`;
    case 'literal': {
      const form = terms.language(value) || terms.value(terms.datatype(value)!).replace(/^.*[#/]/, '');
      return `${JSON.stringify(terms.value(value))}${form === 'string' ? '' : `^${form}`}`;
    }
    case 'triple':
      return '<<>>';
  }
}

/** Numbers and times in one form. */
function canonical(term: TermId): TermId {
  const number = readNumber(term);
  if (number) return numberTerm(number);
  const value = literalValue(term);
  // Fractions of seconds can have zeros at the end.
  if (value?.kind !== 'moment' && value?.kind !== 'duration') return term;
  return terms.literal(
    terms.value(term).replace(/\.(\d*?)0+(?!\d)/, (_, kept) => (kept ? `.${kept}` : '')),
    terms.datatype(term),
  );
}

/** Each solution is a blank node with its values, so that solutions are the same when graphs are. */
function asTriples(rows: readonly SolutionRow[], side: string): Triple[] {
  return rows.flatMap((row, i) => {
    const subject = terms.blankNode(`solution-${side}-${i}`);
    const member = {
      subject,
      predicate: terms.iri('urn:x-test:in'),
      object: terms.iri('urn:x-test:solutions'),
    };
    const values = [...row].map(([name, value]) => ({
      subject,
      predicate: terms.iri(`urn:x-test:variable:${name}`),
      object: canonical(value),
    }));
    return [member, ...values];
  });
}
