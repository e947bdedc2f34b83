import type { Declaration } from './parsedChunk.ts';
import type { TextFormat } from './textFormat.ts';

/** The prefixes and the base IRI in scope at an offset of a document. */
export class Scope {
  /** The format of the whole document; undefined for Turtle. */
  readonly format: TextFormat | undefined;
  readonly #prefixes: Map<string, string | undefined>;
  #base: string;

  /** @param prefixes as `prefixes` gives them; undefined means an unreadable IRI. */
  constructor(
    base: string,
    prefixes: Iterable<readonly [string, string | undefined]> = [],
    format: TextFormat | undefined = undefined,
  ) {
    this.format = format;
    this.#prefixes = new Map(prefixes);
    this.#base = base;
  }

  get base(): string {
    return this.#base;
  }

  get prefixes(): ReadonlyMap<string, string | undefined> {
    return this.#prefixes;
  }

  /** Applies a declaration. */
  declare({ prefix, iri }: Declaration): void {
    if (prefix !== undefined) this.#prefixes.set(prefix, iri);
    else if (iri !== undefined) this.#base = iri;
  }

  copy(): Scope {
    return new Scope(this.#base, this.#prefixes, this.format);
  }

  /** True when names and references mean the same in both scopes, and prefixes were declared in the same order. */
  equals(other: Scope): boolean {
    const [entries, others] = [[...this.#prefixes], [...other.prefixes]];
    return (
      this.#base === other.base &&
      entries.length === others.length &&
      entries.every(([prefix, iri], i) => others[i]![0] === prefix && others[i]![1] === iri)
    );
  }

  /** The prefixes that have an IRI. */
  readable(): ReadonlyMap<string, string> {
    const readable = new Map<string, string>();
    for (const [prefix, iri] of this.#prefixes) if (iri !== undefined) readable.set(prefix, iri);
    return readable;
  }
}
