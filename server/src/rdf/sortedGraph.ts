import { memoized } from '../base/memoized.ts';
import type { Graph } from './graph.ts';
import { countWith, hashOfTerm, hashOfTriple, leastTriples, mixed, nthLeast } from './leastTriples.ts';
import { compareTerms, TermRanks } from './termOrder.ts';
import { type TermId, type Triple, terms } from './terms.ts';

/**
 * A graph whose look-ups come in the order of the terms instead of the order of the statements. What is decided by taking
 * the first of equals on such a graph does not change when statements change places, or blank nodes their labels.
 *
 * Blank nodes come last, in an order that depends on the triples around them, three steps deep. Those that look the same
 * stay in the order of the statements.
 */
export class SortedGraph implements Graph {
  readonly base: Graph;
  readonly #lists = new Map<string, readonly TermId[]>();
  readonly #triples = new Map<TermId, readonly Triple[]>();
  readonly #around = {
    outgoing: new Map<TermId, readonly Triple[]>(),
    incoming: new Map<TermId, readonly Triple[]>(),
  };
  readonly #samples = new Map<string, readonly Triple[]>();
  readonly #counts = new Map<TermId, number>();
  /** For blank nodes and each number of steps. */
  readonly #looks = new Map<number, number>();

  /** The sorted view of a graph, shared by all who ask for it. */
  static of(graph: Graph): SortedGraph {
    if (graph instanceof SortedGraph) return graph;
    let sorted = known.get(graph);
    if (sorted === undefined) {
      sorted = new SortedGraph(graph);
      known.set(graph, sorted);
    }
    return sorted;
  }

  private constructor(base: Graph) {
    this.base = base;
  }

  get size(): number {
    return this.base.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.base.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const list = this.base.objects(subject, predicate);
    return list.length < 2 ? list : this.#sortedList('o', subject, predicate, list);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    const list = this.base.subjects(predicate, object);
    return list.length < 2 ? list : this.#sortedList('s', predicate, object, list);
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#sortedAround(subject, 'outgoing');
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    for (const { predicate, object } of this.outgoing(subject)) visit(predicate, object);
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#sortedAround(object, 'incoming');
  }

  #sortedAround(node: TermId, direction: 'outgoing' | 'incoming'): readonly Triple[] {
    const known = this.#around[direction].get(node);
    if (known) return known;
    const triples = this.base[direction](node);
    if (triples.length < 2) return triples;
    const sorted = this.#sortedTriples(triples);
    this.#around[direction].set(node, sorted);
    return sorted;
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    let sorted = this.#triples.get(predicate);
    if (sorted === undefined) {
      const triples =
        leastTriples(this.base, predicate, Number.POSITIVE_INFINITY) ?? this.base.withPredicate(predicate);
      const sort = () => (triples.length < long ? this.#sortedTriples(triples) : this.#sortedByRank(triples));
      sorted = keptSample(triples, triples.length, sort);
      this.#triples.set(predicate, sorted);
    }
    return sorted;
  }

  /**
   * At most `max` triples with a predicate, in order: the same ones wherever the statements are. Takes less time than to
   * sort all triples of a predicate that is used often.
   */
  sample(predicate: TermId, max: number): readonly Triple[] {
    const key = `${predicate} ${max}`;
    let sample = this.#samples.get(key);
    if (sample === undefined) {
      const least = leastTriples(this.base, predicate, max);
      sample =
        least && least.length > max
          ? keptSample(least, max, () => this.#sampleOf(least, max) ?? this.#first(predicate, max))
          : this.#newSample(predicate, max);
      this.#samples.set(key, sample);
    }
    return sample;
  }

  #newSample(predicate: TermId, max: number): readonly Triple[] {
    const triples = this.base.withPredicate(predicate);
    return (triples.length > max && this.#sampleOf(triples, max)) || this.#first(predicate, max);
  }

  #first(predicate: TermId, max: number): readonly Triple[] {
    return this.withPredicate(predicate).slice(0, max);
  }

  /** How many triples have a predicate. Unions count them at each call. */
  count(predicate: TermId): number {
    const known = this.#counts.get(predicate) ?? countWith(this.base, predicate);
    this.#counts.set(predicate, known);
    return known;
  }

  /** The triples with the least hashes; undefined where the hashes of too many are equal. */
  #sampleOf(triples: readonly Triple[], max: number): readonly Triple[] | undefined {
    const keys = Float64Array.from(triples, hashOfTriple);
    const most = nthLeast(keys, max);
    const chosen = triples.filter((_, i) => keys[i]! <= most);
    return chosen.length > 2 * max ? undefined : this.#sortedTriples(chosen).slice(0, max);
  }

  /** All triples, in the order of the statements: no caller should rely on the first. */
  triples(): Iterable<Triple> {
    return this.base.triples();
  }

  /** Compares terms, blank nodes included. */
  compare(a: TermId, b: TermId): number {
    return compareTerms(a, b) || (a !== b && terms.isBlank(a) ? this.#lookOf(a) - this.#lookOf(b) : 0);
  }

  #sortedList(side: string, a: TermId, b: TermId, list: readonly TermId[]): readonly TermId[] {
    if (list.length < long) return list.toSorted((one, other) => this.compare(one, other));
    const key = `${side} ${a} ${b}`;
    let sorted = this.#lists.get(key);
    if (sorted === undefined) {
      const compare = this.#comparison(list);
      sorted = list.toSorted(compare);
      this.#lists.set(key, sorted);
    }
    return sorted;
  }

  #sortedTriples(triples: readonly Triple[]): readonly Triple[] {
    const compare =
      triples.length < long
        ? (a: TermId, b: TermId) => this.compare(a, b)
        : this.#comparison(triples.flatMap(({ subject, predicate, object }) => [subject, predicate, object]));
    return triples.toSorted(
      (a, b) =>
        compare(a.predicate, b.predicate) || compare(a.subject, b.subject) || compare(a.object, b.object),
    );
  }

  /** Many triples of one predicate, sorted as numbers, unless there are blank nodes among them, which have no ranks. */
  #sortedByRank(triples: readonly Triple[]): readonly Triple[] {
    const ids: TermId[] = [];
    for (const { subject, object } of triples) ids.push(subject, object);
    const rank = ranks.of(ids);
    const keys = new Float64Array(triples.length);
    for (const [i, { subject, object }] of triples.entries()) {
      const [first, second] = [rank(subject), rank(object)];
      if (!first || !second) return this.#sortedTriples(triples);
      keys[i] = first * mostRanks + second;
    }
    const { predicate } = triples[0]!;
    return Array.from(keys.sort(), (key) => ({
      subject: ranks.at(Math.floor(key / mostRanks)),
      predicate,
      object: ranks.at(key % mostRanks),
    }));
  }

  /** A fast comparison of many terms. */
  #comparison(ids: readonly TermId[]): (a: TermId, b: TermId) => number {
    const rank = ranks.of(ids);
    return (a, b) => {
      if (a === b) return 0;
      const [first, second] = [rank(a), rank(b)];
      if (first && second) return first - second;
      // Blank nodes, which come last, have no ranks.
      if (first || second) return first ? -1 : 1;
      return this.#lookOf(a) - this.#lookOf(b);
    };
  }

  /** A number by which to sort blank nodes. */
  #lookOf(node: TermId, steps = maxSteps): number {
    if (!terms.isBlank(node)) return hashOfTerm(node);
    const key = node * (maxSteps + 1) + steps;
    let look = this.#looks.get(key);
    if (look === undefined) {
      look = this.#lookFrom(node, steps);
      this.#looks.set(key, look);
    }
    return look;
  }

  #lookFrom(node: TermId, steps: number): number {
    const [out, into] = [this.base.outgoing(node), this.base.incoming(node)];
    // The same for each order of the triples, since it is a sum.
    let sum = mixed(out.length, into.length);
    if (steps === 0 || out.length + into.length > maxTriples) return sum;
    for (const { predicate, object } of out) {
      sum = (sum + mixed(hashOfTerm(predicate), this.#lookOf(object, steps - 1))) >>> 0;
    }
    for (const { predicate, subject } of into) {
      sum = (sum + mixed(this.#lookOf(subject, steps - 1), hashOfTerm(predicate))) >>> 0;
    }
    return sum;
  }
}

/** Shorter lists are sorted by comparing texts; those of terms at each look-up, while longer ones are kept. */
const long = 24;

/** A number above the number of terms, small enough that two ranks fit into an exact number. */
const mostRanks = 2 ** 26;

/** How many steps to look from a blank node, and at how many triples of each node. */
const maxSteps = 3;
const maxTriples = 60;

const known = new WeakMap<Graph, SortedGraph>();
const ranks = new TermRanks();

/** Keyed by their source, which stays the same from version to version while nothing changes there. */
const knownSamples = memoized((_: readonly Triple[]) => new Map<number, readonly Triple[]>());

/**
 * The first triples of a list in order, cached as long as the list exists, unless the order depends on the surroundings of
 * blank nodes.
 */
function keptSample(from: readonly Triple[], max: number, make: () => readonly Triple[]): readonly Triple[] {
  const known = knownSamples(from).get(max);
  if (known) return known;
  const sample = make();
  const hasBlanks = sample.some(({ subject, object }) => terms.isBlank(subject) || terms.isBlank(object));
  if (!hasBlanks) knownSamples(from).set(max, sample);
  return sample;
}
