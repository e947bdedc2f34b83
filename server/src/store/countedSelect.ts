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

/** No more rows are asked for at once: many stores cut longer answers. */
const maxRows = 10_000;

/**
 * Asks for the triples `?s ?p ?o` of a group pattern, or `?from ?p ?o` for some of them, with `?k` for the part of the
 * pattern, and how many there are: stores cut answers without a word (Virtuoso answers 200 with 10,000 of 81,303 rows). An
 * answer whose number differs is not used.
 *
 * @throws StoreError when the store does not answer, or not with all; the signal's reason when aborted.
 */
export async function countedSelect(
  store: Store,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly StoredTriple[]> {
  const triplesText = `SELECT DISTINCT ?s ?p ?o ?from ?k WHERE { ${pattern} }`;
  const query = `SELECT ?s ?p ?o ?from ?k ?n WHERE { { SELECT (COUNT(*) AS ?n) WHERE { { ${triplesText} } } } UNION { ${triplesText} LIMIT ${maxRows + 1} } }`;
  const rows = readSelectResults(await store.select(query, signal));
  const counts = rows.flatMap(({ n }) => (n === undefined ? [] : [countOf(n)]));
  const triples = rows.filter(({ n }) => n === undefined).map(tripleOf);
  const [count] = counts;
  if (count === undefined || counts.length > 1 || count !== triples.length) {
    const told = count === undefined ? 'it does not say how many there are' : `it counts ${count}`;
    throw new StoreError(`It answered with ${triples.length} rows where ${told}.`, {
      isWorthSplitting: true,
    });
  }
  return triples;
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
