import { type Graph, hasTriple, IndexedGraph } from './graph.ts';
import { OverlayGraph } from './overlayGraph.ts';
import { StatedGraph } from './statedGraph.ts';
import { type TermId, TermMemo, type Triple, terms } from './terms.ts';
import { UnionGraph } from './unionGraph.ts';

/** A number that a term has in every process, whatever the order of the text. Blank nodes all have the same. */
export function hashOfTerm(id: TermId): number {
  return hashes.get(id);
}

/** A number that a triple has by its subject and object. */
export function hashOfTriple({ subject, object }: Triple): number {
  return mixed(hashes.get(subject), hashes.get(object));
}

/** Combines two hashes. */
export function mixed(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x27d4eb2f) >>> 0;
}

/** The nth of some hashes in order. They are spread evenly, so it is among the few that are small enough. */
export function nthLeast(keys: Float64Array, n: number): number {
  const guess = 2 ** 32 * ((2 * n + 20) / keys.length);
  const few = keys.filter((key) => key <= guess);
  return (few.length < n ? keys : few).toSorted()[n - 1]!;
}

/**
 * The triples of a predicate with the smallest hashes, in the order of the graph: more than `max`, and all whose hash is
 * not greater than the greatest of them. All triples where there are no more; undefined where that would require examining
 * all of them. An index, which versions of a document share, is searched once, and the same array is returned as long as no
 * triple with the predicate changes.
 */
export function leastTriples(graph: Graph, predicate: TermId, max: number): readonly Triple[] | undefined {
  const found = leastIn(graph, predicate, max);
  return found && (found.bound === all || found.triples.length > max) ? found.triples : undefined;
}

/** How many triples of a graph have a predicate. */
export function countWith(graph: Graph, predicate: TermId): number {
  if (graph instanceof IndexedGraph) return indexed(graph).count(predicate);
  if (graph instanceof OverlayGraph) return countAfter(countWith(graph.base, predicate), graph, predicate);
  if (graph instanceof StatedGraph) {
    const { index, changes } = graph.indexed;
    return countAfter(countWith(index, predicate), changes, predicate);
  }
  const having =
    graph instanceof UnionGraph
      ? graph.members.filter((member) => countWith(member, predicate) > 0)
      : [graph];
  return having.length === 1 && having[0] !== graph
    ? countWith(having[0]!, predicate)
    : graph.withPredicate(predicate).length;
}

type Changes = Pick<OverlayGraph, 'added' | 'removed'>;

function countAfter(before: number, { added, removed }: Changes, predicate: TermId): number {
  return before + added.withPredicate(predicate).length - removed.withPredicate(predicate).length;
}

/** The triples with a predicate whose hash is not greater than a bound. */
interface Least {
  readonly triples: readonly Triple[];
  readonly bound: number;
}

const all = Number.POSITIVE_INFINITY;

function leastIn(graph: Graph, predicate: TermId, max: number): Least | undefined {
  if (graph instanceof IndexedGraph) return indexed(graph).least(predicate, max);
  if (graph instanceof OverlayGraph) return after(leastIn(graph.base, predicate, max), graph, predicate);
  if (graph instanceof StatedGraph) {
    const { index, changes } = graph.indexed;
    return after(leastIn(index, predicate, max), changes, predicate);
  }
  return graph instanceof UnionGraph ? leastInMembers(graph.members, predicate, max) : undefined;
}

function after(before: Least | undefined, changes: Changes, predicate: TermId): Least | undefined {
  const [added, removed] = [
    changes.added.withPredicate(predicate),
    changes.removed.withPredicate(predicate).length > 0,
  ];
  if (before === undefined || (added.length === 0 && !removed)) return before;
  const { triples, bound } = before;
  const kept = triples.filter((triple) => !hasTriple(changes.removed, triple));
  return { triples: [...kept, ...upTo(bound, added)], bound };
}

function leastInMembers(members: readonly Graph[], predicate: TermId, max: number): Least | undefined {
  let sum: Least = { triples: [], bound: all };
  for (const [i, member] of members.entries()) {
    const found = leastIn(member, predicate, max);
    if (found === undefined) return undefined;
    if (found.triples.length === 0 && found.bound === all) continue;
    if (sum.triples.length === 0 && sum.bound === all) {
      sum = found;
      continue;
    }
    const before = members.slice(0, i);
    const fresh = found.triples.filter((triple) => !before.some((each) => hasTriple(each, triple)));
    const bound = Math.min(sum.bound, found.bound);
    sum = { triples: upTo(bound, [...sum.triples, ...fresh]), bound };
  }
  return sum;
}

function upTo(bound: number, triples: readonly Triple[]): readonly Triple[] {
  return bound === all ? triples : triples.filter((triple) => hashOfTriple(triple) <= bound);
}

/** The findings in an index, whose triples stay the same. */
class IndexFinds {
  readonly generation: number = terms.generation;
  readonly #index: IndexedGraph;
  readonly #least = new Map<string, Least | undefined>();
  readonly #counts = new Map<TermId, number>();

  constructor(index: IndexedGraph) {
    this.#index = index;
  }

  count(predicate: TermId): number {
    const count = this.#counts.get(predicate) ?? this.#index.withPredicate(predicate).length;
    this.#counts.set(predicate, count);
    return count;
  }

  least(predicate: TermId, max: number): Least | undefined {
    const key = `${predicate} ${max}`;
    if (!this.#least.has(key)) this.#least.set(key, this.#leastOf(predicate, 2 * max + spare));
    return this.#least.get(key);
  }

  #leastOf(predicate: TermId, many: number): Least | undefined {
    const triples = this.#index.withPredicate(predicate);
    this.#counts.set(predicate, triples.length);
    if (triples.length <= many) return { triples, bound: all };
    const keys = Float64Array.from(triples, hashOfTriple);
    const bound = nthLeast(keys, many);
    const least = triples.filter((_, i) => keys[i]! <= bound);
    // The hashes of too many are equal.
    return least.length > 2 * many ? undefined : { triples: least, bound };
  }
}

/** This many may be removed from an index before it has to be searched again. */
const spare = 200;

const finds = new WeakMap<IndexedGraph, IndexFinds>();

function indexed(index: IndexedGraph): IndexFinds {
  let found = finds.get(index);
  // Terms that are removed from a text may be forgotten, and others get their numbers.
  if (found?.generation !== terms.generation) {
    found = new IndexFinds(index);
    finds.set(index, found);
  }
  return found;
}

const hashes = new TermMemo(hashOf);

function hashOf(id: TermId): number {
  if (terms.isBlank(id)) return 1;
  const parts = terms.triple(id);
  if (parts) return mixed(mixed(hashOf(parts.subject), hashOf(parts.predicate)), hashOf(parts.object));
  const datatype = terms.datatype(id);
  const text = hashOfText(terms.value(id));
  return datatype === undefined
    ? text
    : mixed(mixed(text, hashOfText(terms.value(datatype))), hashOfText(terms.language(id)));
}

function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
