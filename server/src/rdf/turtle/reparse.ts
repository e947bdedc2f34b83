import type { ReadableText } from '../../base/rope.ts';
import type { ReplacedRange } from '../../base/textChange.ts';
import { BlankNodeNames, type RepeatNumbers } from './blankNodeNames.ts';
import { lookAheadEnd } from './lexer.ts';
import { type ParseOutput, parseStatements } from './parser.ts';
import type { Scope } from './scope.ts';
import { compactSlices, ScopeChange } from './scopeChange.ts';
import { type ChunkSlice, StatementSequence } from './statementSequence.ts';
import { mayLookBack, windowEnd, windowStart } from './textWindow.ts';

/** The statements with the same key. */
interface Numbers {
  /** The old statements in order, with their numbers. */
  readonly old: readonly { readonly ordinal: number; readonly repeat: number }[];
  /** How many of these were examined. */
  passed: number;
  readonly taken: Set<number>;
  /** No number below this one is free. */
  lowest: number;
}

/**
 * Numbers statements that are read again: each gets the smallest number that no other statement with its key has. A
 * statement keeps its number until reading has passed it. So a statement that is read again with the same key gets its
 * own number back, and statements that are not read again keep theirs.
 */
class KeptRepeatNumbers implements RepeatNumbers {
  readonly #old: StatementSequence;
  readonly #removed: readonly ChunkSlice[];
  readonly #added: readonly ChunkSlice[];
  readonly #first: number;
  /** The old statements from `first` up to this one (exclusive) are no longer in the document. */
  #last: number;
  readonly #byKey = new Map<string, Numbers>();

  /**
   * @param removed what was removed from the old document before.
   * @param added what was parsed instead.
   * @param first the old statement from which on statements are read again now.
   */
  constructor(
    old: StatementSequence,
    removed: readonly ChunkSlice[],
    added: readonly ChunkSlice[],
    first: number,
  ) {
    this.#old = old;
    this.#removed = removed;
    this.#added = added;
    this.#first = first;
    this.#last = first;
  }

  /** Records that the old statements from `first` up to an ordinal (exclusive) are no longer in the document. */
  free(last: number): void {
    this.#last = last;
  }

  take(key: string): number {
    const numbers = this.#byKey.get(key) ?? this.#find(key);
    const { old, taken } = numbers;
    for (; numbers.passed < old.length; numbers.passed++) {
      const { ordinal, repeat } = old[numbers.passed]!;
      if (ordinal >= this.#last) break;
      if (ordinal < this.#first) continue;
      taken.delete(repeat);
      numbers.lowest = Math.min(numbers.lowest, repeat);
    }
    while (taken.has(numbers.lowest)) numbers.lowest++;
    taken.add(numbers.lowest);
    return numbers.lowest;
  }

  #find(key: string): Numbers {
    const old: { readonly ordinal: number; readonly repeat: number }[] = [];
    for (const chunk of this.#old.chunks) {
      for (const { statement, value } of chunk.namesWith(key)) {
        const ordinal = this.#old.ordinal(chunk, statement);
        const isRemoved = this.#removed.some(
          (slice) => slice.chunk === chunk && slice.first <= statement && statement < slice.last,
        );
        if (ordinal !== undefined && !isRemoved) old.push({ ordinal, repeat: value.repeat });
      }
    }
    old.sort((a, b) => a.ordinal - b.ordinal);
    const taken = new Set(old.map(({ repeat }) => repeat));
    for (const { chunk } of this.#added) {
      for (const { value } of chunk.namesWith(key)) taken.add(value.repeat);
    }
    const numbers = { old, passed: 0, taken, lowest: 0 };
    this.#byKey.set(key, numbers);
    return numbers;
  }
}

/*
 * Reparses a changed text only where its statements may have changed. A statement is parsed again when the text that
 * its parsing examined has changed. For most statements that is their own text and a few characters after it. For
 * statements with errors it is all of the look-ahead, which was recorded when they were parsed, and their line back to
 * its start, because the indentation tells where such a statement may end.
 *
 * From such a statement, parsing continues until it reaches the start of a known statement that need not be parsed
 * again, with the same prefixes in scope. From there on, the parser could only repeat itself, so the result is exactly
 * that of parsing the whole text. When other prefixes are in scope, this holds up to the first statement that uses one
 * of them.
 *
 * Parsing takes a window of the text, because visiting every character of a large text would take longer than an edit
 * may. If the window turns out to be too small, a larger one is parsed.
 */

/** A parsed text and the change to it. */
export interface ReparseInput {
  readonly uri: string;
  readonly textBefore: ReadableText;
  readonly statements: StatementSequence;
  /** The prefixes and base at the end. */
  readonly scope: Scope;
  readonly text: ReadableText;
  /** Should be no larger than necessary: see `changeBetween`. */
  readonly change: ReplacedRange;
}

export interface ReparseOutput {
  readonly statements: StatementSequence;
  /** The prefixes and base at the end; the same object as before when nothing changed. */
  readonly scope: Scope;
  /** The statements that left the document and those that are new in it, in order. */
  readonly removed: readonly ChunkSlice[];
  readonly added: readonly ChunkSlice[];
}

/** Reparses a text after a change. The result is the same as parsing the whole new text. */
export function reparse(changed: ReparseInput): ReparseOutput {
  return new Rereader(changed).run();
}

class Rereader {
  readonly #uri: string;
  readonly #old: StatementSequence;
  readonly #oldText: ReadableText;
  readonly #oldScope: Scope;
  readonly #scopes: ScopeChange;
  readonly #text: ReadableText;
  readonly #change: ReplacedRange;
  /** What to add to offsets after the change. */
  readonly #shift: number;
  /** The old statements to parse again, each with the end of the old text that it depends on. */
  readonly #stale: ReadonlyMap<number, number>;
  readonly #slices: ChunkSlice[] = [];
  readonly #removed: ChunkSlice[] = [];
  readonly #added: ChunkSlice[] = [];
  #declaresTheSame: boolean = true;
  /** The next statement to parse again because its prefixes changed. */
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
    // The gap with the change is always parsed again, because it may contain comments.
    const gap = old.before(this.#change.end - 1) + 1;
    const starts = [...new Set([...this.#stale.keys(), gap])].sort((a, b) => a - b);
    // The old statement up to which the text was processed.
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
      // All earlier statements end before it and examine nothing beyond.
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
   * Keeps old statements on one side of the change, from an ordinal (or the start of the text) up to another one
   * (exclusive), with the text up to an offset.
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

  /** Parses from the end of the statement before `first`. Returns the ordinal of the old statement to continue with. */
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

  /** Where parsing that starts before an old statement is expected to end. */
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

  /** Parses a window of the text. Undefined when the text after the window may make a difference. */
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
    // The first old statement that may still be there, and the first one from there on that may have a new meaning.
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

  /** True when an old statement starts before an offset of the new text, or started there in removed text. */
  #startsBefore(ordinal: number, position: number): boolean {
    const start = this.#old.start(ordinal);
    const isRemoved = this.#change.start <= start && start < this.#change.end;
    return isRemoved ? this.#change.start <= position : this.#moved(start) < position;
  }

  /** The offset in the new text; for removed text, the offset where it was. */
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

/** This many statements are parsed in one go, with those between them, rather than one by one. */
const maxSeparate = 32;

/** When this much text lies between two statements to parse again, it is not parsed with them. */
const worthKeeping = 16_384;

/** Used as the ordinal of a statement when there is none. */
const none = Number.POSITIVE_INFINITY;

/** How much text after the change is usually enough: the next statement mostly starts within it. */
const enough = 300;
