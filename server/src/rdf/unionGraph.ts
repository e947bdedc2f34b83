import type { Graph } from './graph.ts';
import type { TermId, Triple } from './terms.ts';

/** Several graphs seen as one, without copying them. */
export class UnionGraph implements Graph {
  readonly #members: readonly Graph[];
  #size: number | undefined;

  constructor(members: readonly Graph[]) {
    this.#members = members;
  }

  get size(): number {
    if (this.#size === undefined) {
      this.#size = 0;
      for (const _ of this.triples()) this.#size++;
    }
    return this.#size;
  }

  has(subject: TermId, predicate: TermId, object: TermId): boolean {
    return this.#members.some((member) => member.has(subject, predicate, object));
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return distinct(this.#members, (member) => member.objects(subject, predicate));
  }

  subjects(predicate: TermId, object: TermId): readonly TermId[] {
    return distinct(this.#members, (member) => member.subjects(predicate, object));
  }

  outgoing(subject: TermId): readonly Triple[] {
    return this.#distinctTriples((member) => member.outgoing(subject));
  }

  incoming(object: TermId): readonly Triple[] {
    return this.#distinctTriples((member) => member.incoming(object));
  }

  withPredicate(predicate: TermId): readonly Triple[] {
    return this.#distinctTriples((member) => member.withPredicate(predicate));
  }

  *triples(): Iterable<Triple> {
    for (const [i, member] of this.#members.entries()) {
      for (const triple of member.triples()) if (!this.#inEarlier(i, triple)) yield triple;
    }
  }

  #distinctTriples(get: (member: Graph) => readonly Triple[]): readonly Triple[] {
    let result: readonly Triple[] = [];
    for (const [i, member] of this.#members.entries()) {
      const found = get(member);
      if (found.length === 0) continue;
      result =
        result.length === 0 ? found : [...result, ...found.filter((triple) => !this.#inEarlier(i, triple))];
    }
    return result;
  }

  #inEarlier(index: number, { subject, predicate, object }: Triple): boolean {
    for (let i = 0; i < index; i++) if (this.#members[i]!.has(subject, predicate, object)) return true;
    return false;
  }
}

function distinct(members: readonly Graph[], get: (member: Graph) => readonly TermId[]): readonly TermId[] {
  let result: readonly TermId[] = [];
  let several: Set<TermId> | undefined;
  for (const member of members) {
    const found = get(member);
    if (found.length === 0) continue;
    if (result.length === 0) result = found;
    else {
      several ??= new Set(result);
      for (const id of found) several.add(id);
    }
  }
  return several ? [...several] : result;
}
