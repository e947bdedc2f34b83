import { Adjacency, countingSort } from './adjacency.ts';
import { IdMap } from './idMap.ts';
import type { TermId, Triple } from './terms.ts';

/**
 * A set of triples to query. Implementations: IndexedGraph (fixed triples), StatedGraph (a document, from version to
 * version), UnionGraph (several graphs seen as one) and OverlayGraph (another graph with a few triples changed). All
 * are immutable, and callers must not change the arrays they return. Triples come in the order in which they were
 * written; changed or joined triples come later.
 */
export interface Graph {
  /** The number of distinct triples. */
  readonly size: number;
  has(subject: TermId, predicate: TermId, object: TermId): boolean;
  objects(subject: TermId, predicate: TermId): readonly TermId[];
  subjects(predicate: TermId, object: TermId): readonly TermId[];
  /** All triples with this subject. */
  outgoing(subject: TermId): readonly Triple[];
  /** Visits the triples with this subject in the same order, without making an object for each. */
  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void;
  /** All triples with this object. */
  incoming(object: TermId): readonly Triple[];
  /** All triples with this predicate. */
  withPredicate(predicate: TermId): readonly Triple[];
  triples(): Iterable<Triple>;
}

/** A change to a graph, independent of how it is written down. */
export interface GraphDelta {
  readonly added: readonly Triple[];
  readonly removed: readonly Triple[];
}

/** A set of triples, indexed by subject and, on first use, by object and by predicate. */
export class IndexedGraph implements Graph {
  readonly #fromSubjects: Adjacency;
  #fromObjects: Adjacency | undefined;
  #byPredicate: PredicateIndex | undefined;

  /** @param triples as objects, or subject, predicate, object in a row. Repeats count once. */
  constructor(triples: Iterable<Triple> | Int32Array) {
    this.#fromSubjects = new Adjacency(triples instanceof Int32Array ? triples : flattenTriples(triples), 0);
  }

  get size(): number {
    return this.#fromSubjects.size;
  }

  /** The repeated triples in the input, as subject, predicate and object in turn. */
  get repeats(): Int32Array {
    return this.#fromSubjects.repeats;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#fromSubjects.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return this.#fromSubjects.list(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return this.#objectSide().list(object, predicate);
  }

  outgoing(subject: TermId): readonly Triple[] {
    const result: Triple[] = [];
    this.#fromSubjects.forEach(subject, (predicate, object) => {
      result.push({ subject, predicate, object });
    });
    return result;
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    this.#fromSubjects.forEach(subject, visit);
  }

  incoming(object: TermId): readonly Triple[] {
    const result: Triple[] = [];
    this.#objectSide().forEach(object, (predicate, subject) => {
      result.push({ subject, predicate, object });
    });
    return result;
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    this.#byPredicate ??= new PredicateIndex(this.flat());
    return this.#byPredicate.list(predicate);
  }

  /** All triples, as subject, predicate and object in turn. */
  flat(): Int32Array {
    return this.#fromSubjects.triples();
  }

  *triples(): Iterable<Triple> {
    const flat = this.flat();
    for (let i = 0; i < flat.length; i += 3) {
      yield { subject: flat[i]!, predicate: flat[i + 1]!, object: flat[i + 2]! };
    }
  }

  #objectSide(): Adjacency {
    this.#fromObjects ??= new Adjacency(this.flat(), 2);
    return this.#fromObjects;
  }
}

/** True when the graph holds the triple. */
export function hasTriple(graph: Pick<Graph, 'has'>, { subject, predicate, object }: Triple): boolean {
  return graph.has(subject, predicate, object);
}

/** The subjects and objects of a graph. */
export function nodesIn(graph: Graph): ReadonlySet<TermId> {
  const nodes = new Set<TermId>();
  for (const { subject, object } of graph.triples()) nodes.add(subject).add(object);
  return nodes;
}

/** Triples as a flat array of subject, predicate and object in turn. */
export function flattenTriples(triples: Iterable<Triple>): Int32Array {
  const flat: number[] = [];
  for (const { subject, predicate, object } of triples) flat.push(subject, predicate, object);
  return Int32Array.from(flat);
}

/** Triples by predicate. The triples of each predicate keep their order. */
export class PredicateIndex {
  readonly #predicates = new IdMap();
  /** For each predicate: its first pair, with one more entry for the end. */
  readonly #starts: Int32Array;
  /** Subject, object. */
  readonly #pairs: Int32Array;

  /** @param triples subject, predicate, object in a row. */
  constructor(triples: Int32Array) {
    const count = triples.length / 3;
    const predicateOf = new Int32Array(count);
    for (let i = 0; i < count; i++)
      predicateOf[i] = this.#predicates.getOrSet(triples[3 * i + 1]!, this.#predicates.size);
    const { order, starts } = countingSort(predicateOf, this.#predicates.size);
    this.#starts = starts;
    this.#pairs = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) {
      const at = 3 * order[i]!;
      this.#pairs[2 * i] = triples[at]!;
      this.#pairs[2 * i + 1] = triples[at + 2]!;
    }
  }

  list(predicate: TermId): readonly Triple[] {
    const number = this.#predicates.get(predicate);
    const result: Triple[] = [];
    if (number < 0) return result;
    const end = this.#starts[number + 1]!;
    for (let i = this.#starts[number]!; i < end; i++) {
      result.push({ subject: this.#pairs[2 * i]!, predicate, object: this.#pairs[2 * i + 1]! });
    }
    return result;
  }
}
