import type { TermId, Triple } from '../terms.ts';

/** A work list of triples, which can be taken out one by one. */
export class PendingTriples {
  readonly #bySubject = new Map<TermId, Map<TermId, Set<TermId>>>();

  constructor(triples: Iterable<Triple>) {
    for (const { subject, predicate, object } of triples) {
      const byPredicate = this.#bySubject.get(subject) ?? new Map<TermId, Set<TermId>>();
      this.#bySubject.set(subject, byPredicate);
      const objects = byPredicate.get(predicate);
      if (objects === undefined) byPredicate.set(predicate, new Set([object]));
      else objects.add(object);
    }
  }

  /** Removes a triple; false when it was not there. */
  take({ subject, predicate, object }: Triple): boolean {
    const byPredicate = this.#bySubject.get(subject);
    const objects = byPredicate?.get(predicate);
    if (!byPredicate || !objects?.delete(object)) return false;
    if (objects.size === 0) byPredicate.delete(predicate);
    if (byPredicate.size === 0) this.#bySubject.delete(subject);
    return true;
  }

  has({ subject, predicate, object }: Triple): boolean {
    return this.#bySubject.get(subject)?.get(predicate)?.has(object) ?? false;
  }

  /** The triples that are left. */
  triples(): readonly Triple[] {
    return this.subjects.flatMap((subject) =>
      this.predicates(subject).flatMap((predicate) =>
        this.objects(subject, predicate).map((object) => ({ subject, predicate, object })),
      ),
    );
  }

  get subjects(): readonly TermId[] {
    return [...this.#bySubject.keys()];
  }

  predicates(subject: TermId): readonly TermId[] {
    return [...(this.#bySubject.get(subject)?.keys() ?? [])];
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return [...(this.#bySubject.get(subject)?.get(predicate) ?? [])];
  }
}
