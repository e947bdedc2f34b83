import { lazy } from '../base/lazy.ts';
import type { TextRange } from '../base/textRange.ts';
import { forPairs } from './intPairs.ts';
import { loneSurrogateError } from './loneSurrogates.ts';
import { type Declaration, type Noted, notesOf, type Reading } from './reading.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type { BaseStatement, PrefixStatement, Statement } from './syntaxTree.ts';
import { statementOf } from './tapedStatement.ts';

/** Text of a reading that stands in a document, with the statements in it. */
export interface Stretch {
  readonly reading: Reading;
  /** The numbers of the statements: from `first` to before `last`. */
  readonly first: number;
  readonly last: number;
  /** The text, in offsets of the reading. Comments outside of it are not in the document. */
  readonly from: number;
  readonly to: number;
  /** What makes an offset of the reading one of the document. */
  readonly shift: number;
}

/**
 * The statements of a document, put together from stretches that follow one another, with nothing but white space
 * between them. Statements have ordinals: their numbers in the document. Immutable; all offsets are those of the document.
 */
export class StatementSequence {
  readonly stretches: readonly Stretch[];
  /** How many statements there are. */
  readonly length: number;
  /** The ordinal of the first statement of each stretch. */
  readonly #ordinals: Int32Array;
  readonly #made = new Map<number, Statement>();
  readonly #all: () => readonly Statement[];
  readonly #numbers: () => ReadonlyMap<Reading, readonly number[]>;
  readonly #declarations: () => readonly Noted<Declaration>[];

  constructor(stretches: readonly Stretch[]) {
    this.stretches = stretches;
    this.#ordinals = new Int32Array(stretches.length);
    let ordinal = 0;
    for (const [i, { first, last }] of stretches.entries()) {
      this.#ordinals[i] = ordinal;
      ordinal += last - first;
    }
    this.length = ordinal;
    this.#all = lazy(() => Array.from({ length: ordinal }, (_, i) => this.at(i)));
    this.#numbers = lazy(() => stretchesOfReadings(stretches));
    this.#declarations = lazy(() => this.#findDeclarations());
  }

  /** All statements, in order. */
  all(): readonly Statement[] {
    return this.#all();
  }

  /** The statement with an ordinal; the same object whenever it is asked for. */
  at(ordinal: number): Statement {
    let statement = this.#made.get(ordinal);
    if (statement === undefined) {
      statement = this.copyAt(ordinal);
      this.#made.set(ordinal, statement);
    }
    return statement;
  }

  /** The statement with an ordinal, as an object that is not kept. */
  copyAt(ordinal: number): Statement {
    const { stretch, number } = this.#find(ordinal);
    return statementOf(stretch.reading, number, stretch.shift);
  }

  start(ordinal: number): number {
    const { stretch, number } = this.#find(ordinal);
    return stretch.reading.start(number) + stretch.shift;
  }

  end(ordinal: number): number {
    const { stretch, number } = this.#find(ordinal);
    return stretch.reading.end(number) + stretch.shift;
  }

  /** The ordinal of the last statement that starts at or before an offset, -1 when there is none. */
  before(offset: number): number {
    let low = 0;
    let high = this.stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { from, shift } = this.stretches[middle]!;
      if (from + shift <= offset) low = middle + 1;
      else high = middle;
    }
    const stretch = this.stretches[low - 1];
    if (stretch === undefined) return -1;
    const number = Math.min(stretch.reading.statementBefore(offset - stretch.shift), stretch.last - 1);
    return this.#ordinals[low - 1]! + number - stretch.first;
  }

  /** The readings that the document is made of. */
  get readings(): Iterable<Reading> {
    return this.#numbers().keys();
  }

  /** The ordinal of a statement of a reading, undefined when it is not in the document any more. */
  ordinal(reading: Reading, number: number): number | undefined {
    const numbers = this.#numbers().get(reading) ?? [];
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.stretches[numbers[middle]!]!.first <= number) low = middle + 1;
      else high = middle;
    }
    const i = numbers[low - 1];
    if (i === undefined || number >= this.stretches[i]!.last) return undefined;
    return this.#ordinals[i]! + number - this.stretches[i]!.first;
  }

  /** The statements that declare prefixes and the base, in order. */
  directives(): readonly (PrefixStatement | BaseStatement)[] {
    const ordinals = new Set(this.#declarations().map(({ statement }) => statement));
    return [...ordinals]
      .map((ordinal) => this.at(ordinal))
      .filter((statement) => statement.kind === 'prefix' || statement.kind === 'base');
  }

  /** What directives declare from an ordinal to before another one. */
  declarationsIn(first: number, last: number): readonly Noted<Declaration>[] {
    return notesOf(this.#declarations(), first, last);
  }

  /**
   * Calls back for the statements that are not settled, in order, with the end of the text that each depends on.
   */
  forUnsettled(visit: (ordinal: number, reach: number) => void): void {
    for (const [i, { reading, first, last, shift }] of this.stretches.entries()) {
      const ordinal = this.#ordinals[i]! - first;
      forPairs(reading.parts.unsettled, first, last, (number, reach) =>
        visit(number + ordinal, reach + shift),
      );
    }
  }

  /** The first statement from an ordinal on that is not settled; the number of statements when there is none. */
  firstUnsettled(ordinal: number): number {
    let found = this.length;
    this.forUnsettled((each) => {
      if (each >= ordinal && each < found) found = each;
    });
    return found;
  }

  /** @param text of the document. */
  errors(text: string): readonly TurtleSyntaxError[] {
    const errors = this.stretches.flatMap(({ reading, first, last, shift }) =>
      notesOf(reading.parts.errors, first, last).map(({ value: { range, message } }) => ({
        range: { start: range.start + shift, end: range.end + shift },
        message,
      })),
    );
    for (const { reading, from, to, shift } of this.stretches) {
      for (const offset of reading.parts.loneSurrogates) {
        if (from <= offset && offset < to) errors.push(loneSurrogateError(text, offset + shift));
      }
    }
    return errors.sort((a, b) => a.range.start - b.range.start);
  }

  comments(): readonly TextRange[] {
    const found: TextRange[] = [];
    for (const { reading, from, to, shift } of this.stretches) {
      forPairs(reading.parts.comments, from, to, (start, end) =>
        found.push({ start: start + shift, end: end + shift }),
      );
    }
    return found;
  }

  /**
   * The stretches of the statements from an ordinal to before another one, with the text between two offsets, in
   * which these statements lie and no others.
   */
  slice(first: number, last: number, { start, end }: TextRange): readonly Stretch[] {
    const found: Stretch[] = [];
    for (const [i, stretch] of this.stretches.entries()) {
      const { reading, shift } = stretch;
      const from = Math.max(stretch.from, start - shift);
      const to = Math.min(stretch.to, end - shift);
      if (from >= to) continue;
      const number = stretch.first - this.#ordinals[i]!;
      found.push({
        reading,
        first: Math.max(stretch.first, first + number),
        last: Math.min(stretch.last, last + number),
        from,
        to,
        shift,
      });
    }
    return found;
  }

  #find(ordinal: number): { readonly stretch: Stretch; readonly number: number } {
    const ordinals = this.#ordinals;
    let low = 0;
    let high = ordinals.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ordinals[middle]! <= ordinal) low = middle + 1;
      else high = middle;
    }
    const stretch = this.stretches[low - 1];
    if (stretch === undefined || ordinal >= this.length) throw new RangeError(`no statement ${ordinal}`);
    return { stretch, number: ordinal - ordinals[low - 1]! + stretch.first };
  }

  #findDeclarations(): readonly Noted<Declaration>[] {
    return this.stretches.flatMap(({ reading, first, last }, i) =>
      notesOf(reading.parts.declarations, first, last).map(({ statement, value }) => ({
        statement: statement - first + this.#ordinals[i]!,
        value,
      })),
    );
  }
}

function stretchesOfReadings(stretches: readonly Stretch[]): ReadonlyMap<Reading, readonly number[]> {
  const numbers = new Map<Reading, number[]>();
  for (const [i, { reading }] of stretches.entries()) {
    const found = numbers.get(reading);
    if (found === undefined) numbers.set(reading, [i]);
    else found.push(i);
  }
  return numbers;
}
