import { copyString } from '../../base/copyString.ts';
import { IntList } from './intList.ts';
import {
  type BlankNodeNameUse,
  type Declaration,
  type DirectiveBody,
  ParsedChunk,
  type StatementNote,
  statementFlags,
} from './parsedChunk.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import { Tape } from './tape.ts';

/**
 * Builds a chunk statement by statement. Notes apply to the next statement to be added. A builder can be reused for
 * further chunks, which saves memory and time.
 */
export class ParsedChunkBuilder {
  readonly tape = new Tape();
  declarations: StatementNote<Declaration>[] = [];
  readonly #rows = new IntList();
  readonly #comments = new IntList();
  readonly #newTokens = new IntList();
  readonly #unsettled = new IntList();
  #errors: StatementNote<TurtleSyntaxError>[] = [];
  #directives = new Map<number, DirectiveBody>();
  #names: StatementNote<BlankNodeNameUse>[] = [];
  /** The number of the next statement. */
  #statement = 0;
  #errorsBefore = 0;

  /** Resets the builder for another text. */
  begin(): void {
    this.tape.begin();
    this.#rows.clear();
    this.#comments.clear();
    this.#newTokens.clear();
    this.#unsettled.clear();
    this.declarations = [];
    this.#errors = [];
    this.#directives = new Map();
    this.#names = [];
    this.#statement = 0;
    this.#errorsBefore = 0;
  }

  /** Adds a statement that was parsed without errors up to a closing dot. */
  addSettled(start: number, end: number, kind: number): void {
    this.#add(start, end, kind | statementFlags.settled);
  }

  /** @param reach the end of the text that the reading of the statement depended on. */
  addUnsettled(start: number, end: number, flags: number, reach: number): void {
    this.#unsettled.pushPair(this.#statement, reach);
    this.#add(start, end, flags);
  }

  /** Comments that were already seen are skipped, because the lexer may go back. */
  comment(start: number, end: number): void {
    const { data, length } = this.#comments;
    if (length > 0 && data[length - 2]! >= start) return;
    this.#comments.pushPair(start, end);
  }

  /** Notes a token that came with RDF 1.2. Like a comment, it may be seen again. */
  newToken(start: number, end: number): void {
    const { data, length } = this.#newTokens;
    if (length > 0 && data[length - 2]! >= start) return;
    this.#newTokens.pushPair(start, end);
  }

  /** Copies the message, which may quote the text. */
  error(error: TurtleSyntaxError): void {
    const value = { ...error, message: copyString(error.message) };
    this.#errors.push({ statement: this.#statement, value });
  }

  /** True when the next statement has errors. */
  get hasErrors(): boolean {
    return this.#errors.length > this.#errorsBefore;
  }

  directive(body: DirectiveBody): void {
    this.#directives.set(this.#statement, body);
  }

  declare(declaration: Declaration): void {
    this.declarations.push({ statement: this.#statement, value: declaration });
  }

  name(use: BlankNodeNameUse): void {
    this.#names.push({ statement: this.#statement, value: use });
  }

  /** Discards the errors, comments and notes of tokens from an offset on. */
  takeBack(offset: number): void {
    while (this.#errors.length > 0 && this.#errors.at(-1)!.value.range.start >= offset) this.#errors.pop();
    for (const pairs of [this.#comments, this.#newTokens])
      while (pairs.length > 0 && pairs.data[pairs.length - 2]! >= offset) pairs.cut(pairs.length - 2);
  }

  /** @param loneSurrogates where halves of surrogate pairs stand alone. */
  finish(loneSurrogates: readonly number[]): ParsedChunk {
    // The end of the last statement on the tape.
    this.#add(0, 0, 0);
    return new ParsedChunk({
      rows: this.#rows.toArray(),
      tape: this.tape.toArray(),
      comments: this.#comments.toArray(),
      newTokens: this.#newTokens.toArray(),
      loneSurrogates: Int32Array.from(loneSurrogates),
      unsettled: this.#unsettled.toArray(),
      errors: this.#errors,
      directives: this.#directives,
      declarations: this.declarations,
      names: this.#names,
    });
  }

  #add(start: number, end: number, flags: number): void {
    const rows = this.#rows;
    rows.pushPair(start, end);
    rows.pushPair(flags, this.tape.origin);
    this.tape.endStatement();
    this.#statement++;
    this.#errorsBefore = this.#errors.length;
  }
}
