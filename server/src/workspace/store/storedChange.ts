import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { blanksOf } from '../../rdf/isomorphism.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';

/** The change of a file as a change of the graph that holds it. */
export interface StoredChange {
  readonly delta: GraphDelta;
  /** What could not be carried over, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Carries the change of a file over to the graph of a store. Blank nodes have other names there, so those that the change
 * is about are found by the file's statements about them, together with all blank nodes to which they are connected. The
 * store may hold several with exactly the same description: they can't be distinguished, and any of them will do. If it
 * holds none, it has to have exactly one with the same and further statements.
 *
 * @param base the file before the change.
 * @param stored the graph of the store; only what is known about it so far.
 */
export function storedChange(delta: GraphDelta, base: Graph, stored: Graph): StoredChange {
  const parts = touchedParts(delta, base);
  const { found, missing } = findInStore(parts, base, stored);
  const gaps = missing.map(({ part, why }) => `${describe(part)} ${why}`);
  const told = groundStatements(delta, base);
  if (told.length > 0 && !told.some((each) => stored.has(each.subject, each.predicate, each.object)))
    gaps.push(
      `It has no triple that the file stated before the change, such as ${tripleToNTriples(told[0]!)} Give the version of the file that it holds, or no base for a new file.`,
    );
  const isLost = new Set(missing.flatMap(({ part }) => [...part.nodes]));
  const carried = ({ subject, predicate, object }: Triple) => ({
    subject: found.get(subject) ?? subject,
    predicate,
    object: found.get(object) ?? object,
  });
  const nested = [...delta.added, ...delta.removed].find(({ object }) => isAboutBlank(object, base));
  if (nested)
    gaps.push(`It can't be asked for a blank node inside of a triple term: ${tripleToNTriples(nested)}`);
  return {
    delta: {
      added: delta.added.map(carried),
      removed: delta.removed
        .filter(({ subject, object }) => !isLost.has(subject) && !isLost.has(object))
        .map(carried),
    },
    gaps,
  };
}

/** At most this many unchanged statements are used to check whether the store holds the file at all. */
const maxStaying = 20;

/**
 * Statements without blank nodes of which the store holds some if it holds the file: all that the change removes, and some
 * that stay, those about the subjects of the change first. Statements with literals are not used, because some stores write
 * them in another form.
 */
function groundStatements({ added, removed }: GraphDelta, base: Graph): readonly Triple[] {
  if (added.length + removed.length === 0) return [];
  const isGround = (triple: Triple) => blanksOf(triple).length === 0;
  const subjects = new Set([...removed, ...added].map(({ subject }) => subject));
  const gone = new Set(removed.map(tripleKey));
  const staying = new Map<string, Triple>();
  const add = (triples: Iterable<Triple>) => {
    for (const triple of triples) {
      if (staying.size === maxStaying) return;
      const key = tripleKey(triple);
      if (isGround(triple) && terms.isIri(triple.object) && !gone.has(key)) staying.set(key, triple);
    }
  };
  for (const subject of subjects) add(base.outgoing(subject));
  add(base.triples());
  return [...removed.filter(isGround), ...staying.values()];
}

/** The blank nodes of the file that the change is about, with those connected to them. New ones are not in the store. */
function touchedParts({ added, removed }: GraphDelta, base: Graph): readonly BlankPart[] {
  const parts: BlankPart[] = [];
  const seen = new Set<TermId>();
  for (const triple of [...removed, ...added]) {
    for (const node of endsOf(triple)) {
      if (seen.has(node) || !isDescribed(node, base)) continue;
      const part = partOf(node, base);
      for (const each of part.nodes) seen.add(each);
      parts.push(part);
    }
  }
  return parts;
}

function partOf(start: TermId, base: Graph): BlankPart {
  const nodes = new Set([start]);
  const triples: Triple[] = [];
  for (const node of nodes) {
    const about = base.outgoing(node);
    const towards = base.incoming(node).filter(({ subject }) => !terms.isBlank(subject));
    triples.push(...about, ...towards);
    for (const triple of [...about, ...base.incoming(node)]) for (const end of endsOf(triple)) nodes.add(end);
  }
  return { nodes, triples };
}

function endsOf({ subject, object }: Triple): readonly TermId[] {
  return [subject, object].filter((end) => terms.isBlank(end));
}

function isDescribed(node: TermId, base: Graph): boolean {
  return base.outgoing(node).length + base.incoming(node).length > 0;
}

function isAboutBlank(term: TermId, base: Graph): boolean {
  const triple = terms.kind(term) === 'triple' ? terms.triple(term) : undefined;
  return triple !== undefined && blanksOf(triple).some((node) => isDescribed(node, base));
}

function describe({ triples }: BlankPart): string {
  const shown = triples.find(({ subject }) => !terms.isBlank(subject)) ?? triples[0]!;
  return `The change is about the blank node of the file in ${tripleToNTriples(shown)}`;
}

/** Blank nodes that are connected with each other, and the triples about them. */
interface BlankPart {
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

/** A part with more triples than this is not searched for. */
const maxTriples = 2_000;

/** How many nodes of the store are tried for one part. */
const maxTries = 100_000;

/** Finds parts of a file in a graph that holds them, each in its own place. */
function findInStore(parts: readonly BlankPart[], base: Graph, stored: Graph): FoundInStore {
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
    ? 'and several have the same statements, none of them exactly these.'
    : 'and there is none that is described in this way.';
}

/**
 * Whether two nodes have equally many statements. If each triple of one is known to be among those of the other, these are
 * the same.
 */
function isDescribedAlike(base: Graph, stored: Graph): (node: TermId, there: TermId) => boolean {
  return (node, there) =>
    stored.outgoing(there).length === base.outgoing(node).length &&
    stored.incoming(there).length === base.incoming(node).length;
}

/** There is too much to search for, or no named node leads there, so there is nothing to request. */
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
 * The triples of a part, each with an end that is named or occurs before; undefined when no named node leads there. Few
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
