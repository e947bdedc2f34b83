import type { Triple } from '../../rdf/terms.ts';

/** Triples in the order in which they were added, each once. */
export class TripleList {
  readonly #triples = new Map<string, Triple>();

  add(triples: Iterable<Triple>): void {
    for (const triple of triples) {
      const key = keyOf(triple);
      if (!this.#triples.has(key)) this.#triples.set(key, triple);
    }
  }

  has(triple: Triple): boolean {
    return this.#triples.has(keyOf(triple));
  }

  get triples(): readonly Triple[] {
    return [...this.#triples.values()];
  }
}

function keyOf({ subject, predicate, object }: Triple): string {
  return `${subject} ${predicate} ${object}`;
}
