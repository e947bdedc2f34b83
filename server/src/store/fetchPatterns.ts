import { termToNTriples } from '../rdf/nTriples.ts';
import type { LookUp } from '../rdf/observedGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { countedSelect, isBlankTerm, lineOf, type StoredTriple } from './countedSelect.ts';
import { groupText, halves, type Pattern, weightOf } from './pattern.ts';
import { type Store, StoreError } from './store.ts';

/** What a store said about some patterns. */
export interface Fetched {
  /** Lines of N-Triples, of the triples without blank nodes. */
  readonly triples: readonly string[];
  /** The look-ups whose triples have blank nodes. */
  readonly findingBlanks: readonly LookUp[];
  readonly requests: number;
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** Terms in the text of one query. Stores have limits for the length of queries. */
const maxTerms = 1_000;

/** A store that gives so many errors is not asked again. */
const maxFailures = 40;

/** Asks for patterns, as many at once as fit, and in smaller parts where the store does not answer with all. */
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
  readonly #triples: string[] = [];
  readonly #findingBlanks: LookUp[] = [];
  readonly #gaps = new Set<string>();
  #requests = 0;
  #failures = 0;

  constructor(store: Store, signal: AbortSignal) {
    this.#store = store;
    this.#signal = signal;
  }

  get fetched(): Fetched {
    return {
      triples: this.#triples,
      findingBlanks: this.#findingBlanks,
      requests: this.#requests,
      gaps: [...this.#gaps],
    };
  }

  async ask(patterns: readonly Pattern[]): Promise<void> {
    if (this.#failures >= maxFailures) return;
    const text = patterns.map((pattern) => `{ ${groupText(pattern)} }`).join(' UNION ');
    try {
      this.#requests++;
      this.#take(await countedSelect(this.#store, text, this.#signal), patterns);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failures++;
      const parts = error.isWorthSplitting ? split(patterns) : undefined;
      if (parts === undefined || this.#failures >= maxFailures) this.#gaps.add(error.message);
      else for (const part of parts) await this.ask(part);
    }
  }

  #take(triples: readonly StoredTriple[], patterns: readonly Pattern[]): void {
    const blank: StoredTriple[] = [];
    for (const triple of triples) {
      if (isBlankTerm(triple.subject) || isBlankTerm(triple.object)) blank.push(triple);
      else this.#triples.push(lineOf(triple));
    }
    if (blank.length > 0) this.#findingBlanks.push(...lookUpsFinding(blank, patterns));
  }
}

/** The look-ups of patterns that some triples answer. */
function lookUpsFinding(triples: readonly StoredTriple[], patterns: readonly Pattern[]): readonly LookUp[] {
  return patterns.flatMap(({ subjects, predicates, objects }) => {
    const [ofSubject, ofPredicate, ofObject] = [subjects, predicates, objects].map(byText);
    return triples.flatMap(({ subject, predicate, object }) => {
      const s = ofSubject?.get(subject);
      const p = ofPredicate?.get(predicate);
      const o = ofObject?.get(object);
      if ((ofSubject && s === undefined) || (ofPredicate && p === undefined) || (ofObject && o === undefined))
        return [];
      return [
        {
          ...(s !== undefined && { subject: s }),
          ...(p !== undefined && { predicate: p }),
          ...(o !== undefined && { object: o }),
        },
      ];
    });
  });
}

function byText(ids: readonly TermId[] | undefined): ReadonlyMap<string, TermId> | undefined {
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
