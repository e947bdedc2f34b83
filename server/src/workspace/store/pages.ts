import { countedRows, countOfRows } from './countedSelect.ts';
import { type HashRange, hashText, inRangeText, isInRange, partsOfRange } from './hashRange.ts';
import { type Store, StoreError } from './store.ts';

/** An IRI or a literal of a store. */
export interface StoredNode {
  /** In N-Triples. */
  readonly term: string;
  /** The MD5 of its name, as the store computes it. */
  readonly hash: string;
}

/** Some nodes of a store. */
export interface Page {
  /** These are all nodes of it, unless there are gaps. */
  readonly range: HashRange;
  /** In the order of their hashes. */
  readonly nodes: readonly StoredNode[];
  /** Why these are not all nodes of the range, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** How many nodes a page should have: less than stores cut at (10,000), since hashes spread unevenly. */
export const defaultNodesPerPage = 8_000;

/** A store that gives so many errors in a row is not asked for further pages. */
const maxFailures = 40;

/**
 * Lists the nodes that some patterns bind `?f` to, each once, page by page in the order of their hashes. A page is asked for
 * by a range of hashes, which is divided until the answer is as long as the store counts; in the end the pages together
 * have to be as many as it counted before. Blank nodes are left out.
 *
 * @throws the signal's reason when aborted.
 */
export class Pages {
  readonly #store: Store;
  readonly #patterns: readonly string[];
  readonly #signal: AbortSignal;
  readonly #nodesPerPage: number;
  /** Errors in a row. */
  #failures = 0;
  #hasGaps = false;
  /** For each pattern, how many nodes were found. */
  readonly #found: number[];

  constructor(
    store: Store,
    patterns: readonly string[],
    signal: AbortSignal,
    nodesPerPage = defaultNodesPerPage,
  ) {
    this.#store = store;
    this.#patterns = patterns;
    this.#signal = signal;
    this.#nodesPerPage = nodesPerPage;
    this.#found = patterns.map(() => 0);
  }

  /** How many nodes each pattern has in a range; undefined where the store does not tell. */
  async counts(range: HashRange): Promise<readonly number[] | undefined> {
    const counts: number[] = [];
    try {
      for (const pattern of this.#patterns)
        counts.push(await countOfRows(this.#store, '?f', within(pattern, range), this.#signal));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return undefined;
    }
    return counts;
  }

  /** @param counts how many nodes the range has, as `counts` told. */
  async *pages(range: HashRange, counts: readonly number[] | undefined): AsyncGenerator<Page> {
    const most = Math.max(0, ...(counts ?? []));
    for (const part of partsOfRange(range, Math.ceil(most / this.#nodesPerPage))) yield* this.#page(part);
    const differs = counts?.some((count, i) => count !== this.#found[i]) ?? true;
    const told = counts ? counts.join(' and ') : 'an unknown number of';
    if (differs && !this.#hasGaps)
      yield {
        range,
        nodes: [],
        gaps: [`It counts ${told} nodes that are targets, and lists ${this.#found.join(' and ')}.`],
      };
  }

  async *#page(range: HashRange): AsyncGenerator<Page> {
    if (this.#failures >= maxFailures) return;
    try {
      const nodes = await this.#nodes(range);
      this.#failures = 0;
      yield { range, nodes, gaps: [] };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failures++;
      const halves = partsOfRange(range, 2);
      if (error.isWorthSplitting && halves.length === 2 && this.#failures < maxFailures) {
        for (const half of halves) yield* this.#page(half);
        return;
      }
      this.#hasGaps = true;
      yield { range, nodes: [], gaps: [`Not all nodes that are targets could be listed. ${error.message}`] };
    }
  }

  async #nodes(range: HashRange): Promise<readonly StoredNode[]> {
    const nodes = new Map<string, StoredNode>();
    const found: number[] = [];
    for (const pattern of this.#patterns) {
      const rows = await countedRows(this.#store, '?f ?h', hashed(pattern, range), this.#signal);
      for (const { f: term, h } of rows) {
        const hash = h?.slice(1, -1);
        if (term === undefined || hash === undefined || !isHash(hash) || !isInRange(hash, range))
          throw new StoreError('It lists nodes by hashes that are none, or not those that were asked for.');
        nodes.set(term, { term, hash });
      }
      found.push(rows.length);
    }
    for (const [i, count] of found.entries()) this.#found[i]! += count;
    return [...nodes.values()].sort(byHash);
  }
}

function within(pattern: string, range: HashRange): string {
  return `${pattern} FILTER(${inRangeText('?f', range)})`;
}

function hashed(pattern: string, range: HashRange): string {
  return `${within(pattern, range)} BIND(${hashText('?f')} AS ?h)`;
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

function byHash(one: StoredNode, other: StoredNode): number {
  return compare(one.hash, other.hash) || compare(one.term, other.term);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
