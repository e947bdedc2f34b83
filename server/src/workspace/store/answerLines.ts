import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { lineOf } from './countedSelect.ts';
import type { Answer } from './fetchPatterns.ts';

/**
 * What a store said to look-ups, by their texts: lines of N-Triples without the labels of blank nodes, which hold within one
 * answer only, each with how often it came.
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

  /** A look-up counts as not asked any more. */
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

  /** Whether the store said something to a look-up. */
  isAnswered(lookUp: LookUp): boolean {
    return (this.#lines.get(lookUpText(lookUp))?.size ?? 0) > 0;
  }

  add({ lookUp, triple }: Answer): void {
    const lines = this.#lines.get(lookUpText(lookUp));
    const line = lineOf({
      ...triple,
      subject: withoutLabel(triple.subject),
      object: withoutLabel(triple.object),
    });
    lines?.set(line, (lines.get(line) ?? 0) + 1);
  }

  /** Whether a look-up, by its text, was asked without having the line in its answer. */
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
