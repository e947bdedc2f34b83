import type { LookUp } from '../../rdf/observedGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { countedRows } from './countedSelect.ts';
import { fetchAll } from './fetchAll.ts';
import type { UnitLookUps } from './lookUpsOfUnit.ts';
import { type Store, StoreError } from './store.ts';
import { StoreFragment } from './storeFragment.ts';

/** What is known about a store. It grows with what is fetched, and nothing is requested twice. */
export class KnownPart {
  readonly #store: Store;
  #fragment: StoreFragment;
  #document: TurtleDocument;
  /** All of its triples, once they have been needed. */
  #whole: TurtleDocument | undefined;
  /** Why the store found nothing, if that was examined. */
  #emptiness: { readonly why: string | undefined } | undefined;
  /** How many requests are under way, and how many there were. */
  #pending = 0;
  #requests = 0;

  constructor(store: Store, fragment = new StoreFragment(store)) {
    this.#store = store;
    this.#fragment = fragment;
    this.#document = new TurtleDocument(store.url, 0, fragment.text);
  }

  /** An independent copy of the part, for work that may have to be discarded; undefined during a request. */
  branch(): KnownPartBranch | undefined {
    if (this.#pending > 0) return undefined;
    const branch = new KnownPart(this.#store, this.#fragment.copy());
    branch.#whole = this.#whole;
    branch.#emptiness = this.#emptiness;
    const before = this.#requests;
    const merge = () => {
      if (this.#requests !== before || branch.#pending > 0) return false;
      this.#fragment = branch.#fragment;
      this.#document = this.#document.changed(this.#document.version + 1, this.#fragment.text);
      return true;
    };
    return { part: branch, merge };
  }

  /** Its triples; the uri is the address of the store. */
  get document(): TurtleDocument {
    return this.#whole ?? this.#document;
  }

  /** Why not everything that was requested is known, as sentences without the name of the store. */
  get gaps(): readonly string[] {
    const isEmpty = this.document.graph.size === 0;
    const empty = isEmpty && this.#emptiness?.why ? [this.#emptiness.why] : [];
    return this.isWhole ? empty : [...this.#fragment.gaps, ...empty];
  }

  /** Whether all triples of the store are known. */
  get isWhole(): boolean {
    return this.#whole !== undefined;
  }

  /** Whether all answers are known to be reliable, or known not to be. */
  get isConfirmed(): boolean {
    return this.isWhole || this.#fragment.isConfirmed;
  }

  /** Reports the ids of the terms that it holds. */
  forTerms(keep: (term: TermId) => void): void {
    this.#fragment.forTerms(keep);
    this.#document.forTerms(keep);
    this.#whole?.forTerms(keep);
  }

  /** Whether the store was asked for all of some look-ups. */
  knows({ lookUps, asksForAll }: UnitLookUps): boolean {
    return this.isWhole || (!asksForAll && this.unknown(lookUps).length === 0);
  }

  /** What the store has to be asked for. */
  unknown(lookUps: readonly LookUp[]): readonly LookUp[] {
    return this.isWhole || this.#fragment.isFull ? [] : this.#fragment.unknown(lookUps);
  }

  /** @throws the signal's reason when aborted. What was not answered until then is asked for again. */
  async fetch(lookUps: readonly LookUp[], signal: AbortSignal): Promise<void> {
    const fragment = this.#fragment;
    await this.#request(() => fragment.fetch(lookUps, signal));
    this.#document = this.#document.changed(this.#document.version + 1, fragment.text);
  }

  /**
   * Fetches all triples.
   *
   * @returns why that can't be done, as a sentence without the name of the store.
   * @throws the signal's reason when aborted.
   */
  async fetchWhole(signal: AbortSignal): Promise<string | undefined> {
    try {
      this.#whole ??= await this.#request(() => fetchAll(this.#store, signal));
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return error.message;
    }
  }

  /**
   * A store that found nothing may have no triples at all; that becomes a gap.
   *
   * @throws the signal's reason when aborted.
   */
  async lookWhetherEmpty(signal: AbortSignal): Promise<void> {
    if (this.document.graph.size > 0 || this.gaps.length > 0) return;
    if (!this.isWhole && !this.#fragment.wasAsked) return;
    this.#emptiness ??= { why: await whyEmpty(this.#store, signal) };
  }

  /**
   * Makes sure that what is known is reliable; unreliable answers become gaps.
   *
   * @throws the signal's reason when aborted.
   */
  async confirm(signal: AbortSignal): Promise<void> {
    if (!this.isWhole) await this.#request(() => this.#fragment.confirm(signal));
  }

  async #request<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#pending++;
    this.#requests++;
    try {
      return await ask();
    } finally {
      this.#pending--;
    }
  }
}

/** A copy of a part, beside the original. */
export interface KnownPartBranch {
  readonly part: KnownPart;
  /**
   * Copies what is known now into the other part.
   *
   * @returns false, and nothing is done, if the other one was asked something in the meantime.
   */
  readonly merge: () => boolean;
}

/**
 * Why a store found nothing, as sentences without its name: it has no triples there. Then an address or a graph is
 * mistyped, or no graph was named although all triples are in named ones.
 *
 * @returns undefined when it has triples there, or does not tell.
 * @throws the signal's reason when aborted.
 */
export async function whyEmpty(store: Store, signal: AbortSignal): Promise<string | undefined> {
  try {
    if ((await valueIn('?s ?p ?value', store, signal)) !== undefined) return undefined;
    const graph = await valueIn('GRAPH ?value { ?s ?p ?o }', store, signal);
    return graph?.startsWith('<')
      ? `Its default graph has no triples, but it has named graphs. Name those that count, such as: ${store.url} FROM ${graph}. It was asked for any triple.`
      : 'It has no triples there. Look whether its address and its graphs are named right. It was asked for any triple.';
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

async function valueIn(pattern: string, store: Store, signal: AbortSignal): Promise<string | undefined> {
  const one = `{ SELECT ?value WHERE { ${pattern} } LIMIT 1 }`;
  return (await countedRows(store, '?value', one, signal))[0]?.value;
}
