import type { TermId, Triple } from './terms.ts';

/**
 * A set of triples to look things up in. Implementations: IndexedGraph (one document), UnionGraph (several
 * documents seen as one) and OverlayGraph (a graph with a few triples changed). All are immutable; arrays that
 * they return must not be changed. Order is the order in which triples were written down.
 */
export interface Graph {
  /** The number of distinct triples. */
  readonly size: number;
  has(subject: TermId, predicate: TermId, object: TermId): boolean;
  objects(subject: TermId, predicate: TermId): readonly TermId[];
  subjects(predicate: TermId, object: TermId): readonly TermId[];
  /** All triples with this subject. */
  outgoing(subject: TermId): readonly Triple[];
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

const none: readonly never[] = [];
type Index = Map<TermId, Map<TermId, TermId[]>>;

/** The triples of one document, indexed by subject and, when first asked for, by object and predicate. */
export class IndexedGraph implements Graph {
  readonly size: number;
  readonly #bySubject: Index = new Map();
  #byObject: Index | undefined;
  #byPredicate: Map<TermId, Triple[]> | undefined;

  constructor(triples: Iterable<Triple>) {
    let size = 0;
    const longLists = new Map<readonly TermId[], Set<TermId>>();
    for (const triple of triples) if (put(this.#bySubject, longLists, triple)) size++;
    this.size = size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.objects(subject, predicate).includes(object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return this.#bySubject.get(subject)?.get(predicate) ?? none;
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return this.#objectIndex().get(object)?.get(predicate) ?? none;
  }

  outgoing(subject: TermId): readonly Triple[] {
    const result: Triple[] = [];
    for (const [predicate, objects] of this.#bySubject.get(subject) ?? none) {
      for (const object of objects) result.push({ subject, predicate, object });
    }
    return result;
  }

  incoming(object: TermId): readonly Triple[] {
    const result: Triple[] = [];
    for (const [predicate, subjects] of this.#objectIndex().get(object) ?? none) {
      for (const subject of subjects) result.push({ subject, predicate, object });
    }
    return result;
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    if (this.#byPredicate === undefined) {
      this.#byPredicate = new Map();
      for (const triple of this.triples()) {
        getOrAdd(this.#byPredicate, triple.predicate, () => []).push(triple);
      }
    }
    return this.#byPredicate.get(predicate) ?? none;
  }

  *triples(): Iterable<Triple> {
    for (const [subject, byPredicate] of this.#bySubject) {
      for (const [predicate, objects] of byPredicate) {
        for (const object of objects) yield { subject, predicate, object };
      }
    }
  }

  #objectIndex(): Index {
    if (this.#byObject === undefined) {
      this.#byObject = new Map();
      for (const { subject, predicate, object } of this.triples()) {
        const byPredicate = getOrAdd(this.#byObject, object, () => new Map<TermId, TermId[]>());
        getOrAdd(byPredicate, predicate, () => []).push(subject);
      }
    }
    return this.#byObject;
  }
}

/** Long object lists get a set to recognise repeats; short ones are scanned. */
const scanLimit = 16;

function put(
  index: Index,
  longLists: Map<readonly TermId[], Set<TermId>>,
  { subject, predicate, object }: Triple,
): boolean {
  const byPredicate = getOrAdd(index, subject, () => new Map<TermId, TermId[]>());
  const list = getOrAdd(byPredicate, predicate, () => []);
  if (list.length < scanLimit) {
    if (list.includes(object)) return false;
  } else {
    const set = getOrAdd(longLists, list, () => new Set(list));
    if (set.has(object)) return false;
    set.add(object);
  }
  list.push(object);
  return true;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
