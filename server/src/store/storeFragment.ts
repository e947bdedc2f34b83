import { type LookUp, lookUpKey } from '../rdf/observedGraph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { fetchBlankNodes } from './fetchBlankNodes.ts';
import { type Fetched, fetchPatterns } from './fetchPatterns.ts';
import { patternsOf } from './pattern.ts';
import type { Store } from './store.ts';

/** How many triples are kept of a store, and how many requests are made for them. */
const maxTriples = 500_000;

/** The part of a store that was asked for so far. */
export class StoreFragment {
  readonly #store: Store;
  /** The keys of the look-ups that were answered, or never will be. */
  readonly #asked = new Set<string>();
  readonly #triples = new Set<string>();
  /** The look-ups that found blank nodes. They are asked again together, as labels hold within one answer only. */
  readonly #findingBlanks = new Map<string, LookUp>();
  #aboutBlanks: readonly string[] = [];
  readonly #gaps = new Set<string>();
  requests = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The triples, one line of N-Triples for each. */
  get text(): string {
    return [...this.#triples, ...this.#aboutBlanks].join('\n');
  }

  get size(): number {
    return this.#triples.size + this.#aboutBlanks.length;
  }

  /** Why not all is known that was asked for; sentences without the name of the store. */
  get gaps(): readonly string[] {
    return [...this.#gaps];
  }

  /** Notes that something is not known. */
  addGap(reason: string): void {
    this.#gaps.add(reason);
  }

  /** The look-ups that the store has to be asked for. Nothing outside of a file knows its blank nodes. */
  unknown(lookUps: readonly LookUp[]): readonly LookUp[] {
    return lookUps.filter((lookUp) => !this.#knows(lookUp));
  }

  /**
   * Asks the store. What it does not answer becomes a gap.
   *
   * @throws the signal's reason when aborted.
   */
  async fetch(lookUps: readonly LookUp[], signal: AbortSignal): Promise<void> {
    for (const lookUp of lookUps) this.#asked.add(lookUpKey(lookUp));
    const blanks = this.#findingBlanks.size;
    this.#take(await fetchPatterns(this.#store, patternsOf(lookUps), signal));
    if (this.#findingBlanks.size > blanks) await this.#fetchBlankNodes(signal);
    if (this.#triples.size > maxTriples)
      this.addGap(`More than ${maxTriples} triples matter here, of which the others were not asked for.`);
  }

  get isFull(): boolean {
    return this.#triples.size > maxTriples;
  }

  async #fetchBlankNodes(signal: AbortSignal): Promise<void> {
    const { triples, gaps, requests } = await fetchBlankNodes(
      this.#store,
      [...this.#findingBlanks.values()],
      signal,
    );
    this.#aboutBlanks = triples;
    this.requests += requests;
    for (const gap of gaps) this.addGap(gap);
  }

  #take({ triples, requests, gaps, findingBlanks }: Fetched): void {
    this.requests += requests;
    for (const triple of triples) this.#triples.add(triple);
    for (const gap of gaps) this.addGap(gap);
    for (const lookUp of findingBlanks) this.#findingBlanks.set(lookUpKey(lookUp), lookUp);
  }

  #knows(lookUp: LookUp): boolean {
    const { subject, predicate, object } = lookUp;
    if (isLocal(subject) || isLocal(object)) return true;
    if (subject !== undefined && terms.isLiteral(subject)) return true;
    return (
      this.#asked.has(lookUpKey(lookUp)) ||
      (subject !== undefined && this.#asked.has(lookUpKey({ subject }))) ||
      (object !== undefined && this.#asked.has(lookUpKey({ object }))) ||
      (predicate !== undefined && this.#asked.has(lookUpKey({ predicate })))
    );
  }
}

/** True for blank nodes: those of files are in no store, and of those of a store all triples were fetched with them. */
function isLocal(term: TermId | undefined): boolean {
  return term !== undefined && terms.isBlank(term);
}
