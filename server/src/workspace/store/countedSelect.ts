import { readSelectResults, type SelectRow } from './selectResults.ts';
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

/** Usually, at most this many rows are requested in one query: many stores cut longer answers. */
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
 * Asks for the distinct values of variables in a group pattern, and how many there are: stores silently cut answers
 * (Virtuoso answers 200 with 10,000 of 81,303 rows). An answer whose number differs is not used. Neither is the answer to a
 * different query, because some caches mix up answers.
 *
 * @param variables with their question marks. None may be `?n` or `?token`.
 * @param most how many rows are asked for at most.
 * @param expected how many there are, where the store has told already.
 * @throws StoreError when the store does not answer, or not with all; the signal's reason when aborted.
 */
export async function countedRows(
  store: Store,
  variables: string,
  pattern: string,
  signal: AbortSignal,
  most = maxRows,
  expected?: number,
): Promise<readonly SelectRow[]> {
  const selectText = `SELECT DISTINCT ${variables} WHERE { ${pattern} }`;
  // Virtuoso leaves out VALUES beside a sub-select.
  const numbers =
    expected === undefined
      ? countText(variables, pattern)
      : `SELECT (${expected} AS ?n) (${tokenOf(variables + pattern)} AS ?token) WHERE { }`;
  const query = `SELECT ${variables} ?n ?token WHERE { { ${numbers} } UNION { ${selectText} LIMIT ${most + 1} } }`;
  const found = await rowsOf(store, query, most, signal, (rows) => {
    const count = countIn(
      rows.filter(({ n }) => n !== undefined),
      variables + pattern,
    );
    const others = rows.filter(({ n }) => n === undefined);
    if (count !== others.length) throw cut(others.length, count);
    if (new Set(others.map((row) => JSON.stringify(Object.entries(row).sort()))).size < others.length)
      throw new StoreError('Its answer repeats a row, although the query asked for distinct rows.', {
        isWorthSplitting: true,
      });
    return others;
  });
  if (found.length > 0 && found.length % 100 === 0)
    await checkRoundNumber(store, variables, pattern, found, signal);
  return found;
}

/**
 * How many distinct values of variables a group pattern has.
 *
 * @param variables with their question marks.
 * @throws StoreError when the store does not provide that; the signal's reason when aborted.
 */
export async function countOfRows(
  store: Store,
  variables: string,
  pattern: string,
  signal: AbortSignal,
): Promise<number> {
  return rowsOf(store, countText(variables, pattern), 1, signal, (rows) =>
    countIn(rows, variables + pattern),
  );
}

/**
 * How many triples a graph has. A graph has no triple twice, and checking that takes stores ten times as long.
 *
 * @param store is asked from one graph alone.
 * @param where restricts them, as a filter.
 * @throws StoreError when the store does not tell; the signal's reason when aborted.
 */
export async function countOfGraph(store: Store, where: string, signal: AbortSignal): Promise<number> {
  const pattern = `?s ?p ?o . ${where}`;
  const query = `SELECT (COUNT(*) AS ?n) (${tokenOf(pattern)} AS ?token) WHERE { ${pattern} }`;
  return rowsOf(store, query, 1, signal, (rows) => countIn(rows, pattern));
}

/** After this many answers that were too large, a store is not asked for smaller parts again. */
const maxTooLarge = 4;
/** An unusable answer with this many characters counts as too large, whatever the error. */
const largeAnswer = 8 * 1024 * 1024;
const tooLargeAnswers = new WeakMap<Store, readonly StoreError[]>();

/** The result of reading the rows of an answer; a store that has answered with too much this often is not asked. */
async function rowsOf<T>(
  store: Store,
  query: string,
  most: number,
  signal: AbortSignal,
  read: (rows: readonly SelectRow[]) => T,
): Promise<T> {
  const before = tooLargeAnswers.get(store) ?? [];
  if (before.length >= maxTooLarge)
    throw new StoreError(
      `${before.at(-1)!.message} It is not asked again, after ${maxTooLarge} such answers.`,
    );
  let length = 0;
  try {
    const text = await store.select(query, signal);
    length = text.length;
    return read(readSelectResults(text, most));
  } catch (error) {
    if (error instanceof StoreError && (error.isTooLarge || length > largeAnswer))
      tooLargeAnswers.set(store, [...before, error]);
    throw error;
  }
}

/** A query for the number of rows. The token identifies the query to which the answer belongs. */
function countText(variables: string, pattern: string): string {
  return `SELECT (COUNT(*) AS ?n) (${tokenOf(variables + pattern)} AS ?token) WHERE { { SELECT DISTINCT ${variables} WHERE { ${pattern} } } }`;
}

function countIn(rows: readonly SelectRow[], question: string): number {
  const [row] = rows;
  const count = row?.n === undefined ? undefined : countOf(row.n);
  if (count === undefined || rows.length > 1)
    throw new StoreError('It does not say how many rows its answer has.', { isWorthSplitting: true });
  if (row?.token === undefined || countOf(row.token) !== tokenOf(question))
    throw new StoreError('Its answer belongs to another query. Switch off what caches its answers.', {
      isWorthSplitting: true,
    });
  return count;
}

/** Stores cut at round numbers, some of them in what they count as well. Two parts of a cut answer have more rows. */
async function checkRoundNumber(
  store: Store,
  variables: string,
  pattern: string,
  rows: readonly SelectRow[],
  signal: AbortSignal,
): Promise<void> {
  const middle = middleOf(rows);
  if (middle === undefined) return;
  const { variable, text } = middle;
  const name = `STR(?${variable})`;
  // Virtuoso treats given terms as blank nodes when asked whether they are.
  const isBlank = `!isIRI(?${variable}) && !isLiteral(?${variable})`;
  let sum = 0;
  for (const part of [`${name} <= ${text}`, `${name} > ${text}`, isBlank]) {
    const inPart = `{ SELECT ${variables} WHERE { ${pattern} } } FILTER(${part})`;
    sum += await countOfRows(store, variables, inPart, signal);
  }
  if (sum !== rows.length) throw cut(rows.length, sum);
}

/** A text between the values of a variable that all rows have. */
function middleOf(
  rows: readonly SelectRow[],
): { readonly variable: string; readonly text: string } | undefined {
  for (const variable of ['o', 's', 'p', 'f']) {
    const terms = rows.flatMap((row) => row[variable] ?? []);
    if (terms.length < rows.length) continue;
    const texts = [...new Set(terms.filter((term) => !isBlankTerm(term)).map(plainTextOf))].sort();
    if (texts.length > 1) return { variable, text: `"${texts[(texts.length - 1) >> 1]}"` };
  }
  return undefined;
}

/** What STR makes of a term, between quotes. */
function plainTextOf(term: string): string {
  return term.startsWith('<') ? term.slice(1, -1) : term.slice(1, term.lastIndexOf('"'));
}

function cut(rows: number, count: number): StoreError {
  return new StoreError(
    `It answered with ${rows} rows, but counted ${count}. Raise its row limit (ResultSetMaxRows in virtuoso.ini).`,
    { isWorthSplitting: true },
  );
}

/** A number for a query. Different queries practically always have different ones. */
function tokenOf(pattern: string): number {
  let hash = 0;
  for (let i = 0; i < pattern.length; i++) hash = (Math.imul(hash, 31) + pattern.charCodeAt(i)) | 0;
  return hash >>> 0;
}

function countOf(term: string): number | undefined {
  const digits = /^"(\d{1,15})"/.exec(term);
  return digits ? Number(digits[1]) : undefined;
}

function tripleOf({ s, p: predicate, o: object, from, k }: SelectRow): StoredTriple {
  const subject = s ?? from;
  if (subject === undefined || predicate === undefined || object === undefined)
    throw new StoreError('Its answer has a row without a triple.');
  if (subject.startsWith('"') || !predicate.startsWith('<'))
    throw new StoreError('Its answer has a row that is not an RDF triple.');
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

/**
 * How many triples a store counts; undefined when it does not report that.
 *
 * @throws the signal's reason when aborted.
 */
export async function countTriples(store: Store, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await countOfRows(store, '?s ?p ?o', '?s ?p ?o .', signal);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}
