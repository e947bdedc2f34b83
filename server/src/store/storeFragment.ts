import { termToNTriples } from '../rdf/nTriples.ts';
import { type LookUp, lookUpKey } from '../rdf/observedGraph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { isBlankTerm, lineOf, type StoredTriple } from './countedSelect.ts';
import { fetchBlankNodes } from './fetchBlankNodes.ts';
import { type Fetched, fetchPatterns } from './fetchPatterns.ts';
import { patternsOf } from './pattern.ts';
import type { Store } from './store.ts';

/** How many triples of a store are kept. */
const maxTriples = 500_000;

/** The part of a store that was asked for so far. */
export class StoreFragment {
  readonly #store: Store;
  /** The triples without blank nodes, by their lines. */
  readonly #triples = new Map<string, StoredTriple>();
  /** For each look-up that was asked, by its key in N-Triples, the lines of its answer. */
  readonly #answers = new Map<string, Set<string>>();
  /** The look-ups that found blank nodes. They are asked again together, as labels hold within one answer only. */
  readonly #findingBlanks = new Map<string, LookUp>();
  #aboutBlanks: readonly string[] = [];
  readonly #gaps = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A fragment that knows the same and goes its own way. */
  copy(): StoreFragment {
    const copy = new StoreFragment(this.#store);
    for (const [line, triple] of this.#triples) copy.#triples.set(line, triple);
    for (const [key, lines] of this.#answers) copy.#answers.set(key, new Set(lines));
    for (const [key, lookUp] of this.#findingBlanks) copy.#findingBlanks.set(key, lookUp);
    copy.#aboutBlanks = this.#aboutBlanks;
    for (const gap of this.#gaps) copy.#gaps.add(gap);
    return copy;
  }

  /** Whether something was asked that found blank nodes. */
  get hasBlankNodes(): boolean {
    return this.#findingBlanks.size > 0;
  }

  /** The triples, one line of N-Triples for each. */
  get text(): string {
    return [...this.#triples.keys(), ...this.#aboutBlanks].join('\n');
  }

  /** Why not all is known that was asked for; sentences without the name of the store. */
  get gaps(): readonly string[] {
    return [...this.#gaps];
  }

  /** Names the terms that it holds by their ids. */
  forTerms(keep: (term: TermId) => void): void {
    for (const lookUp of this.#findingBlanks.values())
      for (const term of [lookUp.subject, lookUp.predicate, lookUp.object])
        if (term !== undefined) keep(term);
  }

  /** Notes that something is not known. */
  #addGap(reason: string): void {
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
    for (const lookUp of lookUps) this.#answers.set(keyInWords(lookUp), new Set());
    try {
      const blanks = this.#findingBlanks.size;
      this.#take(await fetchPatterns(this.#store, patternsOf(lookUps), signal));
      if (this.#findingBlanks.size > blanks) await this.#fetchBlankNodes(signal);
    } catch (error) {
      for (const lookUp of lookUps) this.#forget(lookUp);
      throw error;
    }
    if (this.#triples.size > maxTriples)
      this.#addGap(`More than ${maxTriples} triples matter here, of which the others were not asked for.`);
  }

  /**
   * Asks for the blank nodes that look-ups find, and not for the others that they find.
   *
   * @throws the signal's reason when aborted.
   */
  async fetchOnlyBlankNodes(lookUps: readonly LookUp[], signal: AbortSignal): Promise<void> {
    for (const lookUp of lookUps) this.#findingBlanks.set(lookUpKey(lookUp), lookUp);
    await this.#fetchBlankNodes(signal);
  }

  /**
   * Compares the answers with each other. A store that writes a literal in two ways, or changed between two queries, gives
   * a triple in one answer and not in another one where it belongs.
   */
  check(): void {
    for (const [line, { subject, predicate, object }] of this.#triples) {
      const keys = [
        [subject, predicate, ''],
        ['', predicate, object],
        [subject, '', ''],
        ['', '', object],
        ['', predicate, ''],
      ];
      const isMissing = keys.some((key) => this.#answers.get(key.join(' '))?.has(line) === false);
      if (isMissing) this.#addGap(`Two of its answers contradict each other about ${line}`);
    }
  }

  get isFull(): boolean {
    return this.#triples.size > maxTriples;
  }

  async #fetchBlankNodes(signal: AbortSignal): Promise<void> {
    const { triples, gaps } = await fetchBlankNodes(this.#store, [...this.#findingBlanks.values()], signal);
    this.#aboutBlanks = triples;
    for (const gap of gaps) this.#addGap(gap);
  }

  #take({ answers, gaps }: Fetched): void {
    for (const gap of gaps) this.#addGap(gap);
    for (const { lookUp, triple } of answers) {
      if (isBlankTerm(triple.subject) || isBlankTerm(triple.object)) {
        this.#findingBlanks.set(lookUpKey(lookUp), lookUp);
        continue;
      }
      const line = lineOf(triple);
      this.#triples.set(line, triple);
      this.#answers.get(keyInWords(lookUp))?.add(line);
    }
  }

  /** What was not answered is asked for again. */
  #forget(lookUp: LookUp): void {
    this.#answers.delete(keyInWords(lookUp));
    this.#findingBlanks.delete(lookUpKey(lookUp));
  }

  #knows(lookUp: LookUp): boolean {
    const { subject, predicate, object } = lookUp;
    if (isLocal(subject) || isLocal(object)) return true;
    if (subject !== undefined && terms.isLiteral(subject)) return true;
    const wider = [
      lookUp,
      ...(subject === undefined ? [] : [{ subject }]),
      ...(object === undefined ? [] : [{ object }]),
      ...(predicate === undefined ? [] : [{ predicate }]),
    ];
    return wider.some((each) => this.#answers.has(keyInWords(each)));
  }
}

/** The key of a look-up in N-Triples. */
function keyInWords({ subject, predicate, object }: LookUp): string {
  return [subject, predicate, object].map((id) => (id === undefined ? '' : termToNTriples(id))).join(' ');
}

/** True for blank nodes: those of files are in no store, and of those of a store all triples were fetched with them. */
function isLocal(term: TermId | undefined): boolean {
  return term !== undefined && terms.isBlank(term);
}
