import { isomorphic } from '../../rdf/isomorphism.ts';
import type { Triple } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { countedRows, countedSelect, countOfRows, lineOf, type StoredTriple } from './countedSelect.ts';
import { allHashes, type HashRange, inRangeText, partsOfRange } from './hashRange.ts';
import { type Store, StoreError } from './store.ts';

/** How many triples of a store are kept in memory. */
const maxTriplesOfGraph = 500_000;

/** How many triples are requested in one query, unless they have blank nodes. */
const triplesPerPage = 5_000;

const isUnsteady = 'It answered the same query differently twice. Run this again when nobody is changing it.';

/** How often a range is divided that a store does not answer as a whole. */
const maxSplits = 12;

/**
 * Fetches all triples of a store that has at most 500,000: those without blank nodes by property, and by the hashes of
 * their subjects where a property has many, the others in one answer, because labels of blank nodes are only valid within
 * one answer. Together they have to be as many as the store counts, and the same when everything is requested again: a
 * store that was changed in between gives different ones.
 *
 * @returns a document whose uri is the address of the store.
 * @throws StoreError when there are more, or not all of them came; the signal's reason when aborted.
 */
export async function fetchAll(store: Store, signal: AbortSignal): Promise<TurtleDocument> {
  const first = await fetchOnce(store, signal);
  const second = await fetchOnce(store, signal);
  if (!isomorphic(first.graph.triples(), second.graph.triples())) throw new StoreError(isUnsteady);
  return second;
}

/** All triples of several stores, or for each of them why they are not known, as sentences without its name. */
export type WholeStores =
  | { readonly kind: 'known'; readonly documents: readonly TurtleDocument[] }
  | { readonly kind: 'unknown'; readonly gaps: readonly (readonly string[])[] };

/**
 * Fetches all triples of each of several stores.
 *
 * @throws the signal's reason when aborted.
 */
export async function fetchAllOf(stores: readonly Store[], signal: AbortSignal): Promise<WholeStores> {
  const documents: TurtleDocument[] = [];
  const gaps: string[][] = [];
  for (const store of stores) {
    try {
      documents.push(await fetchAll(store, signal));
      gaps.push([]);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      gaps.push([error.message]);
    }
  }
  return documents.length === stores.length ? { kind: 'known', documents } : { kind: 'unknown', gaps };
}

/**
 * How many triples a store has whose graph is fetched as a whole.
 *
 * @throws StoreError when it has more; the signal's reason when aborted.
 */
export async function countFewTriples(store: Store, signal: AbortSignal): Promise<number> {
  const triples = await countOfRows(store, '?s ?p ?o', '?s ?p ?o .', signal);
  if (triples > maxTriplesOfGraph)
    throw new StoreError(
      `It has ${triples} triples, more than the ${maxTriplesOfGraph} that are fetched as a whole.`,
    );
  return triples;
}

async function fetchOnce(store: Store, signal: AbortSignal): Promise<TurtleDocument> {
  const triples = await countFewTriples(store, signal);
  const lines = new Set<string>();
  const add = (found: readonly StoredTriple[]) => {
    for (const triple of found) lines.add(lineOf(triple));
  };
  for (const { predicates, count } of await groupsOfPredicates(store, signal)) {
    const pattern = `VALUES ?p { ${predicates.join(' ')} } ?s ?p ?o . FILTER(!isBlank(?s) && !isBlank(?o))`;
    for (const range of partsOfRange(allHashes, Math.ceil(count / triplesPerPage)))
      await fetchRange(store, pattern, range, signal, add);
  }
  add(await triplesWithBlankNodes(store, signal));
  if (lines.size !== triples)
    throw new StoreError(`It counts ${triples} triples, and answers with ${lines.size}.`);
  return new TurtleDocument(store.url, 0, [...lines].join('\n'));
}

/**
 * Fetches all triples of a store that have a blank node, twice. The store may have at most 500,000 of them.
 *
 * @returns lines of N-Triples, with the labels of one answer.
 * @throws StoreError when there are more, or the answer was incomplete; the signal's reason when aborted.
 */
export async function fetchAllBlankNodes(store: Store, signal: AbortSignal): Promise<readonly string[]> {
  const ask = async () => [...new Set((await triplesWithBlankNodes(store, signal)).map(lineOf))];
  const [first, second] = [await ask(), await ask()];
  if (!isomorphic(triplesOfLines(first), triplesOfLines(second))) throw new StoreError(isUnsteady);
  return second;
}

/** In one answer, because labels of blank nodes are only valid within one answer. */
function triplesWithBlankNodes(store: Store, signal: AbortSignal): Promise<readonly StoredTriple[]> {
  return countedSelect(store, '?s ?p ?o . FILTER(isBlank(?s) || isBlank(?o))', signal, maxTriplesOfGraph);
}

/** The triples of a text in N-Triples, given line by line. */
export function triplesOfLines(lines: readonly string[]): Iterable<Triple> {
  return new TurtleDocument('about:blank', 0, lines.join('\n')).graph.triples();
}

/** The properties of a store; those with few triples together. */
async function groupsOfPredicates(
  store: Store,
  signal: AbortSignal,
): Promise<readonly { readonly predicates: readonly string[]; readonly count: number }[]> {
  const rows = await countedRows(store, '?p', '?s ?p ?o .', signal);
  const groups: { predicates: string[]; count: number }[] = [];
  for (const { p: predicate } of rows) {
    if (predicate === undefined) throw new StoreError('Its answer has a property without a name.');
    const count = await countOfRows(store, '?s ?o', `?s ${predicate} ?o .`, signal);
    const last = groups.at(-1);
    if (last === undefined || last.count + count > triplesPerPage)
      groups.push({ predicates: [predicate], count });
    else {
      last.predicates.push(predicate);
      last.count += count;
    }
  }
  return groups;
}

async function fetchRange(
  store: Store,
  pattern: string,
  range: HashRange,
  signal: AbortSignal,
  add: (triples: readonly StoredTriple[]) => void,
  splits = maxSplits,
): Promise<void> {
  const isWhole = range.from === allHashes.from && range.to === allHashes.to;
  const bounds = isWhole ? '' : ` FILTER(${inRangeText('?s', range)})`;
  try {
    add(await countedSelect(store, `${pattern}${bounds}`, signal));
  } catch (error) {
    const halves = partsOfRange(range, 2);
    if (!(error instanceof StoreError) || !error.isWorthSplitting || splits === 0) throw error;
    for (const half of halves) await fetchRange(store, pattern, half, signal, add, splits - 1);
  }
}
