import { type TermId, type Triple, terms } from './terms.ts';

/**
 * True when a renaming of blank nodes makes the two sets of triples equal. Sound and complete.
 *
 * Made for comparing a graph with an edited one: triples that both hold under the same blank nodes are set aside
 * first, and only if the rest cannot be matched with those blank nodes kept is the whole looked at.
 */
export function isomorphic(first: Iterable<Triple>, second: Iterable<Triple>): boolean {
  const a = distinct(first);
  const b = distinct(second);
  if (a.size !== b.size) return false;
  const onlyA = [...a].filter(([key]) => !b.has(key)).map(([, triple]) => triple);
  const onlyB = [...b].filter(([key]) => !a.has(key)).map(([, triple]) => triple);
  if (onlyA.length === 0) return true;
  if (onlyA.some(isGround) || onlyB.some(isGround)) return false;
  const common = [...a].filter(([key]) => b.has(key)).map(([, triple]) => triple);
  const kept = new Set(common.flatMap(blanksOf));
  if (new Matching(onlyA, onlyB, kept).exists()) return true;
  return new Matching(
    [...a.values()].filter((triple) => !isGround(triple)),
    [...b.values()].filter((triple) => !isGround(triple)),
    new Set(),
  ).exists();
}

function distinct(triples: Iterable<Triple>): Map<string, Triple> {
  const byKey = new Map<string, Triple>();
  for (const triple of triples) byKey.set(`${triple.subject} ${triple.predicate} ${triple.object}`, triple);
  return byKey;
}

function isGround(triple: Triple): boolean {
  return blanksOf(triple).length === 0;
}

function blanksOf({ subject, object }: Triple): readonly TermId[] {
  return [...blanksIn(subject), ...blanksIn(object)];
}

/** A triple term holds blank nodes inside. */
function blanksIn(term: TermId): readonly TermId[] {
  const kind = terms.kind(term);
  if (kind === 'blank') return [term];
  return kind === 'triple' ? blanksOf(terms.triple(term)!) : [];
}

/** Blank nodes by colour: those that no look at their surroundings can tell apart have the same one. */
type Colouring = ReadonlyMap<TermId, string>;

class Matching {
  readonly #a: Side;
  readonly #b: Side;
  readonly #kept: ReadonlySet<TermId>;

  /** @param kept blank nodes that stand for themselves on both sides. */
  constructor(a: readonly Triple[], b: readonly Triple[], kept: ReadonlySet<TermId>) {
    this.#kept = kept;
    this.#a = new Side(a);
    this.#b = new Side(b);
  }

  exists(): boolean {
    if (this.#a.triples.length !== this.#b.triples.length) return false;
    const start = (side: Side) =>
      new Map(side.blanks().map((node) => [node, this.#kept.has(node) ? `=${node}` : '']));
    return this.#extend(start(this.#a), start(this.#b));
  }

  /** Refines both colourings together; where that is not enough, tries every partner of one node. */
  #extend(startA: Colouring, startB: Colouring): boolean {
    let [a, b] = [startA, startB];
    for (let classes = -1; ; ) {
      const names = new Map<string, string>();
      a = this.#a.refine(a, names);
      b = this.#b.refine(b, names);
      const [sizesA, sizesB] = [classSizes(a), classSizes(b)];
      if (sizesA.size !== sizesB.size) return false;
      for (const [colour, size] of sizesA) if (sizesB.get(colour) !== size) return false;
      if (sizesA.size === classes) {
        const shared = [...sizesA].find(([, size]) => size > 1)?.[0];
        return shared === undefined ? this.#sameTriples(a, b) : this.#tryPartners(a, b, shared);
      }
      classes = sizesA.size;
    }
  }

  #tryPartners(a: Colouring, b: Colouring, colour: string): boolean {
    const node = [...a].find(([, each]) => each === colour)![0];
    const partners = [...b].filter(([, each]) => each === colour).map(([partner]) => partner);
    return partners.some((partner) => this.#extend(withColour(a, node), withColour(b, partner)));
  }

  #sameTriples(a: Colouring, b: Colouring): boolean {
    const written = new Set(this.#b.triples.map((triple) => paintTriple(triple, b)));
    return this.#a.triples.every((triple) => written.has(paintTriple(triple, a)));
  }
}

class Side {
  readonly triples: readonly Triple[];
  readonly #around = new Map<TermId, Triple[]>();

  constructor(triples: readonly Triple[]) {
    this.triples = triples;
    for (const triple of triples) {
      for (const node of new Set(blanksOf(triple))) {
        const list = this.#around.get(node);
        if (list) list.push(triple);
        else this.#around.set(node, [triple]);
      }
    }
  }

  blanks(): readonly TermId[] {
    return [...this.#around.keys()];
  }

  /** New colours from old ones and those of the neighbours; `names` makes them short and equal on both sides. */
  refine(colouring: Colouring, names: Map<string, string>): Colouring {
    const refined = new Map<TermId, string>();
    for (const [node, triples] of this.#around) {
      const seen = triples.map((triple) => paintTriple(triple, colouring, node)).sort();
      const description = `${colouring.get(node)}|${seen.join('|')}`;
      let name = names.get(description);
      if (name === undefined) {
        name = String(names.size);
        names.set(description, name);
      }
      refined.set(node, name);
    }
    return refined;
  }
}

function classSizes(colouring: Colouring): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const colour of colouring.values()) sizes.set(colour, (sizes.get(colour) ?? 0) + 1);
  return sizes;
}

function withColour(colouring: Colouring, node: TermId): Colouring {
  return new Map(colouring).set(node, 'chosen');
}

function paintTriple({ subject, predicate, object }: Triple, colouring: Colouring, self?: TermId): string {
  return `${paint(subject, colouring, self)} ${predicate} ${paint(object, colouring, self)}`;
}

function paint(term: TermId, colouring: Colouring, self: TermId | undefined): string {
  if (term === self) return '*';
  switch (terms.kind(term)) {
    case 'blank':
      return `_${colouring.get(term)}`;
    case 'triple':
      return `<<${paintTriple(terms.triple(term)!, colouring, self)}>>`;
    default:
      return String(term);
  }
}
