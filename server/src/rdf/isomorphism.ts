import { pairKey } from './termKeys.ts';
import { type TermId, type Triple, terms } from './terms.ts';

/**
 * True when a renaming of blank nodes makes the two sets of triples equal. Sound and complete.
 *
 * Optimised for comparing a graph with an edited version of it: triples that both sides share are set aside first. The
 * whole graphs are compared only if the remaining triples cannot be matched while the shared blank nodes stay fixed.
 * Blank nodes are distinguished by colour refinement. Nodes of the same colour form connected groups, which are matched
 * one after the other; backtracking happens only inside a pair of groups.
 */
export function isomorphic(first: Iterable<Triple>, second: Iterable<Triple>): boolean {
  const a = new TripleSet(first);
  const b = new TripleSet(second);
  if (a.triples.length !== b.triples.length) return false;
  const onlyA = a.triples.filter((triple) => !b.has(triple));
  const onlyB = b.triples.filter((triple) => !a.has(triple));
  if (onlyA.length === 0) return true;
  if (onlyA.some(isGround) || onlyB.some(isGround)) return false;
  const kept = new Set<TermId>();
  for (const triple of a.triples) if (b.has(triple)) for (const node of blanksOf(triple)) kept.add(node);
  if (new Matching(onlyA, onlyB, kept).exists()) return true;
  if (kept.size === 0) return false;
  const open = (triple: Triple) => !isGround(triple);
  return new Matching(a.triples.filter(open), b.triples.filter(open), new Set()).exists();
}

/** True when the statements about each blank node of a graph distinguish it from the others. In doubt, false. */
export function distinguishesBlankNodes(graph: Iterable<Triple>): boolean {
  const open = [...graph].filter((triple) => !isGround(triple));
  return new Matching(open, open, new Set()).isSingle();
}

class TripleSet {
  /** Without duplicates. */
  readonly triples: readonly Triple[];
  readonly #bySubject = new Map<TermId, Set<number>>();

  constructor(triples: Iterable<Triple>) {
    const distinct: Triple[] = [];
    for (const triple of triples) {
      const known = this.#bySubject.get(triple.subject);
      const rest = pairKey(triple.predicate, triple.object);
      if (known?.has(rest)) continue;
      if (known) known.add(rest);
      else this.#bySubject.set(triple.subject, new Set([rest]));
      distinct.push(triple);
    }
    this.triples = distinct;
  }

  has(triple: Triple): boolean {
    return this.#bySubject.get(triple.subject)?.has(pairKey(triple.predicate, triple.object)) ?? false;
  }
}

function isGround({ subject, object }: Triple): boolean {
  return !holdsBlank(subject) && !holdsBlank(object);
}

function holdsBlank(term: TermId): boolean {
  const kind = terms.kind(term);
  return kind === 'blank' || (kind === 'triple' && !isGround(terms.triple(term)!));
}

/** The blank nodes of a triple, including those inside triple terms. */
export function blanksOf({ subject, object }: Triple): readonly TermId[] {
  return [...blanksIn(subject), ...blanksIn(object)];
}

/** The blank nodes of a term: itself, or those of the triple that it stands for. */
export function blanksIn(term: TermId): readonly TermId[] {
  const kind = terms.kind(term);
  if (kind === 'blank') return [term];
  return kind === 'triple' ? blanksOf(terms.triple(term)!) : [];
}

/** A blank node of one side that needs a partner on the other. */
class Vertex {
  readonly term: TermId;
  readonly side: Side;
  readonly triples: Triple[] = [];
  readonly neighbours = new Set<Vertex>();
  /** Vertices that cannot be distinguished so far have the same colour, on both sides. */
  colour = 0;
  partner: Vertex | undefined;

  constructor(term: TermId, side: Side) {
    this.term = term;
    this.side = side;
  }

  /** Describes the neighbourhood of the vertex by its colours. */
  describe(): string {
    const painted = this.triples.map((triple) => this.side.paintTriple(triple, this.term));
    return painted.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('|');
  }
}

class Side {
  readonly triples: TripleSet;
  readonly #vertices = new Map<TermId, Vertex>();

  /** @param kept blank nodes that are terms like any other. */
  constructor(triples: readonly Triple[], kept: ReadonlySet<TermId>) {
    this.triples = new TripleSet(triples);
    for (const triple of triples) {
      const found = new Set(blanksOf(triple).filter((term) => !kept.has(term)));
      const vertices = Array.from(found, (term) => this.#vertexOf(term));
      for (const vertex of vertices) {
        vertex.triples.push(triple);
        for (const other of vertices) if (other !== vertex) vertex.neighbours.add(other);
      }
    }
  }

  get vertices(): readonly Vertex[] {
    return [...this.#vertices.values()];
  }

  paintTriple({ subject, predicate, object }: Triple, self: TermId): string {
    return `${this.#paint(subject, self)} ${predicate} ${this.#paint(object, self)}`;
  }

  /** The triple with its vertices replaced by their partners. */
  translate({ subject, predicate, object }: Triple): Triple {
    return { subject: this.#translateTerm(subject), predicate, object: this.#translateTerm(object) };
  }

  #paint(term: TermId, self: TermId): string {
    if (term === self) return '*';
    const vertex = this.#vertices.get(term);
    if (vertex !== undefined) return `_${vertex.colour}`;
    return terms.kind(term) === 'triple'
      ? `<<${this.paintTriple(terms.triple(term)!, self)}>>`
      : String(term);
  }

  #translateTerm(term: TermId): TermId {
    const vertex = this.#vertices.get(term);
    if (vertex !== undefined) return vertex.partner?.term ?? term;
    const isOpen = terms.kind(term) === 'triple' && holdsBlank(term);
    return isOpen ? terms.tripleTerm(this.translate(terms.triple(term)!)) : term;
  }

  #vertexOf(term: TermId): Vertex {
    const known = this.#vertices.get(term);
    if (known !== undefined) return known;
    const vertex = new Vertex(term, this);
    this.#vertices.set(term, vertex);
    return vertex;
  }
}

class Matching {
  readonly #a: Side;
  readonly #b: Side;
  #lastColour = 0;

  /** @param kept blank nodes that stand for themselves on both sides. */
  constructor(a: readonly Triple[], b: readonly Triple[], kept: ReadonlySet<TermId>) {
    this.#a = new Side(a, kept);
    this.#b = new Side(b, kept);
  }

  /** Whether colours alone leave one partner for each vertex. */
  isSingle(): boolean {
    const all = [...this.#a.vertices, ...this.#b.vertices];
    return this.#refine(all, all) && [...classesOf(all).values()].every(({ length }) => length === 2);
  }

  exists(): boolean {
    const all = [...this.#a.vertices, ...this.#b.vertices];
    if (!this.#isEven(all) || !this.#refine(all, all)) return false;
    const classes = classesOf(all);
    for (const members of classes.values()) if (members.length === 2) this.#setPartner(members);
    const candidates = new Map<string, (readonly Vertex[])[]>();
    for (const group of groupsOf(this.#b.vertices, classes)) {
      getOrAdd(candidates, looksOf(group), () => []).push(group);
    }
    for (const group of groupsOf(this.#a.vertices, classes)) {
      const alike = candidates.get(looksOf(group)) ?? [];
      const index = alike.findIndex((candidate) => this.#pairUp(group, candidate));
      if (index < 0) return false;
      alike.splice(index, 1);
    }
    return this.#a.triples.triples.every((triple) => this.#b.triples.has(this.#a.translate(triple)));
  }

  /** Finds partners for a group of vertices of the first side among a group of the second. */
  #pairUp(a: readonly Vertex[], b: readonly Vertex[]): boolean {
    const both = [...a, ...b];
    const undecided = [...classesOf(both).values()].filter((members) => members.length > 2);
    const smallest = undecided.sort((one, other) => one.length - other.length)[0];
    if (smallest === undefined) {
      for (const members of classesOf(both).values()) this.#setPartner(members);
      return a.every((vertex) =>
        vertex.triples.every((triple) => this.#b.triples.has(this.#a.translate(triple))),
      );
    }
    const vertex = smallest.find(({ side }) => side === this.#a)!;
    const before = both.map(({ colour }) => colour);
    return smallest.some((partner) => {
      if (partner.side === this.#a) return false;
      vertex.colour = partner.colour = ++this.#lastColour;
      if (this.#refine(both, [...vertex.neighbours, ...partner.neighbours]) && this.#pairUp(a, b))
        return true;
      for (const [i, each] of both.entries()) each.colour = before[i]!;
      return false;
    });
  }

  /**
   * Refines the colours until vertices with different surroundings differ. Starts with the vertices whose surroundings
   * changed and continues with their neighbours. False when a colour occurs more often on one side than on the other.
   */
  #refine(scope: readonly Vertex[], start: readonly Vertex[]): boolean {
    const inScope = new Set(scope);
    const classes = classesOf(scope);
    const sizes = new Map(Array.from(classes, ([colour, members]) => [colour, members.length]));
    let changed: Iterable<Vertex> = start.filter((vertex) => inScope.has(vertex));
    for (;;) {
      const splits = new Map<number, Map<string, Vertex[]>>();
      for (const vertex of new Set(changed)) {
        const parts = getOrAdd(splits, vertex.colour, () => new Map<string, Vertex[]>());
        getOrAdd(parts, vertex.describe(), () => []).push(vertex);
      }
      const next: Vertex[] = [];
      for (const [colour, parts] of splits) {
        // Vertices that saw no change keep the colour; when there are none, the first part keeps it.
        let rest = sizes.get(colour)!;
        for (const part of parts.values()) rest -= part.length;
        for (const part of parts.values()) {
          if (rest === 0) {
            rest = -1;
            sizes.set(colour, part.length);
            if (!this.#isEven(part)) return false;
            continue;
          }
          if (!this.#isEven(part)) return false;
          const fresh = ++this.#lastColour;
          for (const vertex of part) {
            vertex.colour = fresh;
            for (const neighbour of vertex.neighbours) if (inScope.has(neighbour)) next.push(neighbour);
          }
          sizes.set(fresh, part.length);
        }
        if (rest > 0) sizes.set(colour, rest);
      }
      if (next.length === 0) return true;
      changed = next;
    }
  }

  #isEven(vertices: readonly Vertex[]): boolean {
    let difference = 0;
    for (const { side } of vertices) difference += side === this.#a ? 1 : -1;
    return difference === 0;
  }

  #setPartner([one, other]: readonly Vertex[]): void {
    if (one!.side === this.#a) one!.partner = other!;
    else other!.partner = one!;
  }
}

/**
 * Groups the vertices that share a colour with others. Two vertices are in the same group when they are connected
 * without passing a vertex of a unique colour.
 */
function groupsOf(
  vertices: readonly Vertex[],
  classes: ReadonlyMap<number, readonly Vertex[]>,
): readonly (readonly Vertex[])[] {
  const isUndecided = ({ colour }: Vertex) => classes.get(colour)!.length > 2;
  const seen = new Set<Vertex>();
  const groups: (readonly Vertex[])[] = [];
  for (const first of vertices.filter(isUndecided)) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const vertex of group) {
      for (const neighbour of vertex.neighbours) {
        if (seen.has(neighbour) || !isUndecided(neighbour)) continue;
        seen.add(neighbour);
        group.push(neighbour);
      }
    }
    groups.push(group);
  }
  return groups;
}

function looksOf(group: readonly Vertex[]): string {
  return group
    .map(({ colour }) => colour)
    .sort((a, b) => a - b)
    .join();
}

function classesOf(vertices: readonly Vertex[]): Map<number, Vertex[]> {
  const classes = new Map<number, Vertex[]>();
  for (const vertex of vertices) getOrAdd(classes, vertex.colour, () => []).push(vertex);
  return classes;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
