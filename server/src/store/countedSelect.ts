import { type Row, readSelectResults } from './selectResults.ts';
import { type Store, StoreError } from './store.ts';

/** A triple as three terms in N-Triples. */
export interface StoredTriple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** Whether the pattern has `?from` for the subject. */
  readonly isMarked: boolean;
  /** The value of `?k`, where the pattern has it. */
  readonly part: number | undefined;
}

/** Usually no more rows are asked for at once: many stores cut longer answers. */
const maxRows = 10_000;

/**
 * Asks for the triples `?s ?p ?o` of a group pattern, or `?from ?p ?o` for some of them, with `?k` for the part of the
 * pattern.
 *
 * @param most how many triples are asked for at most.
 * @throws StoreError when the store does not answer, or not with all; the signal's reason when aborted.
 */
export async function countedSelect(
  store: Store,
  pattern: string,
  signal: AbortSignal,
  most = maxRows,
): Promise<readonly StoredTriple[]> {
  return (await countedRows(store, '?s ?p ?o ?from ?k', pattern, signal, most)).map(tripleOf);
}

/**
 * Asks for the distinct values of variables in a group pattern, and how many there are: stores cut answers without a word
 * (Virtuoso answers 200 with 10,000 of 81,303 rows). An answer whose number differs is not used.
 *
 * @param variables with their question marks. None may be `?n`.
 * @param most how many rows are asked for at most.
 * @throws StoreError when the store does not answer, or not with all; the signal's reason when aborted.
 */
export async function countedRows(
  store: Store,
  variables: string,
  pattern: string,
  signal: AbortSignal,
  most = maxRows,
): Promise<readonly Row[]> {
  const selectText = `SELECT DISTINCT ${variables} WHERE { ${pattern} }`;
  const query = `SELECT ${variables} ?n WHERE { { SELECT (COUNT(*) AS ?n) WHERE { { ${selectText} } } } UNION { ${selectText} LIMIT ${most + 1} } }`;
  const rows = readSelectResults(await store.select(query, signal));
  const counts = rows.flatMap(({ n }) => (n === undefined ? [] : [countOf(n)]));
  const found = rows.filter(({ n }) => n === undefined);
  const [count] = counts;
  if (count === undefined || counts.length > 1 || count !== found.length) {
    const told = count === undefined ? 'it does not say how many there are' : `it counts ${count}`;
    throw new StoreError(`It answered with ${found.length} rows where ${told}.`, {
      isWorthSplitting: true,
    });
  }
  return found;
}

/**
 * How many distinct values of variables a group pattern has.
 *
 * @param variables with their question marks.
 * @throws StoreError when the store does not tell; the signal's reason when aborted.
 */
export async function countOfRows(
  store: Store,
  variables: string,
  pattern: string,
  signal: AbortSignal,
): Promise<number> {
  const query = `SELECT (COUNT(*) AS ?n) WHERE { { SELECT DISTINCT ${variables} WHERE { ${pattern} } } }`;
  const rows = readSelectResults(await store.select(query, signal));
  const count = countOf(rows[0]?.n ?? '');
  if (rows.length !== 1 || count === undefined) throw new StoreError('It does not say how many there are.');
  return count;
}

function countOf(term: string): number | undefined {
  const digits = /^"(\d{1,15})"/.exec(term);
  return digits ? Number(digits[1]) : undefined;
}

function tripleOf({ s, p: predicate, o: object, from, k }: Row): StoredTriple {
  const subject = s ?? from;
  if (subject === undefined || predicate === undefined || object === undefined)
    throw new StoreError('Its answer has a row without a triple.');
  if (subject.startsWith('"') || !predicate.startsWith('<'))
    throw new StoreError('Its answer has a row that is no triple of RDF.');
  return {
    subject,
    predicate,
    object,
    isMarked: from !== undefined,
    part: k === undefined ? undefined : countOf(k),
  };
}

/** A triple as a line of N-Triples. */
export function lineOf({ subject, predicate, object }: StoredTriple): string {
  return `${subject} ${predicate} ${object} .`;
}

export function isBlankTerm(term: string): boolean {
  return term.startsWith('_:');
}
