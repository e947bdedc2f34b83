import type { Lexer } from './lexer.ts';
import { statementFlags } from './parsedChunk.ts';
import type { ParsedChunkBuilder } from './parsedChunkBuilder.ts';
import { Scope } from './scope.ts';
import { excerpt } from './sourceText.ts';
import type { FrameKind, StatementBuilder } from './statementBuilder.ts';
import type { StatementStarts } from './statementStarts.ts';
import { tag } from './tape.ts';
import { isOfLines } from './textFormat.ts';
import { foundToken, objectMessage, subjectMessage, verbMessage } from './tokenMessages.ts';

/**
 * What the parser expects next: `separator` after an object, `item` inside a collection, `part` inside a triple term or a
 * reified triple, `done` after the statement.
 */
export type ParserState = 'subject' | 'verb' | 'object' | 'separator' | 'item' | 'part' | 'done';

/*
 * Unreadable text costs as little as possible, but nothing is guessed:
 *
 * - A statement with errors keeps the parts that were complete: predicates with readable objects, and property lists
 *   that were closed. An unclosed bracket, a list with an unreadable item, a term with an undeclared prefix, and
 *   everything after a place where the structure is uncertain state nothing.
 * - After an error inside a `;` list, parsing continues after the next `;` of the same list.
 * - A dot ends the statement, even inside brackets, where Turtle allows none. A missing dot is noticed when a line
 *   without indentation starts with what can only be a statement: subject, predicate and object in a row.
 * - An unclosed single-line string ends at the line end. An unclosed multi-line string swallows the text up to the
 *   next multi-line string; the statements in it are found again by the same test at line starts.
 * - A brace of TriG ends what is open before it.
 */

/** Continues after a token that is not allowed where it is. */
export class ErrorRecovery {
  readonly #lexer: Lexer;
  readonly #starts: StatementStarts;
  readonly #chunk: ParsedChunkBuilder;
  readonly #builder: StatementBuilder;
  #scope = new Scope('');

  constructor(lexer: Lexer, starts: StatementStarts, chunk: ParsedChunkBuilder, builder: StatementBuilder) {
    this.#lexer = lexer;
    this.#starts = starts;
    this.#chunk = chunk;
    this.#builder = builder;
  }

  /** @param scope the prefixes that are declared in the text to come. */
  begin(scope: Scope): void {
    this.#scope = scope;
  }

  unexpectedSubject(): ParserState {
    this.#error(subjectMessage(this.#lexer));
    return this.#skipStatement();
  }

  unexpectedVerb(): ParserState {
    const lexer = this.#lexer;
    const { frame } = this.#builder;
    const first = frame.kind === 'statement' && frame.pairs === 0;
    const { kind } = lexer;
    const message =
      kind === '.' && !first ? this.#unclosed() : verbMessage(lexer, first ? 'subject' : undefined);
    if (this.#endAtNextStatement(message)) return 'done';
    // When an object is where the first predicate should be, the subject may be missing.
    const isObject = kind !== 'junk' && (kind !== 'word' || lexer.is('true') || lexer.is('false'));
    return this.#skip(first && isObject ? 'statement' : 'pair');
  }

  unexpectedObject(): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const { frame } = builder;
    const { kind } = lexer;
    const nested = frame.kind !== 'statement';
    const message =
      kind === '.' && nested ? this.#unclosed() : objectMessage(lexer, this.#currentPredicate());
    if (this.#endAtNextStatement(message)) return 'done';
    switch (kind) {
      case '.':
        return nested ? this.#skip('statement') : 'separator';
      case ';':
      case ',':
        if (builder.hasObjects) return 'separator';
        // Subject, predicate or object is missing. When it may be the subject, the rest of the statement has none
        // either.
        if (!nested && frame.pairs === 0) return this.#skip('statement');
        builder.dropPredicate();
        return this.#skip('pair');
      case ']':
      case '|}':
        return nested ? 'separator' : this.#skip('pair');
      case ')':
        return this.#skip('pair');
    }
    lexer.advance();
    return this.afterUnreadable();
  }

  unexpectedSeparator(): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const { frame } = builder;
    const { kind } = lexer;
    if (this.#endInsideLongString()) return 'done';
    const message =
      kind === '.'
        ? this.#unclosed()
        : `Expected ${this.#separators(frame.kind)} after the object, found ${foundToken(lexer)}.`;
    if (this.#endAtNextStatement(message)) return 'done';
    if (this.#isDoubtful()) builder.dropObject();
    if (kind === 'junk') lexer.advance();
    if (frame.kind === 'statement' && this.#starts.anywhere(lexer.start)) return this.#finish();
    return this.#skip('pair');
  }

  /** What may follow an object. */
  #separators(kind: FrameKind): string {
    const { format } = this.#scope;
    if (!isOfLines(format)) return `';', ',' or '${closerOf[kind]}'`;
    return format.name === 'N-Quads' ? "'.' or the name of a graph" : "'.'";
  }

  /** Handles what follows the name of a graph in N-Quads. */
  unexpectedAfterGraph(): ParserState {
    const message = `Expected '.' after the name of the graph, found ${foundToken(this.#lexer)}.`;
    return this.#endAtNextStatement(message) ? 'done' : this.#skip('statement');
  }

  unexpectedItem(): ParserState {
    const lexer = this.#lexer;
    const { kind } = lexer;
    const { frame } = this.#builder;
    const isOver = kind === '.' || kind === ';' || kind === ']' || isBoundary(lexer);
    // A list that is already unreadable needs only one error.
    if (isOver || !frame.damaged) {
      const message = isOver
        ? this.#unclosed()
        : kind === ','
          ? "Expected an item or ')', found ','. Items are separated by white space."
          : `Expected an item or ')', found ${foundToken(lexer)}.`;
      if (this.#endAtNextStatement(message)) return 'done';
    }
    if (isOver) return this.#skip('statement');
    lexer.advance();
    return 'item';
  }

  /** Handles a token that can't be the next part of a triple. What the statement has before the triple is kept. */
  unexpectedPart(): ParserState {
    const { kind, pairs } = this.#builder.frame;
    const closer = `'${closerOf[kind]}'`;
    const expected =
      ['the subject of a triple', 'the predicate of a triple', 'the object of a triple'][pairs] ?? closer;
    const message = `Expected ${expected}, found ${foundToken(this.#lexer)}.`;
    return this.#endAtNextStatement(message) ? 'done' : this.#skip('statement');
  }

  /** Handles a triple term that is nested too deeply, which is an attack or a mistake. */
  tooDeep(): ParserState {
    this.#builder.markDamage();
    this.#error('Triples are nested too deeply here: 64 levels are read.');
    return this.#skip('statement');
  }

  /** Skips an annotation of a triple that is unreadable, which was reported. */
  unreadableAnnotation(): ParserState {
    this.#builder.markDamage();
    return this.#skip('pair');
  }

  /** Continues after an unreadable object: with the separator if one follows, else after the rest of the pair. */
  afterUnreadable(): ParserState {
    this.#builder.markDamage();
    this.#builder.dropObject();
    const { frame } = this.#builder;
    if (frame.kind === 'collection') return 'item';
    if (frame.isTriple) {
      frame.pairs++;
      return 'part';
    }
    switch (this.#lexer.kind) {
      case ',':
      case ';':
      case '.':
      case ']':
        return 'separator';
    }
    return this.#skip('pair');
  }

  /** Handles an unclosed single-line string, which has swallowed the separator after it. */
  afterUnclosedString(): ParserState {
    const builder = this.#builder;
    const { previousEnd, text } = this.#lexer;
    const last = text
      .slice(Math.max(builder.start, previousEnd - 100), previousEnd)
      .trimEnd()
      .at(-1);
    builder.markDamage();
    builder.dropObject();
    if (last === '.') return this.#finish();
    if (!builder.frame.isBlock || last !== ';') return this.afterUnreadable();
    builder.endPair();
    return 'verb';
  }

  /** Handles an unclosed multi-line string. */
  atUnclosedLongString(): ParserState {
    const builder = this.#builder;
    const { start, end, problem } = this.#lexer;
    this.#chunk.error(problem!);
    builder.markDamage();
    builder.dropObject();
    const restart = this.#statementInside(start, end);
    if (restart !== undefined) {
      this.#goBack(restart);
      this.#endBefore(restart);
      return 'done';
    }
    this.#lexer.advance();
    return this.#finish();
  }

  /**
   * Reports an error at the current token. When that token, or one shortly before it, starts another statement, ends
   * this statement there and returns true.
   */
  #endAtNextStatement(message: string): boolean {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const inCollection = builder.frame.kind === 'collection';
    builder.markDamage();
    if (lexer.kind === 'end') {
      this.#chunk.error({ range: { start: lexer.previousEnd, end: lexer.previousEnd }, message });
      this.#finish();
      return true;
    }
    const indentation = this.#starts.indentation(builder.start);
    if (isBrace(lexer) || this.#starts.atLine(lexer.start, indentation, inCollection)) {
      this.#error(message);
      this.#finish();
      return true;
    }
    const from = Math.max(builder.start, builder.settled);
    const restart = this.#starts.before(lexer.start, from, indentation, inCollection);
    if (restart === undefined) {
      this.#error(message);
      return false;
    }
    this.#goBack(restart);
    this.#error(
      `Expected the statement above to end with '.', found ${foundToken(lexer)}, which starts another one.`,
    );
    this.#endBefore(restart);
    return true;
  }

  /**
   * When a token directly follows a multi-line string, the string may have lost its end and run into the start of the
   * next string. If it has swallowed a statement, ends this statement before that and returns true.
   */
  #endInsideLongString(): boolean {
    const builder = this.#builder;
    const { data } = this.#chunk.tape;
    const { object } = builder.frame;
    if (object < 0 || data[object + 1] !== tag.string) return false;
    const start = builder.start + data[object + 2]!;
    if (builder.start + data[object + 3]! !== builder.settled) return false;
    const restart = this.#statementInside(start, builder.settled);
    if (restart === undefined) return false;
    const delimiter = this.#lexer.text.slice(start, start + 3);
    builder.markDamage();
    this.#goBack(restart);
    this.#chunk.error({
      range: { start, end: start + 3 },
      message: `This string is not closed before the next statement. Add ${delimiter} at its end.`,
    });
    this.#endBefore(restart);
    return true;
  }

  #statementInside(start: number, end: number): number | undefined {
    const indentation = this.#starts.indentation(this.#builder.start);
    return this.#starts.inside(start, end, indentation, this.#scope.prefixes);
  }

  /** Discards what was read from an earlier token on, and moves back to that token. */
  #goBack(restart: number): void {
    this.#chunk.takeBack(restart);
    this.#lexer.seek(restart);
  }

  #endBefore(restart: number): void {
    const { start } = this.#builder;
    this.#builder.cutBehind(restart);
    this.#builder.end(start + this.#lexer.text.slice(start, restart).trimEnd().length, 0);
  }

  #finish(): ParserState {
    this.#builder.finish(0);
    return 'done';
  }

  /** Ends the statement after the current token, a dot. */
  #finishAtDot(): ParserState {
    this.#lexer.advance();
    this.#builder.finish(statementFlags.dotted);
    return 'done';
  }

  /**
   * Skips to where parsing can continue: the end of the current pair, or of the statement when brackets do not match.
   */
  #skip(upTo: 'pair' | 'statement'): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const indentation = this.#starts.indentation(builder.start);
    const open: string[] = [];
    let openCollections = 0;
    let target = upTo;
    for (;;) {
      const inCollection = builder.frame.kind === 'collection' || openCollections > 0;
      if (isBoundary(lexer) || this.#starts.atLine(lexer.start, indentation, inCollection)) {
        return this.#finish();
      }
      switch (lexer.kind) {
        case '.':
          return this.#finishAtDot();
        case ';':
          if (open.length === 0 && target === 'pair') return 'separator';
          break;
        case '[':
        case '(':
        case '<<':
        case '<<(':
        case '{|':
          open.push(closers[lexer.kind]);
          if (lexer.kind === '(') openCollections++;
          break;
        case ']':
        case ')':
        case '>>':
        case ')>>':
        case '|}': {
          const expected = open.pop();
          if (expected === ')') openCollections--;
          if (expected === lexer.kind) break;
          if (
            open.length === 0 &&
            target === 'pair' &&
            builder.frame.kind !== 'statement' &&
            lexer.kind === closerOf[builder.frame.kind] &&
            builder.frame.isBlock
          ) {
            return 'separator';
          }
          target = 'statement';
          builder.distrust();
          break;
        }
      }
      this.#passSkipped();
    }
  }

  /** Skips a statement without a readable subject. */
  #skipStatement(): ParserState {
    const lexer = this.#lexer;
    for (;;) {
      const dot = lexer.kind === '.';
      this.#passSkipped();
      if (isBoundary(lexer) || this.#starts.atLine(lexer.start, 0, false)) break;
      if (
        dot &&
        (lexer.kind === '[' ||
          lexer.kind === '(' ||
          lexer.kind === '<<' ||
          this.#starts.anywhere(lexer.start))
      )
        break;
    }
    return this.#finish();
  }

  /**
   * Skips a token. A quote attached to a word closes a string whose opening quote is missing, so it opens none. A
   * multi-line string ends before the first statement that it seems to contain.
   */
  #passSkipped(): void {
    const lexer = this.#lexer;
    if (lexer.kind === 'string') {
      const isGlued = lexer.start === lexer.previousEnd && lexer.start > 0;
      if (isGlued && !'[](),;^'.includes(lexer.text[lexer.start - 1]!)) {
        lexer.seek(lexer.start + lexer.quotes);
        return;
      }
      const restart = lexer.quotes === 3 ? this.#statementInside(lexer.start, lexer.end) : undefined;
      if (restart !== undefined) {
        lexer.seek(restart);
        return;
      }
    }
    lexer.advance();
  }

  /**
   * True when the following text makes it unlikely that the preceding text was meant as the object. A string that
   * touches the next token has lost a quote; a string that is followed by something else on its line may have lost a
   * language tag or datatype; a term that starts a line and is followed by another term is a predicate after an
   * unfinished pair.
   */
  #isDoubtful(): boolean {
    const lexer = this.#lexer;
    const { data } = this.#chunk.tape;
    const { frame, start: origin } = this.#builder;
    const { object, predicate } = frame;
    if (object < 0) return false;
    const kind = data[object + 1]!;
    const start = origin + data[object + 2]!;
    const end = origin + data[object + 3]!;
    const isLiteral = kind >= tag.number && kind <= tag.typedString;
    if (lexer.start === end && (lexer.kind === 'string' || isLiteral)) return true;
    if (kind === tag.string && lexer.kind === 'junk') return true;
    if (predicate < 0 || lexer.hasLineEnd(end, lexer.start)) return false;
    if (kind === tag.string) return true;
    return lexer.hasLineEnd(origin + data[predicate + 4]!, start);
  }

  /** The text of the current predicate. */
  #currentPredicate(): string | undefined {
    const { data } = this.#chunk.tape;
    const { frame, start } = this.#builder;
    const { predicate } = frame;
    if (predicate < 0) return undefined;
    return this.#lexer.text.slice(start + data[predicate + 3]!, start + data[predicate + 4]!);
  }

  /** That the current bracket is not closed. The text behind it shows which one it is. */
  #unclosed(): string {
    const { frame, start } = this.#builder;
    const { text } = this.#lexer;
    const from = start + this.#chunk.tape.data[frame.at + 1]!;
    return `Expected '${closerOf[frame.kind]}': ${excerpt(text.slice(from, this.#lexer.start).trimEnd())} is not closed.`;
  }

  #error(message: string): void {
    this.#chunk.error({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }
}

const closers = { '[': ']', '(': ')', '<<': '>>', '<<(': ')>>', '{|': '|}' } as const;

const closerOf: Readonly<Record<FrameKind, string>> = {
  statement: '.',
  propertyList: ']',
  collection: ')',
  tripleTerm: ')>>',
  reifiedTriple: '>>',
  annotation: '|}',
};

function isBrace({ kind }: Lexer): boolean {
  return kind === '{' || kind === '}';
}

/** True where nothing more can belong to a statement. */
function isBoundary(lexer: Lexer): boolean {
  return lexer.kind === 'end' || isBrace(lexer);
}
