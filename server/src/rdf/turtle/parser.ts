import { rdf } from '../vocab.ts';
import type { BlankNodeNames } from './blankNodeNames.ts';
import { DirectiveReader } from './directiveReader.ts';
import { ErrorRecovery, type ParserState } from './errorRecovery.ts';
import { Lexer, lookAheadEnd } from './lexer.ts';
import { type Declaration, type ParsedChunk, type StatementNote, statementFlags } from './parsedChunk.ts';
import { ParsedChunkBuilder } from './parsedChunkBuilder.ts';
import type { Scope } from './scope.ts';
import { SourceText } from './sourceText.ts';
import { StatementBuilder } from './statementBuilder.ts';
import { findLoneSurrogates } from './statementSequence.ts';
import { directiveOf, StatementStarts } from './statementStarts.ts';
import { Tape, tag } from './tape.ts';
import { TermReader } from './termReader.ts';
import { directiveProblem, isOfLines, lineProblem, type TextFormat } from './textFormat.ts';

/** What to parse, and where to start. */
export interface ParseInput {
  readonly text: string;
  /** The offset at which parsing starts; the text before it is only examined for context. */
  readonly from: number;
  /** The prefixes and the base at that offset. Parsing adds the declarations of the text. */
  readonly scope: Scope;
  readonly names: BlankNodeNames;
  /**
   * Called at the start of each statement with its offset and the declarations read so far; parsing ends there if it
   * returns true.
   */
  endsAt?(offset: number, declarations: readonly StatementNote<Declaration>[]): boolean;
}

export interface ParseOutput {
  readonly chunk: ParsedChunk;
  /** The start of the first statement that was not read; the length of the text when all were. */
  readonly end: number;
  /** The end of the text that was examined; beyond the end of the text when that end made a difference. */
  readonly reach: number;
}

/** Parses the statements of Turtle, TriG, N-Triples and N-Quads in RDF 1.2. It never fails: unreadable text is reported in the errors. */
export function parseStatements(passage: ParseInput): ParseOutput {
  const parser = idle ?? new Parser();
  idle = undefined;
  try {
    return parser.parse(passage);
  } finally {
    idle = parser;
  }
}

/**
 * Reads the text in one pass, statement by statement and without recursion, so that nesting is bounded by memory only.
 * ErrorRecovery decides what to do about errors.
 */
class Parser {
  readonly #source = new SourceText();
  readonly #chunk = new ParsedChunkBuilder();
  readonly #lexer = new Lexer(this.#source, (start, end) => this.#chunk.comment(start, end));
  readonly #starts = new StatementStarts(this.#source);
  readonly #builder = new StatementBuilder(this.#lexer, this.#starts, this.#chunk);
  readonly #tape = this.#chunk.tape;
  readonly #terms = new TermReader(this.#source, this.#lexer, this.#chunk, this.#builder);
  readonly #directives = new DirectiveReader(this.#lexer, this.#chunk, this.#builder, this.#terms);
  readonly #recovery = new ErrorRecovery(this.#lexer, this.#starts, this.#chunk, this.#builder);
  /** The format of lines that the text has to be in. */
  #format: TextFormat | undefined;
  #isInBlock: boolean = false;

  parse({ text, from, scope, names, endsAt }: ParseInput): ParseOutput {
    const source = this.#source;
    const lexer = this.#lexer;
    source.set(text);
    const { format } = scope;
    const isTriG = format?.name === 'TriG';
    this.#format = isOfLines(format) ? format : undefined;
    this.#isInBlock = false;
    lexer.hasBraces = isTriG;
    this.#starts.begin(isTriG);
    this.#chunk.begin();
    this.#builder.names = names;
    this.#terms.names = names;
    this.#terms.begin(scope);
    this.#recovery.begin(scope);
    lexer.begin();
    lexer.seek(from);
    let reach = 0;
    while (lexer.kind !== 'end' && !endsAt?.(lexer.start, this.#chunk.declarations)) {
      lexer.farthest = 0;
      this.#starts.forget();
      if (isTriG && this.#readBrace()) continue;
      const directive = directiveOf(lexer);
      if (directive !== undefined && this.#isInBlock)
        this.#problem(
          `${lexer.slice} can't be inside a graph block. Move it above the block, or close the block with '}'.`,
        );
      if (directive === undefined) this.#triples();
      else {
        const problem = directive !== 'version' && this.#format && directiveProblem(this.#format, lexer);
        if (problem) this.#chunk.error(problem);
        this.#directives.read(directive);
      }
      reach = Math.max(reach, lexer.farthest, this.#starts.farthest);
    }
    const { start: end } = lexer;
    if (this.#isInBlock) {
      // An error belongs to a statement, so a missing brace counts as one.
      this.#problem("Expected '}' at the end of the graph block.");
      this.#chunk.addUnsettled(end, end, statementFlags.skipped | statementFlags.graphEnd, end);
    }
    const result = {
      chunk: this.#chunk.finish(findLoneSurrogates(source.codes, from, end)),
      end,
      reach: lookAheadEnd(text, Math.max(reach, lexer.end)),
    };
    // Drops references to the text and to older versions of the document.
    source.clear();
    this.#builder.names = undefined;
    this.#terms.names = undefined;
    return result;
  }

  #triples(): void {
    this.#builder.begin(this.#lexer.start);
    let state: ParserState = 'subject';
    while (state !== 'done') {
      switch (state) {
        case 'subject':
          state = this.#readSubject();
          break;
        case 'verb':
          state = this.#readVerb();
          break;
        case 'object':
          state = this.#readObject();
          break;
        case 'separator':
          state = this.#readSeparator();
          break;
        case 'item':
          state = this.#readItem();
          break;
        case 'part':
          state = this.#readPart();
          break;
      }
    }
  }

  #readSubject(): ParserState {
    switch (this.#lexer.kind) {
      case 'iri':
      case 'name':
      case 'label':
        return this.#accept(this.#terms.subject());
      case '[':
        return this.#open('propertyList');
      case '(':
        return this.#open('collection');
      case '<<':
        return this.#open('reifiedTriple');
    }
    return this.#recovery.unexpectedSubject();
  }

  #readVerb(): ParserState {
    const lexer = this.#lexer;
    const { frame } = this.#builder;
    const tape = this.#tape;
    switch (lexer.kind) {
      case 'name':
      case 'iri':
        frame.predicate = tape.length;
        tape.openPredicate();
        this.#terms.predicate();
        return 'object';
      case 'word':
        if (!lexer.is('a')) break;
        frame.predicate = tape.length;
        tape.openPredicate();
        this.#terms.typePredicate();
        return 'object';
      case ']':
        if (frame.kind === 'propertyList') return this.#close();
        break;
      case '|}':
        if (frame.kind === 'annotation' && frame.pairs > 0) return this.#close();
        break;
      case '.':
        if (frame.kind === 'statement' && frame.pairs > 0) return this.#finish();
        break;
      case '}':
        if (frame.kind === 'statement' && frame.pairs > 0 && this.#isInBlock) return this.#finishUndotted();
        break;
    }
    return this.#recovery.unexpectedVerb();
  }

  #readObject(): ParserState {
    switch (this.#lexer.kind) {
      case 'name':
      case 'iri':
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
      case 'label':
        this.#builder.openObject(-1);
        return this.#readTerm();
      case '[':
        this.#builder.openObject(-1);
        return this.#open('propertyList');
      case '(':
        this.#builder.openObject(-1);
        return this.#open('collection');
      case '<<':
        this.#builder.openObject(-1);
        return this.#open('reifiedTriple');
      case '<<(':
        this.#builder.openObject(-1);
        return this.#open('tripleTerm');
      case 'word':
        if (!this.#lexer.is('true') && !this.#lexer.is('false')) break;
        this.#builder.openObject(-1);
        return this.#readTerm();
    }
    return this.#recovery.unexpectedObject();
  }

  #readSeparator(): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const { frame } = builder;
    switch (lexer.kind) {
      case ',':
        if (frame.object >= 0) this.#tape.data[frame.object] = lexer.start - builder.start;
        frame.object = -1;
        lexer.advance();
        return 'object';
      case ';': {
        const predicate = builder.endPair();
        do {
          if (predicate >= 0) this.#tape.push(lexer.start - builder.start);
          this.#terms.advanceToPredicate();
        } while (lexer.kind === ';');
        if (predicate >= 0) this.#tape.endSemicolons(predicate);
        return 'verb';
      }
      case '.':
        if (frame.kind !== 'statement') break;
        return this.#finish();
      case ']':
        if (frame.kind !== 'propertyList') break;
        builder.endPair();
        return this.#close();
      case '|}':
        if (frame.kind !== 'annotation') break;
        builder.endPair();
        return this.#close();
      case '~':
      case '{|':
        return this.#readAnnotation();
      case 'iri':
      case 'name':
      case 'label':
        if (!this.#mayNameGraph()) break;
        builder.isElsewhere = !this.#terms.isOfChosenGraph();
        return this.#readDotOfQuad();
      case '}':
        if (frame.kind === 'statement' && this.#isInBlock) return this.#finishUndotted();
        break;
    }
    return this.#recovery.unexpectedSeparator();
  }

  #readItem(): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    switch (lexer.kind) {
      case 'name':
      case 'iri':
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
      case 'label':
        builder.openObject(builder.blankNode());
        return this.#readTerm();
      case '[':
        builder.openObject(builder.blankNode());
        return this.#open('propertyList');
      case '(':
        builder.openObject(builder.blankNode());
        return this.#open('collection');
      case '<<':
        builder.openObject(builder.blankNode());
        return this.#open('reifiedTriple');
      case '<<(':
        builder.openObject(builder.blankNode());
        return this.#open('tripleTerm');
      case ')':
        return this.#close();
      case 'word':
        if (!lexer.is('true') && !lexer.is('false')) break;
        builder.openObject(builder.blankNode());
        return this.#readTerm();
    }
    return this.#recovery.unexpectedItem();
  }

  /** Reads a part of a triple term or a reified triple: subject, verb, object, the closing token. */
  #readPart(): ParserState {
    const lexer = this.#lexer;
    const { frame } = this.#builder;
    const isReified = frame.kind === 'reifiedTriple';
    switch (lexer.kind) {
      case 'iri':
      case 'name':
        if (frame.pairs === 1) return this.#readVerbOfTriple();
        if (frame.pairs > 2) break;
        return this.#readTerm();
      case 'label':
        if (frame.pairs === 1 || frame.pairs > 2) break;
        return this.#readTerm();
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
        if (frame.pairs !== 2) break;
        return this.#readTerm();
      case 'word':
        if (frame.pairs === 1 && lexer.is('a')) return this.#readVerbOfTriple();
        if (frame.pairs !== 2 || !(lexer.is('true') || lexer.is('false'))) break;
        return this.#readTerm();
      case '[':
        if (frame.pairs === 1 || frame.pairs > 2 || !this.#readAnonymous()) break;
        return this.#accept(true);
      case '<<':
        if (!isReified || frame.pairs === 1 || frame.pairs > 2) break;
        return this.#open('reifiedTriple');
      case '<<(':
        if (frame.pairs !== 2) break;
        return this.#open('tripleTerm');
      case '~':
        if (!isReified || frame.pairs !== 3) break;
        return this.#readReifierOfTriple();
      case '>>':
        if (!isReified || frame.pairs < 3) break;
        return this.#close();
      case ')>>':
        if (isReified || frame.pairs < 3) break;
        return this.#close();
    }
    return this.#recovery.unexpectedPart();
  }

  #readVerbOfTriple(): ParserState {
    const tape = this.#tape;
    if (this.#lexer.kind === 'word') this.#terms.typePredicate();
    else this.#terms.predicate();
    return this.#accept(tape.data[tape.length - 1] !== Tape.noTerm);
  }

  /** Reads `~` with the reifier after it, which a reified triple may lack. */
  #readReifierOfTriple(): ParserState {
    this.#lexer.advance();
    const { frame } = this.#builder;
    const isReadable = this.#readReifier();
    frame.pairs = 4;
    if (!isReadable) frame.damaged = true;
    return 'part';
  }

  /** Reads the reifier at the current token, if there is one; false when it is unreadable. */
  #readReifier(): boolean {
    switch (this.#lexer.kind) {
      case 'iri':
      case 'name':
      case 'label':
        return this.#terms.object();
      case '[':
        if (this.#readAnonymous()) return true;
        this.#problem("Expected an IRI, a label or '[]' as the reifier, found '['.");
        this.#builder.markDamage();
    }
    return true;
  }

  /** Reads `[]`; false at anything else. */
  #readAnonymous(): boolean {
    const lexer = this.#lexer;
    const { start } = lexer;
    if (lexer.advance() !== ']') {
      lexer.seek(start);
      return false;
    }
    const tape = this.#tape;
    const at = tape.length;
    tape.open(tag.propertyList, start - this.#builder.start, this.#builder.blankNode());
    tape.close(at, lexer.end - this.#builder.start);
    lexer.advance();
    return true;
  }

  /** Reads what follows an object: a reifier, an annotation block, or a reifier followed by a block. */
  #readAnnotation(): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const { frame } = builder;
    if (!frame.isBlock) return this.#recovery.unexpectedSeparator();
    this.#chunk.newToken(lexer.start, lexer.end);
    if (!builder.openAnnotation()) return this.#recovery.unreadableAnnotation();
    let isReadable = true;
    if (lexer.kind === '~') {
      lexer.advance();
      isReadable = this.#readReifier();
    }
    builder.beginAnnotated();
    if (!isReadable) builder.markDamage();
    if (lexer.kind === '{|') {
      this.#terms.advanceToPredicate();
      return 'verb';
    }
    builder.closeBracket(lexer.previousEnd);
    return 'separator';
  }

  #readTerm(): ParserState {
    const lexer = this.#lexer;
    const unclosedString = lexer.kind === 'string' && !lexer.closed;
    if (unclosedString && lexer.quotes === 3) return this.#recovery.atUnclosedLongString();
    const readable = this.#terms.object();
    if (unclosedString) return this.#recovery.afterUnclosedString();
    return readable ? this.#accept(true) : this.#recovery.afterUnreadable();
  }

  #open(kind: 'propertyList' | 'collection' | 'tripleTerm' | 'reifiedTriple'): ParserState {
    const lexer = this.#lexer;
    const builder = this.#builder;
    const start = lexer.start - builder.start;
    if (kind === 'tripleTerm' || kind === 'reifiedTriple') {
      this.#chunk.newToken(lexer.start, lexer.end);
      if (builder.tripleDepth === deepestTriple) return this.#recovery.tooDeep();
      builder.openBracket(kind);
      lexer.advance();
      this.#tape.open(tag[kind], start, 0);
      return 'part';
    }
    builder.openBracket(kind);
    if (kind === 'collection') {
      lexer.advance();
      this.#tape.open(tag.collection, start, rdf.nil);
      return 'item';
    }
    this.#terms.advanceToPredicate();
    this.#tape.open(tag.propertyList, start, builder.blankNode());
    return 'verb';
  }

  /** Reads the closing bracket of the current frame. */
  #close(): ParserState {
    this.#lexer.advance();
    return this.#accept(this.#builder.closeBracket(this.#lexer.previousEnd));
  }

  /** Continues after a term. An unreadable term leaves nothing on the tape. */
  #accept(readable: boolean): ParserState {
    const builder = this.#builder;
    const { frame } = builder;
    if (frame.kind === 'statement' && !frame.started) {
      frame.started = true;
      if (readable) frame.body = this.#tape.length;
      return 'verb';
    }
    if (!readable) builder.dropObject();
    if (frame.kind === 'statement' || frame.kind === 'propertyList' || frame.kind === 'annotation')
      return 'separator';
    if (frame.kind === 'collection') {
      if (!readable) builder.markDamage();
      return 'item';
    }
    if (!readable) frame.damaged = true;
    frame.pairs++;
    return 'part';
  }

  /** Reports syntax that only Turtle has, in a statement of N-Triples or N-Quads. */
  #checkLine(format: TextFormat): void {
    const { start, root } = this.#builder;
    const problem = lineProblem(format, this.#tape, root.at, { codes: this.#source.codes, start });
    if (problem) this.#chunk.error(problem);
  }

  #readDotOfQuad(): ParserState {
    return this.#lexer.kind === '.' ? this.#finish() : this.#recovery.unexpectedAfterGraph();
  }

  /** True at a term where the name of a graph is allowed: after the object of N-Quads, which have one line each. */
  #mayNameGraph(): boolean {
    const lexer = this.#lexer;
    return (
      this.#format?.name === 'N-Quads' &&
      this.#builder.frame.kind === 'statement' &&
      !lexer.hasLineEnd(lexer.previousEnd, lexer.start)
    );
  }

  #problem(message: string): void {
    this.#chunk.error({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }

  /** Ends a statement before the brace of its block, where it needs no dot. */
  #finishUndotted(): ParserState {
    this.#builder.finish(statementFlags.undotted);
    return 'done';
  }

  /** Reads the start or end of a graph block of TriG, as a statement that states nothing; false at anything else. */
  #readBrace(): boolean {
    const lexer = this.#lexer;
    const { start } = lexer;
    if (lexer.kind === '}') {
      if (!this.#isInBlock) this.#problem("This '}' closes no graph block. Remove it.");
      this.#isInBlock = false;
      this.#terms.openGraph(undefined);
      lexer.advance();
      this.#endBrace(start, statementFlags.graphEnd);
      return true;
    }
    if (!this.#isAtBlock()) return false;
    if (this.#isInBlock) this.#problem("A graph block can't be inside another one: is '}' missing above?");
    this.#isInBlock = true;
    this.#builder.begin(start);
    if (lexer.kind === 'word') lexer.advance();
    if (lexer.kind === '[') {
      lexer.advance();
      lexer.advance();
      this.#terms.openGraph(this.#builder.blankNode());
    } else if (lexer.kind === '{') this.#terms.openGraph(undefined);
    else this.#terms.openNamedGraph();
    lexer.advance();
    this.#endBrace(start, statementFlags.graph);
    return true;
  }

  #endBrace(start: number, flag: number): void {
    const { previousEnd } = this.#lexer;
    this.#chunk.addUnsettled(start, previousEnd, statementFlags.skipped | flag, this.#builder.reach());
  }

  /** True at the first token of a graph block: `{`, or the name of the graph before it, with GRAPH or without. */
  #isAtBlock(): boolean {
    const lexer = this.#lexer;
    const { start } = lexer;
    const hasKeyword = lexer.kind === 'word' && lexer.slice.toUpperCase() === 'GRAPH';
    if (hasKeyword) lexer.advance();
    const isNamed = lexer.kind === 'iri' || lexer.kind === 'name' || lexer.kind === 'label';
    const isAnonymous = lexer.kind === '[' && lexer.advance() === ']';
    if (isNamed || isAnonymous) lexer.advance();
    const isBlock = lexer.kind === '{' && (isNamed || isAnonymous || !hasKeyword);
    if (lexer.start !== start) lexer.seek(start);
    return isBlock;
  }

  /** Reads the dot that ends the statement. */
  #finish(): ParserState {
    if (this.#format && !this.#chunk.hasErrors) this.#checkLine(this.#format);
    this.#terms.advanceToSubject();
    this.#builder.finish(statementFlags.dotted);
    return 'done';
  }
}

/** How deeply triples may be nested in each other. Code that handles terms is recursive. */
const deepestTriple = 64;

/**
 * The parser for the next text. Usually one suffices; it is kept, because JavaScript engines discard optimisations for
 * a class when its last instance is collected.
 */
let idle: Parser | undefined = new Parser();
