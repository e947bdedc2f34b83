import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/** Blank nodes that are connected with each other, and the triples about them. */
export interface BlankPart {
  readonly nodes: ReadonlySet<TermId>;
  readonly triples: readonly Triple[];
}

/** Where the blank nodes of a file are in a store. */
export interface FoundInStore {
  /** The nodes of the store, by those of the file. */
  readonly found: ReadonlyMap<TermId, TermId>;
  readonly missing: readonly {
    readonly part: BlankPart;
    /** The end of a sentence about the part. */
    readonly why: string;
  }[];
}

type Pairs = Map<TermId, TermId>;

/** A part with more triples is not looked for. */
const maxTriples = 2_000;

/** How many nodes of the store are tried for one part. */
const maxTries = 100_000;

/** Finds parts of a file in a graph that holds them, each in a place of its own. */
export function findInStore(parts: readonly BlankPart[], base: Graph, stored: Graph): FoundInStore {
  const found: Pairs = new Map();
  const taken = new Set<TermId>();
  const missing: { part: BlankPart; why: string }[] = [];
  const take = (pairs: Pairs) => {
    for (const [node, there] of pairs) {
      found.set(node, there);
      taken.add(there);
    }
  };
  const others: BlankPart[] = [];
  for (const part of parts) {
    const [same] = new Search(part, stored, taken).places(1, isDescribedAlike(base, stored));
    if (same) take(same);
    else others.push(part);
  }
  for (const part of others) {
    const search = new Search(part, stored, taken);
    const [only, another] = search.places(2, () => true);
    if (only !== undefined && another === undefined && search.failure === undefined) take(only);
    else missing.push({ part, why: whyMissing(search, only !== undefined) });
  }
  return { found, missing };
}

function whyMissing({ failure }: Search, isFound: boolean): string {
  if (failure === 'unnamed') return 'and no name or literal leads there.';
  if (failure === 'tooMany') return 'and those connected to it, which are too many to be looked for.';
  return isFound
    ? 'and there are several of which the same is said, none of them just so.'
    : 'and there is none that is described in this way.';
}

/** Whether as much is said of two nodes. With each triple of one known to be among those of the other, it is the same. */
function isDescribedAlike(base: Graph, stored: Graph): (node: TermId, there: TermId) => boolean {
  return (node, there) =>
    stored.outgoing(there).length === base.outgoing(node).length &&
    stored.incoming(there).length === base.incoming(node).length;
}

/** There is too much to look for, or nothing named leads there, so that there is nothing to ask for. */
type Failure = 'tooMany' | 'unnamed';

/** Looks for the places of a part. */
class Search {
  failure: Failure | undefined;
  readonly #part: BlankPart;
  readonly #stored: Graph;
  readonly #taken: ReadonlySet<TermId>;
  readonly #places: Pairs[] = [];
  #triesLeft = maxTries;

  constructor(part: BlankPart, stored: Graph, taken: ReadonlySet<TermId>) {
    this.#part = part;
    this.#stored = stored;
    this.#taken = taken;
  }

  /** At most some of the places, where each pair of nodes fits. */
  places(most: number, fits: (node: TermId, there: TermId) => boolean): readonly Pairs[] {
    const isTooLarge = this.#part.triples.length > maxTriples;
    const order = isTooLarge ? undefined : inOrder(this.#part);
    if (order) this.#follow(order, 0, new Map(), most, fits);
    else this.failure = isTooLarge ? 'tooMany' : 'unnamed';
    return this.#places;
  }

  #follow(
    order: readonly Triple[],
    at: number,
    pairs: Pairs,
    most: number,
    fits: (node: TermId, there: TermId) => boolean,
  ): void {
    const triple = order[at];
    if (triple === undefined) {
      this.#places.push(new Map(pairs));
      return;
    }
    const { predicate } = triple;
    const subject = there(triple.subject, pairs);
    const object = there(triple.object, pairs);
    if (subject !== undefined && object !== undefined) {
      if (this.#stored.has(subject, predicate, object)) this.#follow(order, at + 1, pairs, most, fits);
      return;
    }
    const [open, candidates] =
      subject === undefined
        ? [triple.subject, this.#stored.subjects(predicate, object!)]
        : [triple.object, this.#stored.objects(subject, predicate)];
    const used = new Set(pairs.values());
    for (const candidate of candidates) {
      if (this.#places.length >= most || this.failure) return;
      if (!terms.isBlank(candidate) || this.#taken.has(candidate) || used.has(candidate)) continue;
      if (!fits(open, candidate)) continue;
      if (this.#triesLeft-- === 0) this.failure = 'tooMany';
      pairs.set(open, candidate);
      this.#follow(order, at + 1, pairs, most, fits);
      pairs.delete(open);
    }
  }
}

function there(term: TermId, pairs: Pairs): TermId | undefined {
  return terms.isBlank(term) ? pairs.get(term) : term;
}

/**
 * The triples of a part, each with an end that is named or occurs before; undefined when nothing named leads there. Few
 * nodes are expected where a triple is not about a class.
 */
function inOrder({ triples }: BlankPart): readonly Triple[] | undefined {
  const rest = new Set(triples);
  const known = new Set<TermId>();
  const isKnown = (term: TermId) => known.has(term) || !terms.isBlank(term);
  const order: Triple[] = [];
  const rank = ({ subject, predicate, object }: Triple) => {
    if (isKnown(subject)) return isKnown(object) ? 4 : 3;
    if (!isKnown(object)) return 0;
    return predicate === rdf.type || object === rdf.nil ? 1 : 2;
  };
  while (rest.size > 0) {
    let best: Triple | undefined;
    for (const triple of rest) if (best === undefined || rank(triple) > rank(best)) best = triple;
    if (best === undefined || rank(best) === 0) return undefined;
    rest.delete(best);
    known.add(best.subject).add(best.object);
    order.push(best);
  }
  return order;
}
