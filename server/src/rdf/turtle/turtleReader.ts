import type { Rope } from '../../base/rope.ts';
import { BlankNodeNames, NewRepeatNumbers } from './blankNodeNames.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import { chunkOf, type ParsedPart } from './parsedPart.ts';
import { type ParseOutput, parseStatements } from './parser.ts';
import { Scope } from './scope.ts';
import { type ChunkSlice, StatementSequence } from './statementSequence.ts';
import type { TextFormat } from './textFormat.ts';
import { statementsForSure, windowStart } from './textWindow.ts';
import { TurtleDocument } from './turtleDocument.ts';

/**
 * Reads a long text part by part. Each part is parsed after the last statement that the parser could not have read
 * differently if it had known more; what follows it is parsed again with the next part. So the document is the same as if
 * it were read from the whole text, errors and blank nodes included, but memory never holds more of the text than a part
 * and the statement that it ends in.
 */
export class TurtleReader {
  readonly #uri: string;
  readonly #repeats = new NewRepeatNumbers();
  readonly #names: BlankNodeNames;
  readonly #slices: ChunkSlice[] = [];
  #scope: Scope;
  /** The text that is not read yet, with what the parser may have to see before it. */
  #window = '';
  /** Where the window starts in the text. */
  #windowStart = 0;
  /** Where parsing goes on, in the window. */
  #from = 0;
  /** The window is not parsed again before it has this length. */
  #enough = 0;

  constructor(uri: string, format: TextFormat | undefined) {
    this.#uri = uri;
    this.#names = new BlankNodeNames(uri, this.#repeats);
    this.#scope = new Scope(uri, [], format);
  }

  /** True when nothing of what was added depends on what follows: it may be parsed elsewhere. */
  get isSettled(): boolean {
    return this.#from === this.#window.length;
  }

  /**
   * @param behind the beginning of what follows, where the text ends with a line; it is added later.
   * @throws LongStatementError
   */
  add(text: string, behind = ''): void {
    if (this.#window.length + text.length > longestWindow)
      throw new LongStatementError(
        this.#scope.format?.name === 'TriG'
          ? 'TriG is read whole, and this is longer than 256 MB: convert it to N-Quads, which is read in parts'
          : 'a statement, or an error in it, is longer than 256 MB',
      );
    this.#window += text;
    // What a statement of TriG states depends on braces that may be far from it.
    if (this.#scope.format?.name === 'TriG' || this.#window.length < this.#enough) return;
    const scope = this.#scope.copy();
    const seen = this.#window + behind;
    const { chunk } = this.#parse(scope, seen);
    const end = this.#window.length;
    const sure = statementsForSure(chunk, seen);
    const added = chunk.statementBefore(end - 1) + 1;
    const isSettled = behind !== '' && sure >= added && (added === 0 || chunk.end(added - 1) <= end);
    const count = Math.min(sure, added);
    if (count === 0 && !isSettled) {
      this.#enough = 2 * this.#window.length;
      for (const { value } of chunk.parts.names) this.#repeats.giveBack(value.key);
      return;
    }
    for (const { statement, value } of chunk.parts.names) {
      if (statement >= count) this.#repeats.giveBack(value.key);
    }
    for (const { statement, value } of chunk.parts.declarations) {
      if (statement < count) this.#scope.declare(value);
    }
    this.#keep(chunk, count, isSettled ? end : chunk.end(count - 1));
    this.#enough = 0;
  }

  /** Adds lines that were parsed elsewhere, where all that was added before is settled. They are used up. */
  addParsed(part: ParsedPart): void {
    const { from, to } = part;
    const chunk = chunkOf(part, this.#names);
    const shift = this.#windowStart + this.#from - from;
    this.#slices.push({ chunk, first: 0, last: chunk.count, from, to, shift });
    this.#window = '\n';
    this.#windowStart = shift + to - 1;
    this.#from = 1;
  }

  /**
   * A document of the statements that were read since the last call, which the reader forgets.
   *
   * @param rope the text that was added.
   */
  take(rope: Rope): TurtleDocument {
    const statements = new StatementSequence(this.#slices.splice(0));
    return TurtleDocument.ofStatements(this.#uri, rope, statements, this.#scope.copy());
  }

  /** A document of the rest, and of all if nothing was taken. @param rope the text that was added. */
  end(rope: Rope): TurtleDocument {
    const { chunk, end } = this.#parse(this.#scope, this.#window);
    this.#keep(chunk, chunk.count, end);
    return this.take(rope);
  }

  /** Adds the declarations of a text to a scope. @param text the window, with what may be known of what follows. */
  #parse(scope: Scope, text: string): ParseOutput {
    return parseStatements({ text, from: this.#from, scope, names: this.#names });
  }

  /** Keeps the first statements of a chunk, and continues after them. */
  #keep(chunk: ParsedChunk, count: number, end: number): void {
    this.#slices.push({ chunk, first: 0, last: count, from: this.#from, to: end, shift: this.#windowStart });
    const start = windowStart(this.#window, end);
    this.#window = this.#window.slice(start);
    this.#windowStart += start;
    this.#from = end - start;
  }
}

/** A part of a text that has to be read as a whole is too long. The message is a sentence without its full stop. */
export class LongStatementError extends Error {
  override readonly name = 'LongStatementError';
}

/** In UTF-16 units. */
const longestWindow = 256 * 1024 * 1024;
