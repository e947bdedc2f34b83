import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { lineOf, type StoredTriple } from './countedSelect.ts';
import { type FetchedTriple, fetchPatterns } from './fetchPatterns.ts';
import { type Pattern, patternsInWords, patternsOf } from './pattern.ts';
import type { Store } from './store.ts';

/** Triples of one question for names. */
const maxTriples = 300;

/**
 * Repeats look-ups in different queries. Equal answers held at the same time, between the first queries and the second
 * ones: a store that was changed in between, dropped a row or mixed up rows gives others.
 *
 * @returns why they can't be relied on, as sentences without the name of the store.
 * @throws the signal's reason when aborted.
 */
export async function confirmAnswers(
  store: Store,
  lookUps: readonly LookUp[],
  answers: AnswerLines,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const again = new AnswerLines();
  for (const lookUp of lookUps) again.ask(lookUp);
  for (const remainder of [1, 0]) {
    const part = lookUps.filter((_, i) => i % 2 === remainder);
    const fetched = await fetchPatterns(store, patternsOf(part), signal);
    if (fetched.gaps.length > 0) return fetched.gaps;
    for (const answer of fetched.answers) again.add(answer);
  }
  const differing = lookUps.filter((lookUp) => !answers.agreesWith(again, lookUp));
  if (differing.length === 0) return [];
  const asked = patternsInWords(patternsOf(differing));
  return [
    `It answered the same query differently twice. It was asked for ${asked}. Run this again when nobody is changing it.`,
  ];
}

/**
 * Checks that a store knows the nodes and values that it named but about which it then found nothing, by the names that it
 * gave: some write them differently than they store them.
 *
 * @param triples what it said, without blank nodes.
 * @returns why they can't be relied on, as sentences without the name of the store.
 * @throws the signal's reason when aborted.
 */
export async function confirmNames(
  store: Store,
  lookUps: readonly LookUp[],
  answers: AnswerLines,
  triples: Iterable<StoredTriple>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const open = new Map<string, TermId>();
  for (const { subject, object } of lookUps)
    for (const node of [subject, object])
      if (node !== undefined && !terms.isBlank(node)) open.set(termToNTriples(node), node);
  for (const lookUp of lookUps) {
    if (!answers.isAnswered(lookUp)) continue;
    for (const node of [lookUp.subject, lookUp.object])
      if (node !== undefined) open.delete(termToNTriples(node));
  }
  const asked = new Map(open);
  const asSubjects: StoredTriple[] = [];
  const asObjects: StoredTriple[] = [];
  for (const triple of triples) {
    if (open.delete(triple.object)) asObjects.push(triple);
    if (open.delete(triple.subject)) asSubjects.push(triple);
  }
  for (const naming of [...inPieces(asObjects), ...inPieces(asSubjects)]) {
    const pattern = patternOf(naming, asObjects.includes(naming[0]!) ? asked : undefined);
    const fetched = await fetchPatterns(store, [pattern], signal);
    if (fetched.gaps.length > 0) return fetched.gaps;
    const known = new Set(fetched.answers.map(({ triple }) => lineOf(triple)));
    const unknown = naming.map(lineOf).find((line) => !known.has(line));
    if (unknown !== undefined)
      return [
        `It says ${unknown} but does not find it. It was asked for nodes and values by the names that it gave. Configure the store to return IRIs and literals exactly as it stores them.`,
      ];
  }
  return [];
}

/**
 * A pattern with some triples.
 *
 * @param objects the terms of the objects by their texts. Without them, objects are left open, because some stores rewrite
 * literals.
 */
function patternOf(
  triples: readonly StoredTriple[],
  objects: ReadonlyMap<string, TermId> | undefined,
): Pattern {
  const column = (key: 'subject' | 'predicate') => [...new Set(triples.map((triple) => iriOf(triple[key])))];
  return {
    subjects: column('subject'),
    predicates: column('predicate'),
    objects: objects && [...new Set(triples.map(({ object }) => objects.get(object)!))],
  };
}

function inPieces(triples: readonly StoredTriple[]): readonly (readonly StoredTriple[])[] {
  return Array.from({ length: Math.ceil(triples.length / maxTriples) }, (_, i) =>
    triples.slice(i * maxTriples, (i + 1) * maxTriples),
  );
}

function iriOf(term: string): TermId {
  return terms.iri(term.slice(1, -1));
}

/**
 * A store's answers to look-ups, by their texts: lines of N-Triples without the labels of blank nodes, which are only valid
 * within one answer, each with its number of occurrences.
 */
export class AnswerLines {
  readonly #lines = new Map<string, Map<string, number>>();

  copy(): AnswerLines {
    const copy = new AnswerLines();
    for (const [text, lines] of this.#lines) copy.#lines.set(text, new Map(lines));
    return copy;
  }

  /** Notes that a look-up was asked. */
  ask(lookUp: LookUp): void {
    const text = lookUpText(lookUp);
    if (!this.#lines.has(text)) this.#lines.set(text, new Map());
  }

  /** Makes a look-up count as not asked. */
  forget(lookUp: LookUp): void {
    this.#lines.delete(lookUpText(lookUp));
  }

  /** Whether nothing was asked. */
  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  isAsked(lookUp: LookUp): boolean {
    return this.#lines.has(lookUpText(lookUp));
  }

  /** Whether the store answered a look-up. */
  isAnswered(lookUp: LookUp): boolean {
    return (this.#lines.get(lookUpText(lookUp))?.size ?? 0) > 0;
  }

  add({ lookUp, triple }: FetchedTriple): void {
    const lines = this.#lines.get(lookUpText(lookUp));
    const line = lineOf({
      ...triple,
      subject: withoutLabel(triple.subject),
      object: withoutLabel(triple.object),
    });
    lines?.set(line, (lines.get(line) ?? 0) + 1);
  }

  /** Whether a look-up, by its text, was asked but its answer lacks the line. */
  lacks(text: string, line: string): boolean {
    return this.#lines.get(text)?.has(line) === false;
  }

  /** Whether others have the same answer to a look-up. */
  agreesWith(others: AnswerLines, lookUp: LookUp): boolean {
    const ours = this.#lines.get(lookUpText(lookUp));
    const theirs = others.#lines.get(lookUpText(lookUp));
    if (ours === undefined || theirs === undefined || ours.size !== theirs.size) return false;
    return [...ours].every(([line, count]) => theirs.get(line) === count);
  }
}

/** A look-up as its three terms in N-Triples. */
function lookUpText({ subject, predicate, object }: LookUp): string {
  return [subject, predicate, object].map((id) => (id === undefined ? '' : termToNTriples(id))).join(' ');
}

function withoutLabel(term: string): string {
  return term.startsWith('_:') ? '_:' : term;
}
