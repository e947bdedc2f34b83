import { flattenTriples, type Graph, IndexedGraph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/**
 * Several graphs seen as one, without copying them. Arrays that come from a single member are returned unchanged; otherwise
 * the members' triples come in the order of the members. With many members, a copy is made once searching them has taken as
 * long as copying; in the copy, the triples of a node are together, whatever member they are from.
 */
export class UnionGraph implements Graph {
  readonly members: readonly Graph[];
  #size: number | undefined;
  /** The graphs that are searched: the members, or the copy. */
  #parts: readonly Graph[];
  /** Up to how many members are searched without making a copy. */
  #looksLeft: number | undefined;

  constructor(members: readonly Graph[]) {
    this.members = members;
    this.#parts = members;
  }

  get size(): number {
    this.#size ??= sizeOfUnion(this.members);
    return this.#size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    for (const member of this.#sought()) if (member.has(subject, predicate, object)) return true;
    return false;
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    let result: readonly TermId[] = none;
    for (const part of this.#sought()) {
      const found = part.objects(subject, predicate);
      if (found.length > 0) result = result.length === 0 ? found : united(result, found);
    }
    return result;
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    let result: readonly TermId[] = none;
    for (const part of this.#sought()) {
      const found = part.subjects(predicate, object);
      if (found.length > 0) result = result.length === 0 ? found : united(result, found);
    }
    return result;
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#collect((member) => member.outgoing(subject));
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    const parts = this.#sought();
    for (let i = 0; i < parts.length; i++) {
      const visitNew =
        i === 0
          ? visit
          : (predicate: TermId, object: TermId) => {
              if (!isInFirst(i, parts, subject, predicate, object)) visit(predicate, object);
            };
      parts[i]!.forEachOutgoing(subject, visitNew);
    }
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#collect((member) => member.incoming(object));
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#collect((member) => member.withPredicate(predicate));
  }

  *triples(): Iterable<Triple> {
    for (const [i, member] of this.members.entries()) {
      for (const triple of member.triples()) if (!isTripleInFirst(i, this.members, triple)) yield triple;
    }
  }

  #collect(get: (member: Graph) => readonly Triple[]): readonly Triple[] {
    const parts = this.#sought();
    let result: readonly Triple[] = none;
    for (let i = 0; i < parts.length; i++) {
      const found = get(parts[i]!);
      if (result.length === 0) result = found;
      else if (found.length > 0) {
        result = [...result, ...found.filter((triple) => !isTripleInFirst(i, parts, triple))];
      }
    }
    return result;
  }

  #sought(): readonly Graph[] {
    const { length } = this.#parts;
    if (length <= fewMembers) return this.#parts;
    this.#looksLeft ??= looksForCopying * this.members.reduce((sum, { size }) => sum + size, 0);
    this.#looksLeft -= length;
    if (this.#looksLeft < 0) this.#parts = [new IndexedGraph(flattenTriples(triplesOf(this.members)))];
    return this.#parts;
  }
}

/** So many members are not copied. */
const fewMembers = 8;

/** How many look-ups in a member take as long as copying a triple. */
const looksForCopying = 16;

/** The triples of each member; those of several are repeated. */
function* triplesOf(members: readonly Graph[]): Iterable<Triple> {
  for (const member of members) yield* member.triples();
}

const none: readonly never[] = [];

/** When one of two lists is shorter than this, they are compared item by item. */
const scanLimit = 8;

function united(first: readonly TermId[], second: readonly TermId[]): readonly TermId[] {
  if (first.length > scanLimit && second.length > scanLimit) return [...new Set([...first, ...second])];
  const fresh = second.filter((id) => !first.includes(id));
  return fresh.length === 0 ? first : [...first, ...fresh];
}

/** Takes the size of the largest member and examines only the others. */
function sizeOfUnion(members: readonly Graph[]): number {
  const bySize = members.toSorted((a, b) => b.size - a.size);
  let size = bySize[0]?.size ?? 0;
  for (const [i, member] of bySize.entries()) {
    if (i === 0) continue;
    for (const triple of member.triples()) if (!isTripleInFirst(i, bySize, triple)) size++;
  }
  return size;
}

function isTripleInFirst(
  count: number,
  members: readonly Graph[],
  { subject, predicate, object }: Triple,
): boolean {
  return isInFirst(count, members, subject, predicate, object);
}

function isInFirst(
  count: number,
  members: readonly Graph[],
  subject: TermId,
  predicate: TermId,
  object: TermId,
): boolean {
  for (let i = 0; i < count; i++) if (members[i]!.has(subject, predicate, object)) return true;
  return false;
}
