import type { ReadableText } from '../../base/rope.ts';
import { IntList } from './intList.ts';
import {
  type BlankNodeNameUse,
  type Declaration,
  type DirectiveBody,
  notesBetween,
  ParsedChunk,
  type StatementNote,
} from './parsedChunk.ts';
import { Scope } from './scope.ts';
import { type ChunkSlice, forEachPair, type StatementSequence } from './statementSequence.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * Tracks the scope at the statements of a document while a changed text is reparsed: before the change and now. When
 * the two differ only in some prefixes, statements without these prefixes keep their meaning.
 */
export class ScopeChange {
  readonly #uri: string;
  readonly #old: StatementSequence;
  readonly #oldText: ReadableText;
  readonly #oldScope: Scope;
  /** The new scope before the old statement `#from`; undefined while it equals the old scope there. */
  #now: Scope | undefined;
  #from = 0;

  /** @param oldScope the scope at the end. */
  constructor(uri: string, old: StatementSequence, oldText: ReadableText, oldScope: Scope) {
    this.#uri = uri;
    this.#old = old;
    this.#oldText = oldText;
    this.#oldScope = oldScope;
  }

  /** The new scope before an old statement. The statements before it were processed. */
  inFront(ordinal: number): Scope {
    if (this.#now === undefined) return this.#before(ordinal);
    const scope = this.#now.copy();
    for (const { value } of this.#old.declarationsIn(this.#from, ordinal)) scope.declare(value);
    return scope;
  }

  /** Records the new scope before an old statement after parsing. */
  goOn(ordinal: number, scope: Scope): void {
    this.#now = this.#before(ordinal).equals(scope) ? undefined : scope.copy();
    this.#from = ordinal;
  }

  /** Creates a comparison for parsing from an old statement on. */
  comparison(first: number): ScopeComparison {
    return new ScopeComparison(this.#old, this.#oldText, first, this.#now === undefined, (ordinal) =>
      this.#before(ordinal),
    );
  }

  /** The scope at the end of the changed document; the same object as before when nothing changed. */
  atEnd(statements: StatementSequence): Scope {
    const scope = this.#scopeOf(statements.declarationsIn(0, statements.length));
    return scope.equals(this.#oldScope) ? this.#oldScope : scope;
  }

  /** The old scope before an old statement. */
  #before(ordinal: number): Scope {
    const old = this.#old;
    if (old.declarationsIn(ordinal, old.length).length === 0) return this.#oldScope.copy();
    return this.#scopeOf(old.declarationsIn(0, ordinal));
  }

  #scopeOf(declarations: readonly StatementNote<Declaration>[]): Scope {
    const scope = new Scope(this.#uri, [], this.#oldScope.format);
    for (const { value } of declarations) scope.declare(value);
    return scope;
  }
}

/** Compares the new scope with the old one while statements are parsed. */
class ScopeComparison {
  readonly #old: StatementSequence;
  readonly #oldText: ReadableText;
  readonly #first: number;
  readonly #beganEqual: boolean;
  readonly #before: (ordinal: number) => Scope;
  /** The number of declarations at the last comparison. The result is valid until there are more. */
  #compared = '';
  /** The prefixes that differ, each with the next statement that may use it; undefined when the base differs. */
  #differing: Map<string, number> | undefined = new Map();
  #unsettled = -1;

  constructor(
    old: StatementSequence,
    oldText: ReadableText,
    first: number,
    beganEqual: boolean,
    before: (ordinal: number) => Scope,
  ) {
    this.#old = old;
    this.#oldText = oldText;
    this.#first = first;
    this.#beganEqual = beganEqual;
    this.#before = before;
  }

  /** True when the parsed declarations are the same as the old ones. */
  isSameDeclared(last: number, declarations: readonly StatementNote<Declaration>[]): boolean {
    const before = this.#old.declarationsIn(this.#first, last);
    return (
      before.length === declarations.length &&
      before.every(({ value: { prefix, iri } }, i) => {
        const { value } = declarations[i]!;
        return value.prefix === prefix && value.iri === iri;
      })
    );
  }

  /**
   * The first statement from an old one on that may have a new meaning; the number of statements when there is none.
   *
   * @param scope the new scope before the old statement.
   * @param declarations those that were parsed.
   */
  firstToDiffer(ordinal: number, scope: Scope, declarations: readonly StatementNote<Declaration>[]): number {
    const old = this.#old;
    const compared = `${old.declarationsIn(this.#first, ordinal).length} ${declarations.length}`;
    if (compared !== this.#compared) {
      this.#compared = compared;
      const isSame = this.#beganEqual && this.isSameDeclared(ordinal, declarations);
      this.#differing = isSame ? new Map() : differingPrefixes(this.#before(ordinal), scope);
    }
    if (this.#differing === undefined) return ordinal;
    if (this.#differing.size === 0) return old.length;
    if (this.#unsettled < ordinal) this.#unsettled = old.firstUnsettled(ordinal);
    let first = this.#unsettled;
    const start = old.start(ordinal);
    for (const [prefix, known] of this.#differing) {
      let next = known;
      if (next < start) {
        const found = this.#oldText.indexOf(`${prefix}:`, start);
        next = found < 0 ? Number.POSITIVE_INFINITY : found;
        this.#differing.set(prefix, next);
      }
      if (next < Number.POSITIVE_INFINITY) first = Math.min(first, old.before(next));
    }
    return first;
  }
}

/** Undefined when the bases differ, which may affect any statement. */
function differingPrefixes(before: Scope, now: Scope): Map<string, number> | undefined {
  if (before.base !== now.base) return undefined;
  const differing = new Map<string, number>();
  for (const prefix of [...before.prefixes.keys(), ...now.prefixes.keys()]) {
    const isSame =
      before.prefixes.has(prefix) === now.prefixes.has(prefix) &&
      before.prefixes.get(prefix) === now.prefixes.get(prefix);
    if (!isSame) differing.set(prefix, -1);
  }
  return differing;
}

/*
 * Each edit adds a chunk to a document and splits a slice of an older one. Look-ups visit every chunk, so when there
 * are too many, all but the largest are merged, which is cheap because they are small. After edits in very many places,
 * everything is merged into one chunk.
 */

const maxReadings = 64;
const maxStretches = 1024;

/** The same statements in fewer chunks. */
export function compactSlices(slices: readonly ChunkSlice[]): readonly ChunkSlice[] {
  const sizes = new Map<ParsedChunk, number>();
  for (const { chunk, first, last } of slices) {
    sizes.set(chunk, (sizes.get(chunk) ?? 0) + last - first);
  }
  if (sizes.size <= maxReadings && slices.length <= maxStretches) return slices;
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1])[0]!;
  return slices.length > maxStretches
    ? merged(slices, () => true)
    : merged(slices, (chunk) => chunk !== largest);
}

/** Merges some chunks. Offsets in the new chunk are those of the document. */
function merged(
  slices: readonly ChunkSlice[],
  isMerged: (chunk: ParsedChunk) => boolean,
): readonly ChunkSlice[] {
  const merger = new Merger();
  const places = slices.map((slice) => (isMerged(slice.chunk) ? merger.add(slice) : undefined));
  const chunk = merger.finish();
  return joined(slices.map((slice, i) => (places[i] === undefined ? slice : { ...places[i], chunk: chunk })));
}

/** Joins slices that are also adjacent in their chunk. */
function joined(slices: readonly ChunkSlice[]): readonly ChunkSlice[] {
  const result: ChunkSlice[] = [];
  for (const slice of slices) {
    const last = result.at(-1);
    const goesOn =
      last?.chunk === slice.chunk &&
      last.shift === slice.shift &&
      last.last === slice.first &&
      last.to === slice.from;
    if (goesOn) result[result.length - 1] = { ...last, last: slice.last, to: slice.to };
    else result.push(slice);
  }
  return result;
}

class Merger {
  #count = 0;
  readonly #rows = new IntList();
  readonly #tape = new IntList();
  readonly #comments = new IntList();
  readonly #newTokens = new IntList();
  readonly #loneSurrogates = new IntList();
  readonly #unsettled = new IntList();
  readonly #errors: StatementNote<TurtleSyntaxError>[] = [];
  readonly #directives = new Map<number, DirectiveBody>();
  readonly #declarations: StatementNote<Declaration>[] = [];
  readonly #names: StatementNote<BlankNodeNameUse>[] = [];

  /** Adds the contents of a slice, and returns its place in the new chunk. */
  add({ chunk, first, last, from, to, shift }: ChunkSlice): Omit<ChunkSlice, 'chunk'> {
    const { parts } = chunk;
    const number = this.#count - first;
    const tapeShift = this.#tape.length - chunk.tapeStart(first);
    for (let statement = first; statement < last; statement++) {
      this.#addRow(
        chunk.start(statement) + shift,
        chunk.end(statement) + shift,
        chunk.flags(statement),
        chunk.tapeStart(statement) + tapeShift,
      );
      const directive = parts.directives.get(statement);
      if (directive !== undefined) this.#directives.set(statement + number, directive);
    }
    this.#count += last - first;
    this.#tape.append(parts.tape.subarray(chunk.tapeStart(first), chunk.tapeStart(last)));
    forEachPair(parts.comments, from, to, (start, end) =>
      this.#comments.pushPair(start + shift, end + shift),
    );
    forEachPair(parts.newTokens, from, to, (start, end) =>
      this.#newTokens.pushPair(start + shift, end + shift),
    );
    forEachPair(parts.unsettled, first, last, (statement, reach) =>
      this.#unsettled.pushPair(statement + number, reach + shift),
    );
    for (const offset of parts.loneSurrogates) {
      if (from <= offset && offset < to) this.#loneSurrogates.push(offset + shift);
    }
    for (const { statement, value } of notesBetween(parts.errors, first, last)) {
      const range = { start: value.range.start + shift, end: value.range.end + shift };
      this.#errors.push({ statement: statement + number, value: { range, message: value.message } });
    }
    for (const { statement, value } of notesBetween(parts.declarations, first, last)) {
      this.#declarations.push({ statement: statement + number, value });
    }
    for (const { statement, value } of notesBetween(parts.names, first, last)) {
      this.#names.push({ statement: statement + number, value });
    }
    return { first: first + number, last: last + number, from: from + shift, to: to + shift, shift: 0 };
  }

  finish(): ParsedChunk {
    this.#addRow(0, 0, 0, this.#tape.length);
    return new ParsedChunk({
      rows: this.#rows.toArray(),
      tape: this.#tape.toArray(),
      comments: this.#comments.toArray(),
      newTokens: this.#newTokens.toArray(),
      loneSurrogates: this.#loneSurrogates.toArray(),
      unsettled: this.#unsettled.toArray(),
      errors: this.#errors,
      directives: this.#directives,
      declarations: this.#declarations,
      names: this.#names,
    });
  }

  #addRow(start: number, end: number, flags: number, tapeStart: number): void {
    this.#rows.pushPair(start, end);
    this.#rows.pushPair(flags, tapeStart);
  }
}
