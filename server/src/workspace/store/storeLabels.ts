import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { countedSelect, lineOf } from './countedSelect.ts';
import { type Store, StoreError } from './store.ts';
import { isUnwritable } from './storeFragment.ts';

/** Terms in one query. */
const maxTerms = 500;

/** How many terms are asked about in one query, and in total. */
const mostAtOnce = 2_000;
const mostOfSession = 20_000;

/**
 * A store's labels of terms, for people. No verdict rests on them, and they are not part of a validated graph. Each term is
 * asked about once, even if the store does not answer.
 */
export class StoreLabels {
  readonly #store: Store;
  /** The properties whose values are labels, in N-Triples. */
  readonly #properties: ReadonlySet<string>;
  /** Names of terms, not their ids, which may later belong to other terms. */
  readonly #asked = new Set<string>();
  readonly #lines = new Set<string>();
  #document: TurtleDocument;

  /** @param properties IRIs. */
  constructor(store: Store, properties: readonly TermId[]) {
    this.#store = store;
    this.#properties = new Set(properties.map(termToNTriples));
    this.#document = new TurtleDocument(store.url, 0, '');
  }

  /** The labels; its uri is the address of the store. */
  get document(): TurtleDocument {
    return this.#document;
  }

  /** Those of some terms that the store may be asked about: the first ones about which it was not asked. */
  unasked(all: Iterable<TermId>): readonly TermId[] {
    const found = new Set<TermId>();
    const most = Math.min(mostAtOnce, mostOfSession - this.#asked.size);
    for (const term of all) {
      if (found.size >= most) break;
      if (terms.isIri(term) && !isUnwritable(term) && !this.#asked.has(termToNTriples(term))) found.add(term);
    }
    return [...found];
  }

  /**
   * Asks for the labels of terms. Where the store does not answer, they stay without.
   *
   * @returns whether there are new ones.
   * @throws the signal's reason when aborted.
   */
  async fetch(unasked: readonly TermId[], signal: AbortSignal): Promise<boolean> {
    const names = unasked.map(termToNTriples);
    const before = this.#lines.size;
    try {
      for (let i = 0; i < names.length; i += maxTerms) await this.#ask(names.slice(i, i + maxTerms), signal);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      for (const name of names) this.#asked.add(name);
    }
    if (this.#lines.size === before) return false;
    this.#document = this.#document.changed(this.#document.version + 1, [...this.#lines].join('\n'));
    return true;
  }

  /** Reports the ids of the terms that it holds. */
  forTerms(keep: (term: TermId) => void): void {
    this.#document.forTerms(keep);
  }

  async #ask(names: readonly string[], signal: AbortSignal): Promise<void> {
    const values = `VALUES ?s { ${names.join(' ')} } VALUES ?p { ${[...this.#properties].join(' ')} }`;
    const found = await countedSelect(this.#store, `${values} ?s ?p ?o . FILTER(isLiteral(?o))`, signal);
    const wanted = new Set(names);
    for (const triple of found) {
      const { subject, predicate, object } = triple;
      if (wanted.has(subject) && this.#properties.has(predicate) && object.startsWith('"'))
        this.#lines.add(lineOf(triple));
    }
    for (const name of names) this.#asked.add(name);
  }
}
