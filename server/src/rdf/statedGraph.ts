import { type Graph, IndexedGraph } from './graph.ts';
import { type ExactDelta, OverlayGraph } from './overlayGraph.ts';
import type { TermId, Triple } from './terms.ts';
import { TripleCounts } from './tripleCounts.ts';

/**
 * The graph of a document: the set of triples that its statements state, each of them possibly several times. A
 * triple is in the graph as long as one of its occurrences is. Immutable.
 *
 * Versions of a document share an index of what was once stated. On it lie changes in two layers: those of long
 * ago, shared as well, and the recent ones, which are copied from version to version. A layer that grows too much
 * goes into the one below it.
 */
export class StatedGraph implements Graph {
  readonly #base: Base;
  readonly #changes: ExactDelta;
  /** How many more repeats there are than in the base. */
  readonly #moreRepeats: TripleCounts;
  /** The base with the changes. */
  readonly #graph: IndexedGraph | OverlayGraph;

  private constructor(base: Base, changes: ExactDelta, moreRepeats: TripleCounts) {
    this.#base = base;
    this.#changes = changes;
    this.#moreRepeats = moreRepeats;
    this.#graph = extentOf(changes) === 0 ? base.graph : new OverlayGraph(base.graph, changes);
  }

  /** @param triples subject, predicate, object in a row, in order of writing, repeats included. */
  static of(triples: Int32Array): StatedGraph {
    const index = new IndexedGraph(triples);
    const repeats = new TripleCounts();
    addAll(repeats, index.repeats, 1);
    const base = { index, changes: noChanges, graph: index, repeats, origin: undefined };
    return new StatedGraph(base, noChanges, new TripleCounts());
  }

  /**
   * The graph after some occurrences were taken away and others added, both given like those of `of`. What stays
   * keeps its order, what is new comes after it. Throws a RangeError when an occurrence that is taken away is not
   * there.
   */
  changed(removed: Int32Array, added: Int32Array): StatedGraph {
    const more = new TripleCounts();
    addAll(more, added, 1);
    addAll(more, removed, -1);
    const entering: number[] = [];
    const leaving: number[] = [];
    const moreRepeats = this.#moreRepeats.copy();
    more.forEach((subject, predicate, object, count) => {
      const before = this.#timesStated(subject, predicate, object);
      const after = before + count;
      if (after < 0) throw new RangeError(`${subject} ${predicate} ${object} is not stated that often`);
      if (before === 0) entering.push(subject, predicate, object);
      if (after === 0) leaving.push(subject, predicate, object);
      const repeats = Math.max(after - 1, 0) - Math.max(before - 1, 0);
      if (repeats !== 0) moreRepeats.add(subject, predicate, object, repeats);
    });
    const changes = joined(this.#changes, { added: indexed(entering), removed: indexed(leaving) });
    return extentOf(changes) + moreRepeats.size > mostRecentChanges
      ? new StatedGraph(rebased(this.#base, changes, moreRepeats), noChanges, new TripleCounts())
      : new StatedGraph(this.#base, changes, moreRepeats);
  }

  /**
   * Triples among which are all that only one of two versions of a document has: as many as have changed between
   * them, and few more. Undefined when it is not known what has.
   */
  candidatesForDifference(other: StatedGraph): readonly Triple[] | undefined {
    const between = changesSince(this.#base, other.#base) ?? changesSince(other.#base, this.#base);
    if (between === undefined) return undefined;
    const all = [this.#changes, ...between, other.#changes];
    return all.flatMap(({ added, removed }) => [...added.triples(), ...removed.triples()]);
  }

  get size(): number {
    return this.#graph.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#graph.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return this.#graph.objects(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return this.#graph.subjects(predicate, object);
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#graph.outgoing(subject);
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#graph.incoming(object);
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#graph.withPredicate(predicate);
  }

  triples(): Iterable<Triple> {
    return this.#graph.triples();
  }

  #timesStated(subject: TermId, predicate: TermId, object: TermId): number {
    if (!this.#graph.has(subject, predicate, object)) return 0;
    const repeats = this.#base.repeats.get(subject, predicate, object);
    return 1 + repeats + this.#moreRepeats.get(subject, predicate, object);
  }
}

/** What was stated at some time. */
interface Base {
  readonly index: IndexedGraph;
  /** What has changed since the index was made. */
  readonly changes: ExactDelta;
  /** The index with the changes. */
  readonly graph: IndexedGraph | OverlayGraph;
  /** How much more often than once triples were stated. */
  readonly repeats: TripleCounts;
  /** The base before this one, which need not be kept for it, and what had changed since. */
  readonly origin: { readonly base: WeakRef<Base>; readonly changes: ExactDelta } | undefined;
}

/** The most triples in which a version may differ from its base. */
const mostRecentChanges = 32;

/**
 * The most triples in which a base may differ from an index of that size. More changes cost more time whenever
 * others join them, a new index costs time for the whole graph; the root balances the two.
 */
function mostChanges(size: number): number {
  return 64 + 4 * Math.sqrt(size);
}

const nothing = new IndexedGraph([]);
const noChanges: ExactDelta = { added: nothing, removed: nothing };

function rebased(old: Base, recent: ExactDelta, moreRepeats: TripleCounts): Base {
  const repeats = old.repeats.copy();
  moreRepeats.forEach((subject, predicate, object, count) => {
    repeats.add(subject, predicate, object, count);
  });
  const origin = { base: new WeakRef(old), changes: recent };
  const changes = joined(old.changes, recent);
  if (extentOf(changes) > mostChanges(old.index.size)) {
    const index = new IndexedGraph(concat(without(changes.removed, old.index.flat()), changes.added.flat()));
    return { index, changes: noChanges, graph: index, repeats, origin };
  }
  return { index: old.index, changes, graph: new OverlayGraph(old.index, changes), repeats, origin };
}

/** What led from one base to another; undefined when that is not known. */
function changesSince(base: Base, earlier: Base): readonly ExactDelta[] | undefined {
  const changes: ExactDelta[] = [];
  let current: Base | undefined = base;
  while (current !== earlier) {
    if (current?.origin === undefined) return undefined;
    changes.push(current.origin.changes);
    current = current.origin.base.deref();
  }
  return changes;
}

/** Two changes of a graph, one after the other, as one. */
function joined(first: ExactDelta, second: ExactDelta): ExactDelta {
  return {
    added: exchanged(first.added, second.removed, first.removed, second.added),
    removed: exchanged(first.removed, second.added, first.added, second.removed),
  };
}

/** What one side of a change holds after another change: those undone go, and come if they undo nothing. */
function exchanged(
  side: IndexedGraph,
  undoing: IndexedGraph,
  otherSide: IndexedGraph,
  coming: IndexedGraph,
): IndexedGraph {
  const kept = without(undoing, side.flat());
  const fresh = without(otherSide, coming.flat());
  return fresh.length === 0 && kept.length === 3 * side.size ? side : new IndexedGraph(concat(kept, fresh));
}

function extentOf({ added, removed }: ExactDelta): number {
  return added.size + removed.size;
}

function indexed(triples: readonly number[]): IndexedGraph {
  return triples.length === 0 ? nothing : new IndexedGraph(Int32Array.from(triples));
}

function without(graph: IndexedGraph, triples: Int32Array): Int32Array {
  if (graph.size === 0) return triples;
  const kept = new Int32Array(triples.length);
  let length = 0;
  for (let i = 0; i < triples.length; i += 3) {
    const [subject, predicate, object] = [triples[i]!, triples[i + 1]!, triples[i + 2]!];
    if (graph.has(subject, predicate, object)) continue;
    kept[length++] = subject;
    kept[length++] = predicate;
    kept[length++] = object;
  }
  return kept.subarray(0, length);
}

function concat(first: Int32Array, second: Int32Array): Int32Array {
  const result = new Int32Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

function addAll(counts: TripleCounts, triples: Int32Array, amount: number): void {
  for (let i = 0; i < triples.length; i += 3) {
    counts.add(triples[i]!, triples[i + 1]!, triples[i + 2]!, amount);
  }
}
