import type { Graph, GraphDelta } from '../rdf/graph.ts';
import type { TermId, Triple } from '../rdf/terms.ts';
import { pairKey } from './pairKey.ts';
import type { VerdictRecorder } from './verdicts.ts';

/**
 * Remembers which evaluations looked at which part of a graph. A part is what one look-up can see: the objects of a
 * subject and predicate, the subjects of an object and predicate, or everything about a node. Evaluations are numbered
 * frames; one that used the outcome of another rests on whatever that one read.
 */
export class ReadLog implements VerdictRecorder {
  readonly #objectsOf: Readers = new Map();
  readonly #subjectsOf: Readers = new Map();
  readonly #outgoing: Readers = new Map();
  readonly #incoming: Readers = new Map();
  /** For each frame, the frames that used its outcome. */
  readonly #users: number[][] = [];
  readonly #open: number[] = [];

  begin(): number {
    this.#users.push([]);
    this.#open.push(this.#users.length - 1);
    return this.#users.length - 1;
  }

  end(): void {
    const frame = this.#open.pop()!;
    if (this.#open.length > 0) this.uses(frame);
  }

  uses(frame: number): void {
    add(this.#users[frame]!, this.#open.at(-1)!);
  }

  /** The graph with all its look-ups noted for the innermost open frame. Listing a whole graph is not a look-up. */
  watch(graph: Graph): Graph {
    return new WatchedGraph(graph, {
      objects: (subject, predicate) => this.#note(this.#objectsOf, pairKey(subject, predicate)),
      subjects: (predicate, object) => this.#note(this.#subjectsOf, pairKey(object, predicate)),
      outgoing: (subject) => this.#note(this.#outgoing, subject),
      incoming: (object) => this.#note(this.#incoming, object),
    });
  }

  /** The frames whose outcome may change with the delta. */
  framesTouchedBy({ added, removed }: GraphDelta): ReadonlySet<number> {
    const frames = new Set<number>();
    for (const { subject, predicate, object } of [...added, ...removed]) {
      for (const frame of this.#objectsOf.get(pairKey(subject, predicate)) ?? []) frames.add(frame);
      for (const frame of this.#subjectsOf.get(pairKey(object, predicate)) ?? []) frames.add(frame);
      for (const frame of this.#outgoing.get(subject) ?? []) frames.add(frame);
      for (const frame of this.#incoming.get(object) ?? []) frames.add(frame);
    }
    for (const frame of frames) for (const user of this.#users[frame]!) frames.add(user);
    return frames;
  }

  #note(readers: Readers, key: number): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    const frames = readers.get(key);
    if (frames === undefined) readers.set(key, [frame]);
    else add(frames, frame);
  }
}

type Readers = Map<number, number[]>;

/** Most repetitions follow one another; the others do no harm. */
function add(frames: number[], frame: number): void {
  if (frames.at(-1) !== frame) frames.push(frame);
}

interface Watcher {
  objects(subject: TermId, predicate: TermId): void;
  subjects(predicate: TermId, object: TermId): void;
  outgoing(subject: TermId): void;
  incoming(object: TermId): void;
}

class WatchedGraph implements Graph {
  readonly #graph: Graph;
  readonly #watcher: Watcher;

  constructor(graph: Graph, watcher: Watcher) {
    this.#graph = graph;
    this.#watcher = watcher;
  }

  get size(): number {
    return this.#graph.size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    this.#watcher.objects(subject, predicate);
    return this.#graph.has(subject, predicate, object);
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    this.#watcher.objects(subject, predicate);
    return this.#graph.objects(subject, predicate);
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    this.#watcher.subjects(predicate, object);
    return this.#graph.subjects(predicate, object);
  }

  outgoing(subject: TermId): readonly Triple[] {
    this.#watcher.outgoing(subject);
    return this.#graph.outgoing(subject);
  }

  incoming(object: TermId): readonly Triple[] {
    this.#watcher.incoming(object);
    return this.#graph.incoming(object);
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#graph.withPredicate(predicate);
  }

  triples(): Iterable<Triple> {
    return this.#graph.triples();
  }
}
