import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { countedSelect, lineOf, type StoredTriple } from './countedSelect.ts';
import { groupText, halves, type Pattern, patternsInWords, weightOf } from './pattern.ts';
import { type Store, StoreError } from './store.ts';

/** A store's answer about some patterns. */
export interface Fetched {
  /** The triples, each with the look-up that it answers; more than once if it answers several. */
  readonly answers: readonly FetchedTriple[];
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** A triple, and what was asked. */
export interface FetchedTriple {
  readonly lookUp: LookUp;
  readonly triple: StoredTriple;
}

/** Terms in the text of one query. Stores have limits for the length of queries. */
const maxTerms = 1_000;

/** A store is not asked again after this many errors. */
const maxFailures = 40;
/** How many errors a time-out counts as. */
const timeOutWeight = 8;

/** Fetches patterns, as many together as fit, and in smaller parts where the store does not answer completely. */
export async function fetchPatterns(
  store: Store,
  patterns: readonly Pattern[],
  signal: AbortSignal,
): Promise<Fetched> {
  const fetching = new Fetching(store, signal);
  for (const batch of batchesOf(patterns)) await fetching.ask(batch);
  return fetching.fetched;
}

class Fetching {
  readonly #store: Store;
  readonly #signal: AbortSignal;
  readonly #answers: FetchedTriple[] = [];
  readonly #gaps = new Set<string>();
  #failures = 0;

  constructor(store: Store, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  get fetched(): Fetched {
    return { answers: this.#answers, gaps: [...this.#gaps] };
  }

  async ask(patterns: readonly Pattern[]): Promise<void> {
    if (this.#failures >= maxFailures) return;
    // The part identifies the pattern of a triple: Virtuoso writes a literal as spelled in the query.
    const text = patterns.map((pattern, i) => `{ VALUES ?k { ${i} } ${groupText(pattern)} }`).join(' UNION ');
    try {
      this.#take(await countedSelect(this.#store, text, this.#signal), patterns);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failures += error.isTimeOut ? timeOutWeight : 1;
      const parts = error.isWorthSplitting ? split(patterns) : undefined;
      if (parts === undefined || this.#failures >= maxFailures) this.#addGap(error.message, patterns);
      else for (const part of parts) await this.ask(part);
    }
  }

  #take(triples: readonly StoredTriple[], patterns: readonly Pattern[]): void {
    const columns = patterns.map(columnsOf);
    let notAsked: StoredTriple | undefined;
    for (const triple of triples) {
      const column = columns[triple.part ?? -1];
      const lookUp = column && answeredBy(triple, column);
      if (lookUp) this.#answers.push({ lookUp, triple });
      // Some stores answer with another spelling of a value than the requested one: that is a different literal.
      else if (!column?.object || !triple.object.startsWith('"')) notAsked ??= triple;
    }
    if (notAsked)
      this.#addGap(`It answers with a triple that was not asked for: ${lineOf(notAsked)}`, patterns);
  }

  #addGap(reason: string, patterns: readonly Pattern[]): void {
    this.#gaps.add(`${reason} It was asked for ${patternsInWords(patterns)}.`);
  }
}

/** The terms of a pattern by their texts. */
export function columnsOf({ subjects, predicates, objects }: Pattern): Columns {
  return { subject: byText(subjects), predicate: byText(predicates), object: byText(objects) };
}

type Columns = Readonly<Record<'subject' | 'predicate' | 'object', Column>>;
type Column = ReadonlyMap<string, TermId> | undefined;

/** The look-up of a pattern that a triple answers. */
export function answeredBy(triple: StoredTriple, pattern: Columns): LookUp | undefined {
  const lookUp: { subject?: TermId; predicate?: TermId; object?: TermId } = {};
  for (const position of ['subject', 'predicate', 'object'] as const) {
    const column = pattern[position];
    if (column === undefined) continue;
    const id = column.get(triple[position]);
    if (id === undefined) return undefined;
    lookUp[position] = id;
  }
  return lookUp;
}

function byText(ids: readonly TermId[] | undefined): Column {
  return ids && new Map(ids.map((id) => [termToNTriples(id), id]));
}

/** Patterns in batches of at most `maxTerms` terms. */
function batchesOf(patterns: readonly Pattern[]): readonly (readonly Pattern[])[] {
  const batches: Pattern[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const pattern of patterns.flatMap(inPieces)) {
    if (weight + weightOf(pattern) > maxTerms) {
      batches.push([]);
      weight = 0;
    }
    batches.at(-1)!.push(pattern);
    weight += weightOf(pattern);
  }
  return batches;
}

function inPieces(pattern: Pattern): readonly Pattern[] {
  const parts = weightOf(pattern) > maxTerms ? halves(pattern) : undefined;
  return parts ? parts.flatMap(inPieces) : [pattern];
}

/** Patterns in two parts; undefined for a single look-up. */
function split(patterns: readonly Pattern[]): readonly (readonly Pattern[])[] | undefined {
  if (patterns.length === 1) return halves(patterns[0]!)?.map((half) => [half]);
  const middle = patterns.length >> 1;
  return [patterns.slice(0, middle), patterns.slice(middle)];
}
