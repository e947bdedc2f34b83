import { lazy } from '../../base/lazy.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type { BaseStatement, PrefixStatement } from './syntaxTree.ts';

/*
 * The result of parsing a piece of text, in a form that survives edits elsewhere: statements as rows of integers, with
 * offsets relative to the start of the piece. A document is assembled from such chunks (statementSequence.ts). An edit
 * moves nothing, and rebuilds only what it touched.
 */

/** Bits for the kind of a statement and the outcome of parsing it. */
export const statementFlags = {
  /** Exactly one of the first four is set. */
  skipped: 1,
  prefix: 2,
  base: 4,
  triples: 8,
  /** Triples that end with a dot. */
  dotted: 16,
  /** Triples with errors inside. */
  damaged: 32,
  /** Triples that end before the brace of their graph block, where TriG needs no dot. */
  undotted: 128,
  /** What opens a block of TriG. It states nothing; the name of the graph is on the tape, if it has one. */
  graph: 256,
  /** The brace that closes a block. */
  graphEnd: 512,
  /** Parsed without errors up to a closing dot. Text beyond a few characters after the dot makes no difference. */
  settled: 64,
} as const;

/** A directive without its position. */
export type DirectiveBody =
  | Omit<PrefixStatement, 'start' | 'length'>
  | Omit<BaseStatement, 'start' | 'length'>;

/** What a directive declares. */
export interface Declaration {
  /** Undefined for the base. */
  readonly prefix: string | undefined;
  /** Undefined for a prefix with an unreadable IRI: names with it state nothing and cause no further errors. */
  readonly iri: string | undefined;
}

/** What distinguishes the blank nodes of a statement from those of others that start with the same text. */
export interface BlankNodeNameUse {
  readonly key: string;
  readonly repeat: number;
}

/** A property of a few statements, keyed by the statement's number in its chunk. */
export interface StatementNote<T> {
  readonly statement: number;
  readonly value: T;
}

export interface ParsedChunkParts {
  /** Start, end, flags and tape position of each statement, with one more row for the end of the tape. */
  readonly rows: Int32Array;
  /** See tape.ts. */
  readonly tape: Int32Array;
  /** Start and end of each comment. */
  readonly comments: Int32Array;
  /** Start and end of each token that came with RDF 1.2; of brackets, the opening ones. */
  readonly newTokens: Int32Array;
  /** The offsets of lone surrogates. */
  readonly loneSurrogates: Int32Array;
  /** The numbers of the statements that are not settled, each followed by the end of the text that it depends on. */
  readonly unsettled: Int32Array;
  /** In order of discovery. */
  readonly errors: readonly StatementNote<TurtleSyntaxError>[];
  readonly directives: ReadonlyMap<number, DirectiveBody>;
  readonly declarations: readonly StatementNote<Declaration>[];
  readonly names: readonly StatementNote<BlankNodeNameUse>[];
}

export const rowLength = 4;

/** The statements of a piece of text. Immutable; offsets are UTF-16 units from the start of the piece. */
export class ParsedChunk {
  readonly parts: ParsedChunkParts;
  /** The number of statements. */
  readonly count: number;
  readonly #rows: Int32Array;
  readonly #namesByKey: () => ReadonlyMap<string, readonly StatementNote<BlankNodeNameUse>[]>;

  constructor(parts: ParsedChunkParts) {
    this.parts = parts;
    this.count = parts.rows.length / rowLength - 1;
    this.#rows = parts.rows;
    this.#namesByKey = lazy(() => byKey(parts.names));
  }

  /** True when the text contains only white space. */
  get isEmpty(): boolean {
    const { comments, loneSurrogates } = this.parts;
    return this.count === 0 && comments.length === 0 && loneSurrogates.length === 0;
  }

  start(statement: number): number {
    return this.#rows[rowLength * statement]!;
  }

  end(statement: number): number {
    return this.#rows[rowLength * statement + 1]!;
  }

  flags(statement: number): number {
    return this.#rows[rowLength * statement + 2]!;
  }

  /** Where a statement starts on the tape; it ends where the next one starts. */
  tapeStart(statement: number): number {
    return this.#rows[rowLength * statement + 3]!;
  }

  /** The last statement that starts at or before an offset, -1 when there is none. */
  statementBefore(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start(middle) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The statements whose blank nodes are named with a key. */
  namesWith(key: string): readonly StatementNote<BlankNodeNameUse>[] {
    return this.#namesByKey().get(key) ?? [];
  }
}

function byKey(
  names: readonly StatementNote<BlankNodeNameUse>[],
): ReadonlyMap<string, readonly StatementNote<BlankNodeNameUse>[]> {
  const groups = new Map<string, StatementNote<BlankNodeNameUse>[]>();
  for (const name of names) {
    const group = groups.get(name.value.key);
    if (group === undefined) groups.set(name.value.key, [name]);
    else group.push(name);
  }
  return groups;
}

/** The notes on statements `first` up to `last` (exclusive). */
export function notesBetween<T>(
  notes: readonly StatementNote<T>[],
  first: number,
  last: number,
): readonly StatementNote<T>[] {
  return notes.slice(firstNote(notes, first), firstNote(notes, last));
}

function firstNote(notes: readonly StatementNote<unknown>[], statement: number): number {
  let low = 0;
  let high = notes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (notes[middle]!.statement < statement) low = middle + 1;
    else high = middle;
  }
  return low;
}
