import type { TextChange } from '../base/textChange.ts';
import { BlankNodeNames } from './blankNodeNames.ts';
import { compactSlices } from './compactSlices.ts';
import { KeptRepeatNumbers } from './keptRepeatNumbers.ts';
import { lookAheadEnd } from './lexer.ts';
import { type ParseOutput, parseStatements } from './parser.ts';
import type { Scope } from './scope.ts';
import { ScopeChange } from './scopeChange.ts';
import { type ChunkSlice, StatementSequence } from './statementSequence.ts';
import { mayLookBack, windowEnd, windowStart } from './textWindow.ts';

/*
 * Reading a changed text again, only where its statements may have become others. A statement is read again when
 * what its reading looked at has changed. For most statements that is their own text and a few characters behind
 * it. For those with errors it is all look-ahead, which was noted when they were read, and their line back to its
 * start, because its indentation tells where such a statement may end.
 *
 * From such a statement on, reading goes on until it comes to the start of a statement that it knows and that need
 * not be read again, with the same prefixes in force: from there on the parser could only repeat itself. That is why
 * the result is exactly that of reading the whole text. When other prefixes are in force there, the same holds up to
 * the first statement that uses one of these.
 *
 * Reading takes a window of the text, because even a look at each character of a large text takes longer than an
 * edit may. When the window turns out to be too small, it is read again with a larger one.
 */

/** A text as it was read, and what was done to it. */
export interface ReparseInput {
  readonly uri: string;
  readonly textBefore: string;
  readonly statements: StatementSequence;
  /** What was in force at the end. */
  readonly scope: Scope;
  readonly text: string;
  /** Should not be wider than need be: see `changeBetween`. */
  readonly change: TextChange;
}

export interface ReparseOutput {
  readonly statements: StatementSequence;
  /** What is in force at the end; the same object as before when nothing else is. */
  readonly scope: Scope;
  /** The statements that are not in the document any more, and those that are new in it, in order. */
  readonly removed: readonly ChunkSlice[];
  readonly added: readonly ChunkSlice[];
}

/** The statements of a text that was changed: those that reading the whole of it would give. */
export function reparse(changed: ReparseInput): ReparseOutput {
  return new Rereader(changed).run();
}

class Rereader {
  readonly #uri: string;
  readonly #old: StatementSequence;
  readonly #oldText: string;
  readonly #oldScope: Scope;
  readonly #scopes: ScopeChange;
  readonly #text: string;
  readonly #change: TextChange;
  /** What is to be added to offsets behind the change. */
  readonly #shift: number;
  /** The old statements that have to be read again, with the end of the old text that they depend on. */
  readonly #stale: ReadonlyMap<number, number>;
  readonly #slices: ChunkSlice[] = [];
  readonly #removed: ChunkSlice[] = [];
  readonly #added: ChunkSlice[] = [];
  #declaresTheSame: boolean = true;
  /** The next statement that has to be read again because prefixes are others. */
  #toDiffer = none;

  constructor({ uri, textBefore, statements, scope, text, change }: ReparseInput) {
    this.#uri = uri;
    this.#old = statements;
    this.#oldText = textBefore;
    this.#oldScope = scope;
    this.#scopes = new ScopeChange(uri, statements, textBefore, scope);
    this.#text = text;
    this.#change = change;
    this.#shift = change.length - (change.end - change.start);
    this.#stale = this.#findStale();
  }

  run(): ReparseOutput {
    const old = this.#old;
    // The gap with the change is always read again: it may hold comments.
    const gap = old.before(this.#change.end - 1) + 1;
    const starts = [...new Set([...this.#stale.keys(), gap])].sort((a, b) => a - b);
    // The old statement up to which the text has been gone through.
    let next: number | undefined;
    for (;;) {
      const first = Math.min(
        starts.find((start) => next === undefined || start > next) ?? none,
        this.#toDiffer,
      );
      if (first === none) break;
      if (first > (next ?? 0)) this.#keep(next, first, old.end(first - 1));
      next = this.#readFrom(first);
    }
    if (next! < old.length) this.#keep(next, old.length, this.#oldText.length);
    const statements = new StatementSequence(compactSlices(this.#slices));
    return {
      statements,
      scope: this.#declaresTheSame ? this.#oldScope : this.#scopes.atEnd(statements),
      removed: this.#removed,
      added: this.#added,
    };
  }

  #findStale(): ReadonlyMap<number, number> {
    const old = this.#old;
    const { start, end } = this.#change;
    const stale = new Map<number, number>();
    for (let ordinal = old.before(end - 1); ordinal >= 0; ordinal--) {
      const reach = lookAheadEnd(this.#oldText, old.end(ordinal));
      // Statements before this one end before it and look no farther.
      if (reach <= start) break;
      stale.set(ordinal, reach);
    }
    old.forUnsettled((ordinal, reach) => {
      if (reach > start && mayLookBack(this.#oldText, old.start(ordinal), end)) stale.set(ordinal, reach);
    });
    if (stale.size > maxSeparate) addBetween(stale);
    return stale;
  }

  /**
   * Takes over old statements, which lie on one side of the change: from an ordinal, or from the start of the text,
   * to before another one; with the text up to an offset.
   */
  #keep(from: number | undefined, last: number, end: number): void {
    const old = this.#old;
    const first = from ?? 0;
    const start = from === undefined ? 0 : old.start(first);
    const shift = this.#moved(old.start(first)) - old.start(first);
    for (const slice of old.slice(first, last, { start, end })) {
      this.#slices.push(shift === 0 ? slice : { ...slice, shift: slice.shift + shift });
    }
  }

  /** Reads from behind an old statement's predecessor on; gives the ordinal of the one to go on with. */
  #readFrom(first: number): number {
    const start = first === 0 ? 0 : this.#moved(this.#old.end(first - 1));
    const from = windowStart(this.#text, start);
    for (let size = this.#expectedEnd(first) - start; ; size *= 8) {
      const to = windowEnd(this.#text, start + size);
      const result = this.#readWindow(first, start, from, to);
      if (result === undefined) continue;
      const { next, chunk, end } = result;
      if (!chunk.isEmpty) {
        const added = { chunk, first: 0, last: chunk.count, from: start - from, to: end, shift: from };
        this.#slices.push(added);
        this.#added.push(added);
      }
      if (first < next) {
        const range = { start: this.#old.start(first), end: this.#old.end(next - 1) };
        this.#removed.push(...this.#old.slice(first, next, range));
      }
      return next;
    }
  }

  /** Where reading may be expected to end that starts in front of an old statement. */
  #expectedEnd(first: number): number {
    let end = this.#moved(first === 0 ? 0 : this.#old.end(first - 1));
    for (let ordinal = first; ; ordinal++) {
      const reach = this.#stale.get(ordinal);
      if (reach === undefined) break;
      end = Math.max(end, this.#moved(reach));
    }
    const { start, length } = this.#change;
    return Math.max(end, start + length) + enough;
  }

  /** Reads a window of the text. Gives undefined when what follows the window may make a difference. */
  #readWindow(
    first: number,
    start: number,
    from: number,
    to: number,
  ): (ParseOutput & { readonly next: number }) | undefined {
    const old = this.#old;
    const text = this.#text.slice(from, to);
    const scope = this.#scopes.inFront(first);
    const comparison = this.#scopes.comparison(first);
    const repeats = new KeptRepeatNumbers(old, this.#removed, this.#added, first);
    // The first old statement that may be there yet, and the first one from there on that may mean something else.
    let next = first;
    let toDiffer = none;
    const result = parseStatements({
      text,
      from: start - from,
      scope,
      names: new BlankNodeNames(this.#uri, repeats),
      endsAt: (offset, declarations) => {
        const position = from + offset;
        while (next < old.length && this.#startsBefore(next, position)) next++;
        const isThere = next < old.length && this.#moved(old.start(next)) === position;
        if (isThere && !this.#stale.has(next)) {
          toDiffer = comparison.firstToDiffer(next, scope, declarations);
          if (toDiffer === old.length || old.start(toDiffer) - old.start(next) >= worthKeeping) return true;
        }
        repeats.free(isThere ? next + 1 : next);
        return false;
      },
    });
    if (result.reach > text.length && to < this.#text.length) return undefined;
    if (result.end === text.length) next = old.length;
    this.#declaresTheSame &&= comparison.isSameDeclared(next, result.chunk.parts.declarations);
    this.#toDiffer = next < old.length && toDiffer < old.length ? toDiffer : none;
    this.#scopes.goOn(next, scope);
    return { ...result, next };
  }

  /** True when an old statement starts before an offset of the new text, or started there in what was removed. */
  #startsBefore(ordinal: number, position: number): boolean {
    const start = this.#old.start(ordinal);
    const isRemoved = this.#change.start <= start && start < this.#change.end;
    return isRemoved ? this.#change.start <= position : this.#moved(start) < position;
  }

  /** The offset in the new text; for what was removed the place where it was. */
  #moved(offset: number): number {
    const { start, end } = this.#change;
    return offset >= end ? offset + this.#shift : Math.min(offset, start);
  }
}

/** Adds all statements that lie between others. */
function addBetween(stale: Map<number, number>): void {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  let farthest = 0;
  for (const [ordinal, reach] of stale) {
    first = Math.min(first, ordinal);
    last = Math.max(last, ordinal);
    farthest = Math.max(farthest, reach);
  }
  for (let ordinal = first; ordinal < last; ordinal++) if (!stale.has(ordinal)) stale.set(ordinal, farthest);
}

/** So many statements are read again in one go, with those between them, rather than each for itself. */
const maxSeparate = 32;

/** So much text between two statements that have to be read again is not read with them. */
const worthKeeping = 16_384;

/** Instead of the ordinal of a statement. */
const none = Number.POSITIVE_INFINITY;

/** How much text behind the change is expected to do: mostly the next statement starts there. */
const enough = 300;
