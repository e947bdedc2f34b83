import type { Graph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/**
 * Several graphs seen as one, without copying them. Arrays that only one member has are returned as they are; otherwise
 * the members' triples come in the order of the members.
 */
export class UnionGraph implements Graph {
  readonly members: readonly Graph[];
  #size: number | undefined;

  constructor(members: readonly Graph[]) {
    this.members = members;
  }

  get size(): number {
    this.#size ??= sizeOfUnion(this.members);
    return this.#size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    for (const member of this.members) if (member.has(subject, predicate, object)) return true;
    return false;
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    let result: readonly TermId[] = none;
    for (let i = 0; i < this.members.length; i++) {
      const found = this.members[i]!.objects(subject, predicate);
      if (found.length > 0) result = result.length === 0 ? found : united(result, found);
    }
    return result;
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    let result: readonly TermId[] = none;
    for (let i = 0; i < this.members.length; i++) {
      const found = this.members[i]!.subjects(predicate, object);
      if (found.length > 0) result = result.length === 0 ? found : united(result, found);
    }
    return result;
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#collect((member) => member.outgoing(subject));
  }

  forEachOutgoing(subject: TermId, visit: (predicate: TermId, object: TermId) => void): void {
    for (let i = 0; i < this.members.length; i++) {
      const visitNew =
        i === 0
          ? visit
          : (predicate: TermId, object: TermId) => {
              if (!isInFirst(i, this.members, subject, predicate, object)) visit(predicate, object);
            };
      this.members[i]!.forEachOutgoing(subject, visitNew);
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
    let result: readonly Triple[] = none;
    for (let i = 0; i < this.members.length; i++) {
      const found = get(this.members[i]!);
      if (result.length === 0) result = found;
      else if (found.length > 0) {
        result = [...result, ...found.filter((triple) => !isTripleInFirst(i, this.members, triple))];
      }
    }
    return result;
  }
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
