import { applyDelta, composeDeltas, deltaSize, type ExactDelta, emptyDelta } from './exactDelta.ts';
import { type Graph, IndexedGraph } from './graph.ts';
import { OverlayGraph } from './overlayGraph.ts';
import type { TermId, Triple } from './terms.ts';
import { TouchedNodes } from './touchedNodes.ts';
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
  /** The nodes that the changes of both layers touch; what they have not is looked up in the index. */
  readonly #touched: TouchedNodes;
  readonly #index: IndexedGraph;
  /** The base with the changes. */
  readonly #graph: IndexedGraph | OverlayGraph;

  private constructor(base: Base, changes: ExactDelta, moreRepeats: TripleCounts) {
    this.#base = base;
    this.#changes = changes;
    this.#moreRepeats = moreRepeats;
    this.#touched = base.touched.and(changes);
    this.#index = base.index;
    this.#graph = deltaSize(changes) === 0 ? base.graph : new OverlayGraph(base.graph, changes);
  }

  /** @param triples subject, predicate, object in a row, in order of writing, repeats included. */
  static of(triples: Int32Array): StatedGraph {
    const index = new IndexedGraph(triples);
    const repeats = new TripleCounts();
    addAll(repeats, index.repeats, 1);
    const base = { index, changes: emptyDelta, touched: noNodes, graph: index, repeats, origin: undefined };
    return new StatedGraph(base, emptyDelta, new TripleCounts());
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
    const entering = new TripleCounts();
    const leaving: number[] = [];
    const moreRepeats = this.#moreRepeats.copy();
    more.forEach((subject, predicate, object, count) => {
      const before = this.#timesStated(subject, predicate, object);
      const after = before + count;
      if (after < 0) throw new RangeError(`${subject} ${predicate} ${object} is not stated that often`);
      if (before === 0) entering.add(subject, predicate, object, 1);
      if (after === 0) leaving.push(subject, predicate, object);
      const repeats = Math.max(after - 1, 0) - Math.max(before - 1, 0);
      if (repeats !== 0) moreRepeats.add(subject, predicate, object, repeats);
    });
    const changes = composeDeltas(this.#changes, {
      // In the order of writing; repeats count once.
      added: new IndexedGraph(triplesAmong(added, entering)),
      removed: new IndexedGraph(Int32Array.from(leaving)),
    });
    return deltaSize(changes) + moreRepeats.size > mostRecentChanges
      ? new StatedGraph(rebased(this.#base, changes, moreRepeats), emptyDelta, new TripleCounts())
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
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.objects(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    const graph = this.#touched.objects.mayHold(object) ? this.#graph : this.#index;
    return graph.subjects(predicate, object);
  }

  outgoing(subject: TermId): readonly Triple[] {
    const graph = this.#touched.subjects.mayHold(subject) ? this.#graph : this.#index;
    return graph.outgoing(subject);
  }

  incoming(object: TermId): readonly Triple[] {
    const graph = this.#touched.objects.mayHold(object) ? this.#graph : this.#index;
    return graph.incoming(object);
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
  readonly touched: TouchedNodes;
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

const noNodes = TouchedNodes.of(emptyDelta, mostRecentChanges);

function rebased(old: Base, recent: ExactDelta, moreRepeats: TripleCounts): Base {
  const repeats = old.repeats.copy();
  moreRepeats.forEach((subject, predicate, object, count) => {
    repeats.add(subject, predicate, object, count);
  });
  const origin = { base: new WeakRef(old), changes: recent };
  const changes = composeDeltas(old.changes, recent);
  if (deltaSize(changes) > mostChanges(old.index.size)) {
    const index = new IndexedGraph(applyDelta(changes, old.index.flat()));
    return { index, changes: emptyDelta, touched: noNodes, graph: index, repeats, origin };
  }
  const touched = TouchedNodes.of(changes, mostRecentChanges);
  return { index: old.index, changes, touched, graph: new OverlayGraph(old.index, changes), repeats, origin };
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

function triplesAmong(triples: Int32Array, chosen: TripleCounts): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < triples.length; i += 3) {
    const [subject, predicate, object] = [triples[i]!, triples[i + 1]!, triples[i + 2]!];
    if (chosen.get(subject, predicate, object) > 0) found.push(subject, predicate, object);
  }
  return Int32Array.from(found);
}

function addAll(counts: TripleCounts, triples: Int32Array, amount: number): void {
  for (let i = 0; i < triples.length; i += 3) {
    counts.add(triples[i]!, triples[i + 1]!, triples[i + 2]!, amount);
  }
}
