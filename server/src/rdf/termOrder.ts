import { type TermId, terms } from './terms.ts';

/**
 * Compares terms by their text: IRIs first, then literals, then triple terms. Ids are not used, because they are assigned
 * in the order in which files were read. Blank nodes have no text and count as equal; `SortedGraph` distinguishes them by
 * the statements about them.
 */
export function compareTerms(a: TermId, b: TermId): number {
  if (a === b) return 0;
  const kind = terms.kind(a);
  const byKind = kindRank[kind] - kindRank[terms.kind(b)];
  if (byKind !== 0 || kind === 'blank') return byKind;
  if (kind === 'triple') {
    const [one, other] = [terms.triple(a)!, terms.triple(b)!];
    return (
      compareTerms(one.subject, other.subject) ||
      compareTerms(one.predicate, other.predicate) ||
      compareTerms(one.object, other.object)
    );
  }
  return compareTexts(terms.value(a), terms.value(b)) || (kind === 'literal' ? compareForms(a, b) : 0);
}

const kindRank = { iri: 0, literal: 1, triple: 2, blank: 3 } as const;

/** Literals with the same text. */
function compareForms(a: TermId, b: TermId): number {
  return (
    compareTexts(terms.value(terms.datatype(a)!), terms.value(terms.datatype(b)!)) ||
    compareTexts(terms.language(a), terms.language(b)) ||
    compareTexts(terms.direction(a), terms.direction(b))
  );
}

/** Compares by UTF-16 code units. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The ranks of terms in the order of `compareTerms`. Long lists are sorted again and again in an editor, after each
 * keystroke; comparing the same thousands of IRIs each time would take too long.
 */
export class TermRanks {
  #sorted: TermId[] = [];
  #ranks = new Int32Array(0);
  #generation = terms.generation;

  /** A look-up by term: which of two terms comes first. Valid until the next call. Blank nodes have no ranks. */
  of(ids: Iterable<TermId>): (id: TermId) => number {
    if (this.#generation !== terms.generation) {
      this.#sorted = [];
      this.#ranks = new Int32Array(0);
      this.#generation = terms.generation;
    }
    const fresh = new Set<TermId>();
    for (const id of ids) if (!this.#isRanked(id) && !terms.isBlank(id)) fresh.add(id);
    if (fresh.size > 0) this.#add([...fresh].sort(compareTerms));
    return (id) => this.#ranks[id]!;
  }

  /** The term with a rank. */
  at(rank: number): TermId {
    return this.#sorted[rank - 1]!;
  }

  #isRanked(id: TermId): boolean {
    return id < this.#ranks.length && this.#ranks[id] !== 0;
  }

  #add(fresh: readonly TermId[]): void {
    const merged: TermId[] = [];
    let from = 0;
    for (const id of fresh) {
      const to = this.#placeOf(id, from);
      for (; from < to; from++) merged.push(this.#sorted[from]!);
      merged.push(id);
    }
    for (; from < this.#sorted.length; from++) merged.push(this.#sorted[from]!);
    this.#sorted = merged;
    const highest = fresh.reduce((most, id) => Math.max(most, id), 0);
    if (highest >= this.#ranks.length) this.#ranks = new Int32Array(2 * highest + 1);
    for (const [index, id] of merged.entries()) this.#ranks[id] = index + 1;
  }

  /** Where a new term belongs among the sorted ones. */
  #placeOf(id: TermId, from: number): number {
    let [low, high] = [from, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTerms(this.#sorted[middle]!, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
