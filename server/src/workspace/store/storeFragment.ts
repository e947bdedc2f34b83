import { escapeIri } from '../../rdf/nTriples.ts';
import { type LookUp, lookUpKey } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { AnswerLines, confirmAnswers, confirmNames } from './confirmAnswers.ts';
import { isBlankTerm, lineOf, type StoredTriple } from './countedSelect.ts';
import { type BlankNodes, fetchBlankNodes } from './fetchBlankNodes.ts';
import { type Fetched, fetchPatterns } from './fetchPatterns.ts';
import { patternsOf } from './pattern.ts';
import type { Store } from './store.ts';

/** How many triples of a store are kept. */
const maxTriples = 500_000;

/** The part of a store that has been requested so far. */
export class StoreFragment {
  readonly #store: Store;
  /** The triples without blank nodes, by their lines. */
  readonly #triples = new Map<string, StoredTriple>();
  #answers = new AnswerLines();
  /** Those whose answers were not requested twice. */
  #unconfirmed: readonly LookUp[] = [];
  /**
   * The look-ups that found blank nodes. They are requested again together, because labels are only valid within one
   * answer.
   */
  readonly #findingBlanks = new Map<string, LookUp>();
  #aboutBlanks: BlankNodes = { triples: [], gaps: [], isAll: false };
  readonly #gaps = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** An independent copy of the fragment. */
  copy(): StoreFragment {
    const copy = new StoreFragment(this.#store);
    for (const [line, triple] of this.#triples) copy.#triples.set(line, triple);
    copy.#answers = this.#answers.copy();
    copy.#unconfirmed = this.#unconfirmed;
    for (const [key, lookUp] of this.#findingBlanks) copy.#findingBlanks.set(key, lookUp);
    copy.#aboutBlanks = this.#aboutBlanks;
    for (const gap of this.#gaps) copy.#gaps.add(gap);
    return copy;
  }

  /** Whether something was asked that found blank nodes. */
  get hasBlankNodes(): boolean {
    return this.#findingBlanks.size > 0;
  }

  /** Whether the store was asked for something. */
  get wasAsked(): boolean {
    return !this.#answers.isEmpty;
  }

  /** Whether all answers were requested twice and compared, or are known not to agree. */
  get isConfirmed(): boolean {
    return this.#unconfirmed.length === 0 || this.#gaps.size > 0;
  }

  /** The triples, one line of N-Triples for each. */
  get text(): string {
    return [...this.#triples.keys(), ...this.#aboutBlanks.triples].join('\n');
  }

  /** Why not everything that was requested is known; sentences without the name of the store. */
  get gaps(): readonly string[] {
    return [...this.#gaps];
  }

  /** Reports the ids of the terms that it holds. */
  forTerms(keep: (term: TermId) => void): void {
    for (const lookUp of [...this.#findingBlanks.values(), ...this.#unconfirmed])
      for (const term of [lookUp.subject, lookUp.predicate, lookUp.object])
        if (term !== undefined) keep(term);
  }

  /** Notes that something is not known. */
  #addGap(reason: string): void {
    this.#gaps.add(reason);
  }

  /** The look-ups that have to be requested from the store, each once. Blank nodes are unknown outside their file. */
  unknown(lookUps: readonly LookUp[]): readonly LookUp[] {
    const unknown = lookUps.filter((lookUp) => !this.#knows(lookUp));
    return [...new Map(unknown.map((lookUp) => [lookUpKey(lookUp), lookUp])).values()];
  }

  /**
   * Asks the store. What it does not answer becomes a gap.
   *
   * @throws the signal's reason when aborted.
   */
  async fetch(lookUps: readonly LookUp[], signal: AbortSignal): Promise<void> {
    for (const lookUp of lookUps) this.#answers.ask(lookUp);
    try {
      const blanks = this.#findingBlanks.size;
      this.#take(await fetchPatterns(this.#store, patternsOf(lookUps), signal));
      if (this.#findingBlanks.size > blanks) await this.#fetchBlankNodes(signal);
    } catch (error) {
      for (const lookUp of lookUps) this.#forget(lookUp);
      throw error;
    }
    this.#unconfirmed = [...this.#unconfirmed, ...lookUps];
    if (this.#triples.size > maxTriples)
      this.#addGap(`More than ${maxTriples} triples matter here; no more than these were asked for.`);
  }

  /**
   * Fetches the blank nodes that look-ups find, without the other nodes that they find.
   *
   * @throws the signal's reason when aborted.
   */
  async fetchOnlyBlankNodes(lookUps: readonly LookUp[], signal: AbortSignal): Promise<void> {
    for (const lookUp of lookUps) this.#findingBlanks.set(lookUpKey(lookUp), lookUp);
    await this.#fetchBlankNodes(signal);
  }

  /**
   * Makes sure that the answers are reliable, unless they are known not to be: they agree with each other, and with those
   * to the same look-ups in other queries. Unreliable answers become gaps.
   *
   * @throws the signal's reason when aborted.
   */
  async confirm(signal: AbortSignal): Promise<void> {
    this.#compareAnswers();
    if (this.#gaps.size > 0) return;
    const lookUps = this.#unconfirmed;
    const gaps = await confirmAnswers(this.#store, lookUps, this.#answers, signal);
    for (const gap of gaps) this.#addGap(gap);
    if (gaps.length > 0) return;
    const unnamed = await confirmNames(this.#store, lookUps, this.#answers, this.#triples.values(), signal);
    for (const gap of unnamed) this.#addGap(gap);
    this.#unconfirmed = [];
  }

  /**
   * A store that writes a literal in two ways, or changed between two queries, gives a triple in one answer and not in
   * another one where it belongs.
   */
  #compareAnswers(): void {
    if (this.#gaps.size > 0) return;
    for (const [line, { subject, predicate, object }] of this.#triples) {
      const keys = [
        [subject, predicate, ''],
        ['', predicate, object],
        [subject, '', ''],
        ['', '', object],
        ['', predicate, ''],
      ];
      const isMissing = keys.some((key) => this.#answers.lacks(key.join(' '), line));
      if (!isMissing) continue;
      this.#addGap(
        `Two of its answers contradict each other about ${line} It was asked for this triple in two queries. Run this again when nobody is changing it.`,
      );
      return;
    }
  }

  get isFull(): boolean {
    return this.#triples.size > maxTriples;
  }

  async #fetchBlankNodes(signal: AbortSignal): Promise<void> {
    if (this.#aboutBlanks.isAll) return;
    const lookUps = [...this.#findingBlanks.values()];
    this.#aboutBlanks = await fetchBlankNodes(this.#store, lookUps, signal);
    for (const gap of this.#aboutBlanks.gaps) this.#addGap(gap);
  }

  #take({ answers, gaps }: Fetched): void {
    for (const gap of gaps) this.#addGap(gap);
    for (const answer of answers) {
      const { lookUp, triple } = answer;
      this.#answers.add(answer);
      if (isBlankTerm(triple.subject) || isBlankTerm(triple.object)) {
        this.#findingBlanks.set(lookUpKey(lookUp), lookUp);
        continue;
      }
      this.#triples.set(lineOf(triple), triple);
    }
  }

  /** Unanswered look-ups are requested again. */
  #forget(lookUp: LookUp): void {
    this.#answers.forget(lookUp);
    this.#findingBlanks.delete(lookUpKey(lookUp));
  }

  #knows(lookUp: LookUp): boolean {
    const { subject, predicate, object } = lookUp;
    if ([subject, predicate, object].some((term) => term !== undefined && isUnwritable(term))) return true;
    if (isLocal(subject) || isLocal(object)) return true;
    if (subject !== undefined && terms.isLiteral(subject)) return true;
    // Joins in queries involve any terms, but all properties are IRIs.
    if (predicate !== undefined && terms.kind(predicate) !== 'iri') return true;
    const wider = [
      lookUp,
      ...(subject === undefined ? [] : [{ subject }]),
      ...(object === undefined ? [] : [{ object }]),
      ...(predicate === undefined ? [] : [{ predicate }]),
    ];
    return wider.some((each) => this.#answers.isAsked(each));
  }
}

/** True for blank nodes: those of files are in no store, and of those of a store all triples were fetched with them. */
function isLocal(term: TermId | undefined): boolean {
  return term !== undefined && terms.isBlank(term);
}

/**
 * True for a term with an IRI that has characters which no IRI may have, such as `>`. Functions of queries make such IRIs. No
 * store holds one, and none is written into a query or update: SPARQL replaces `\u003E` by `>` before it reads the
 * text (SPARQL 1.1, 19.2), so that what follows would be read as a part of it.
 */
export function isUnwritable(term: TermId): boolean {
  if (terms.isLiteral(term)) return isUnwritable(terms.datatype(term)!);
  const value = terms.value(term);
  return terms.isIri(term) && escapeIri(value) !== value;
}
