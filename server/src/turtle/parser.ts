import type { TextRange } from '../base/textRange.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../rdf/vocab.ts';
import { BlankNodeNames } from './blankNodeNames.ts';
import { charCodes } from './characters.ts';
import { excerpt, Lexer, unescapeLocal, unescapeText } from './lexer.ts';
import { loneSurrogates } from './loneSurrogates.ts';
import { resolveIri } from './resolveIri.ts';
import { directiveOf, StatementStarts } from './statementStarts.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type { Statement } from './syntaxTree.ts';
import { Tape, tag } from './tape.ts';
import { TapedStatement } from './tapedStatement.ts';
import { TokenTable } from './tokenTable.ts';

/*
 * The parser goes through the text once, statement by statement, without recursion, so that nesting is bounded by
 * memory only. What can't be read costs as little as possible, but nothing is guessed:
 *
 * - A statement with errors keeps the parts that were complete: predicates with readable objects, property lists
 *   that were closed. An unclosed bracket, a list with an unreadable item, a term with an undeclared prefix and
 *   whatever follows a place where the structure is in doubt state nothing.
 * - After an error inside a `;` list, reading goes on behind the next `;` of the same list.
 * - A dot ends the statement, even inside brackets: Turtle has no dot there. A missing dot is noticed when a line
 *   that is not indented starts with what can only be a statement: subject, predicate and object in a row.
 * - An unclosed short string ends at the line end. An unclosed long string swallows the text up to the next long
 *   string; the statements in it are found again by the same look at line starts.
 */

export interface ParsedTurtle {
  readonly statements: readonly Statement[];
  readonly errors: readonly TurtleSyntaxError[];
  readonly comments: readonly TextRange[];
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Reads a Turtle 1.1 text. It never fails: what could not be read is in `errors`. */
export function parseTurtle(text: string, documentUri: string): ParsedTurtle {
  return new Parser(text, documentUri).parse();
}

/** What is expected next: `separator` after an object, `item` inside a collection, `done` after the statement. */
type State = 'subject' | 'verb' | 'object' | 'separator' | 'item' | 'done';

/** A statement or bracket that is being read. */
class Frame {
  readonly parent: Frame | undefined;
  readonly kind: 'statement' | 'propertyList' | 'collection';
  /** Where it starts on the tape. */
  readonly at: number;
  /** The current predicate on the tape, -1 when there is none. */
  predicate = -1;
  /** What a term on the tape is put into: the object in its `,` list, the item; -1 when there is none. */
  object = -1;
  /** Statements: true when the subject has been passed. */
  started: boolean = false;
  /** Statements: where the predicates start on the tape, -1 while there is no readable subject. */
  body = -1;
  /** The pairs passed, unreadable ones included. */
  pairs = 0;
  /** True when there was an error directly in it. */
  damaged: boolean = false;

  constructor(parent: Frame | undefined, kind: Frame['kind'], at: number) {
    this.parent = parent;
    this.kind = kind;
    this.at = at;
  }
}

class Parser {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #starts: StatementStarts;
  readonly #statements: Statement[] = [];
  readonly #errors: TurtleSyntaxError[] = [];
  readonly #comments: TextRange[] = [];
  /** A prefix whose IRI is unreadable maps to undefined: its names state nothing and are no further errors. */
  readonly #prefixes = new Map<string, string | undefined>();
  readonly #blankNodes: BlankNodeNames;
  /** The terms of tokens that were read before, by their text; emptied when a prefix or the base changes. */
  readonly #known: TokenTable;
  #base: string;

  /** The start of the current statement. */
  #start = 0;
  #damaged: boolean = false;
  #errorsBefore = 0;
  /** The start of the names of the statement's blank nodes, undefined until one is needed. */
  #blankPrefix: string | undefined;
  #blankCount = 0;
  /** Behind the last string of several lines and the last closed bracket: the lines before it are accounted for. */
  #settled = 0;
  readonly #tape: Tape;
  /** Where on the tape the first bracket or error of the statement is. */
  #doubtFrom = 0;
  #root: Frame = new Frame(undefined, 'statement', 0);
  #frame: Frame = this.#root;

  constructor(text: string, documentUri: string) {
    this.#text = text;
    this.#base = documentUri;
    this.#tape = new Tape(text.length);
    this.#blankNodes = new BlankNodeNames(documentUri);
    const codes = charCodes(text);
    this.#lexer = new Lexer(text, codes, (start, end) => {
      const last = this.#comments.at(-1);
      if (last === undefined || last.start < start) this.#comments.push({ start, end });
    });
    this.#known = new TokenTable(codes);
    this.#starts = new StatementStarts(text, codes);
  }

  parse(): ParsedTurtle {
    this.#lexer.advance();
    while (this.#lexer.kind !== 'end') this.#statement();
    const prefixes = new Map<string, string>();
    for (const [prefix, iri] of this.#prefixes) if (iri !== undefined) prefixes.set(prefix, iri);
    this.#tape.trim();
    for (const error of loneSurrogates(this.#lexer.codes)) this.#errors.push(error);
    this.#errors.sort((a, b) => a.range.start - b.range.start);
    return { statements: this.#statements, errors: this.#errors, comments: this.#comments, prefixes };
  }

  #statement(): void {
    const lexer = this.#lexer;
    this.#start = lexer.start;
    this.#errorsBefore = this.#errors.length;
    switch (directiveOf(lexer)) {
      case '@prefix':
        this.#prefix('turtle');
        break;
      case 'prefix':
        this.#prefix('sparql');
        break;
      case '@base':
        this.#baseDirective('turtle');
        break;
      case 'base':
        this.#baseDirective('sparql');
        break;
      default:
        this.#triples();
    }
  }

  #prefix(style: 'turtle' | 'sparql'): void {
    const lexer = this.#lexer;
    lexer.advance();
    const prefixRange = this.#range();
    let prefix: string;
    if (lexer.kind === 'name' && lexer.colon + 1 === lexer.end) {
      prefix = this.#text.slice(lexer.start, lexer.colon);
    } else if (lexer.kind === 'name' || lexer.kind === 'word') {
      prefix = lexer.kind === 'word' ? lexer.slice : this.#text.slice(lexer.start, lexer.colon);
      this.#error(`Expected '${prefix}:' before the IRI, found ${this.#found()}.`);
    } else {
      this.#skipDirective(`Expected a prefix such as 'ex:', found ${this.#found()}.`);
      return;
    }
    const next = lexer.advance();
    const iriRange = this.#range();
    if (next !== 'iri') {
      this.#declare(prefix, undefined);
      this.#skipDirective(
        `Expected the IRI of the prefix '${prefix}:' in angle brackets, found ${this.#found()}.`,
      );
      return;
    }
    const iri = this.#reference();
    this.#declare(prefix, iri);
    const length = this.#endDirective(style, 'prefix');
    if (iri === undefined) this.#statements.push({ kind: 'skipped', start: this.#start, length });
    else {
      this.#statements.push({
        kind: 'prefix',
        start: this.#start,
        length,
        style,
        prefix,
        iri,
        prefixRange,
        iriRange,
      });
    }
  }

  #baseDirective(style: 'turtle' | 'sparql'): void {
    const lexer = this.#lexer;
    if (lexer.advance() !== 'iri') {
      this.#skipDirective(`Expected the base IRI in angle brackets, found ${this.#found()}.`);
      return;
    }
    const iriRange = this.#range();
    const iri = this.#reference();
    if (iri !== undefined) {
      this.#base = iri;
      this.#known.clear();
    }
    const length = this.#endDirective(style, 'base');
    if (iri === undefined) this.#statements.push({ kind: 'skipped', start: this.#start, length });
    else this.#statements.push({ kind: 'base', start: this.#start, length, style, iri, iriRange });
  }

  #declare(prefix: string, iri: string | undefined): void {
    if (this.#prefixes.has(prefix)) this.#known.clear();
    this.#prefixes.set(prefix, iri);
  }

  /** Passes the IRI and the dot of a directive; gives the length of the statement. */
  #endDirective(style: 'turtle' | 'sparql', name: 'prefix' | 'base'): number {
    const lexer = this.#lexer;
    lexer.advance();
    if (lexer.kind === '.') {
      if (style === 'sparql') {
        this.#error(`${name.toUpperCase()} takes no dot. Remove it, or write @${name}.`);
      }
      lexer.advance();
    } else if (style === 'turtle') {
      this.#error(`Expected '.' after @${name}, found ${this.#found()}.`);
    }
    return lexer.previousEnd - this.#start;
  }

  /** Gives up a directive: goes to its dot or to the next line. */
  #skipDirective(message: string): void {
    const lexer = this.#lexer;
    this.#error(message);
    while (lexer.kind !== 'end' && !this.#hasLineEnd(lexer.previousEnd, lexer.start)) {
      const dot = lexer.kind === '.';
      lexer.advance();
      if (dot) break;
    }
    this.#statements.push({
      kind: 'skipped',
      start: this.#start,
      length: lexer.previousEnd - this.#start,
    });
  }

  #triples(): void {
    this.#damaged = false;
    this.#blankPrefix = undefined;
    this.#blankCount = 0;
    this.#settled = 0;
    this.#doubtFrom = Number.POSITIVE_INFINITY;
    this.#root = this.#frame = new Frame(undefined, 'statement', this.#tape.length);
    let state: State = 'subject';
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
      }
    }
  }

  #readSubject(): State {
    switch (this.#lexer.kind) {
      case 'iri':
      case 'name':
      case 'label':
        return this.#accept(this.#simpleTerm());
      case '[':
        return this.#open('propertyList');
      case '(':
        return this.#open('collection');
    }
    this.#error(this.#subjectMessage());
    return this.#skipStatement();
  }

  #readVerb(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    const tape = this.#tape;
    switch (lexer.kind) {
      case 'name':
      case 'iri':
        frame.predicate = tape.length;
        tape.openPredicate();
        // A predicate without a verb is passed like any other and taken off the tape at its end.
        if (!this.#iri()) tape.term(tag.prefixed, 0, 0, Tape.noTerm);
        return 'object';
      case 'word':
        if (!lexer.is('a')) break;
        frame.predicate = tape.length;
        tape.openPredicate();
        tape.term(tag.a, lexer.start - this.#start, lexer.end - this.#start, rdf.type);
        lexer.advance();
        return 'object';
      case ']':
        if (frame.kind === 'propertyList') return this.#close();
        break;
      case '.':
        if (frame.kind === 'statement' && frame.pairs > 0) return this.#finish(lexer.start);
        break;
    }
    return this.#unexpectedVerb();
  }

  #readObject(): State {
    switch (this.#lexer.kind) {
      case 'name':
      case 'iri':
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
      case 'label':
        this.#openObject(-1);
        return this.#readTerm();
      case '[':
        this.#openObject(-1);
        return this.#open('propertyList');
      case '(':
        this.#openObject(-1);
        return this.#open('collection');
      case 'word':
        if (!this.#lexer.is('true') && !this.#lexer.is('false')) break;
        this.#openObject(-1);
        return this.#readTerm();
    }
    return this.#unexpectedObject();
  }

  #readSeparator(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    switch (lexer.kind) {
      case ',':
        if (frame.object >= 0) this.#tape.data[frame.object] = lexer.start - this.#start;
        frame.object = -1;
        lexer.advance();
        return 'object';
      case ';': {
        const predicate = this.#endPair();
        do if (predicate >= 0) this.#tape.push(lexer.start - this.#start);
        while (lexer.advance() === ';');
        if (predicate >= 0) this.#tape.endSemicolons(predicate);
        return 'verb';
      }
      case '.':
        if (frame.kind !== 'statement') break;
        return this.#finish(lexer.start);
      case ']':
        if (frame.kind !== 'propertyList') break;
        this.#endPair();
        return this.#close();
    }
    return this.#unexpectedSeparator();
  }

  #readItem(): State {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'name':
      case 'iri':
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
      case 'label':
        this.#openObject(this.#blankNode());
        return this.#readTerm();
      case '[':
        this.#openObject(this.#blankNode());
        return this.#open('propertyList');
      case '(':
        this.#openObject(this.#blankNode());
        return this.#open('collection');
      case ')':
        return this.#close();
      case 'word':
        if (!lexer.is('true') && !lexer.is('false')) break;
        this.#openObject(this.#blankNode());
        return this.#readTerm();
    }
    return this.#unexpectedItem();
  }

  /** Makes room for an object with its comma, or for an item with its cell. */
  #openObject(value: number): void {
    this.#frame.object = this.#tape.length;
    this.#tape.push(value);
  }

  #open(kind: 'propertyList' | 'collection'): State {
    const lexer = this.#lexer;
    this.#doubt();
    this.#frame = new Frame(this.#frame, kind, this.#tape.length);
    const start = lexer.start - this.#start;
    lexer.advance();
    if (kind === 'collection') {
      this.#tape.open(tag.collection, start, rdf.nil);
      return 'item';
    }
    this.#tape.open(tag.propertyList, start, this.#blankNode());
    return 'verb';
  }

  /** Passes the closing bracket of the current frame. */
  #close(): State {
    const { kind, at, parent, damaged, pairs } = this.#frame;
    this.#lexer.advance();
    this.#settled = this.#lexer.previousEnd;
    this.#tape.close(at, this.#settled - this.#start);
    this.#frame = parent!;
    // A statement may consist of a property list alone, as if that had been its first pair.
    if (parent === this.#root && !parent.started) parent.pairs = pairs;
    return this.#accept(kind === 'propertyList' || !damaged);
  }

  /** Goes on behind a term. One that is unreadable leaves no trace on the tape. */
  #accept(readable: boolean): State {
    const frame = this.#frame;
    if (frame.kind === 'statement' && !frame.started) {
      frame.started = true;
      if (readable) frame.body = this.#tape.length;
      return 'verb';
    }
    if (!readable) this.#dropObject();
    if (frame.kind !== 'collection') return 'separator';
    if (!readable) this.#markDamage();
    return 'item';
  }

  #dropObject(): void {
    const frame = this.#frame;
    if (frame.object >= 0) this.#tape.cut(frame.object);
    frame.object = -1;
  }

  #dropPredicate(): void {
    const frame = this.#frame;
    if (frame.predicate >= 0) this.#tape.cut(frame.predicate);
    frame.predicate = -1;
    frame.object = -1;
  }

  /** Ends the current predicate and gives its position on the tape, -1 when nothing of it is kept. */
  #endPair(): number {
    const frame = this.#frame;
    const { predicate } = frame;
    frame.pairs++;
    frame.object = -1;
    frame.predicate = -1;
    if (predicate < 0) return -1;
    if (this.#tape.isPredicate(predicate)) {
      this.#tape.endObjects(predicate);
      return predicate;
    }
    this.#tape.cut(predicate);
    return -1;
  }

  /** Ends the statement behind its dot, or behind the token before the current one when the dot is missing. */
  #finish(dot: number | undefined): State {
    this.#leaveBrackets();
    this.#endPair();
    if (dot !== undefined) this.#lexer.advance();
    this.#push(this.#lexer.previousEnd, dot);
    return 'done';
  }

  #push(end: number, dot: number | undefined): void {
    const { body, at: from } = this.#root;
    const tape = this.#tape;
    const start = this.#start;
    const length = end - start;
    const isEmpty = tape.length === body && tape.data[from] !== tag.propertyList;
    if (body < 0 || isEmpty) {
      tape.cut(from);
      this.#statements.push({ kind: 'skipped', start, length });
      return;
    }
    this.#statements.push(
      new TapedStatement(tape, {
        start,
        length,
        dot: dot === undefined ? undefined : dot - start,
        damaged: this.#damaged || this.#errors.length > this.#errorsBefore,
        from,
        to: tape.length,
      }),
    );
  }

  // Terms

  #readTerm(): State {
    const lexer = this.#lexer;
    const unclosedString = lexer.kind === 'string' && !lexer.closed;
    if (unclosedString && lexer.quotes === 3) return this.#afterUnclosedLongString();
    const readable = this.#simpleTerm();
    if (unclosedString) return this.#afterUnclosedString();
    return readable ? this.#accept(true) : this.#afterUnreadable();
  }

  /** Passes a term without brackets and puts it on the tape; false when it is unreadable. */
  #simpleTerm(): boolean {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'iri':
      case 'name':
        return this.#iri();
      case 'label':
        return this.#termOnTape(tag.label, this.#labelId());
      case 'string':
        return this.#string();
      case 'integer':
        return this.#termOnTape(tag.number, this.#shorthandId(xsd.integer));
      case 'decimal':
        return this.#termOnTape(tag.number, this.#shorthandId(xsd.decimal));
      case 'double':
        return this.#termOnTape(tag.number, this.#shorthandId(xsd.double));
      default:
        return this.#termOnTape(tag.boolean, this.#shorthandId(xsd.boolean));
    }
  }

  #iri(): boolean {
    return this.#termOnTape(this.#lexer.kind === 'iri' ? tag.reference : tag.prefixed, this.#iriId());
  }

  /** Passes the current token. */
  #termOnTape(kind: number, id: TermId | undefined): boolean {
    const lexer = this.#lexer;
    if (id === undefined) this.#damaged = true;
    else this.#tape.term(kind, lexer.start - this.#start, lexer.end - this.#start, id);
    lexer.advance();
    return id !== undefined;
  }

  #iriId(): TermId | undefined {
    const { start, end, kind } = this.#lexer;
    const known = this.#known.get(start, end);
    if (known !== undefined) return known;
    const value = kind === 'iri' ? this.#reference() : this.#prefixedName();
    if (value === undefined) return undefined;
    const id = terms.iri(value);
    this.#known.add(start, end, id);
    return id;
  }

  /** The IRI that the current `<…>` stands for. */
  #reference(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const written = this.#text.slice(lexer.start + 1, lexer.end - 1);
    return resolveIri(lexer.escaped ? unescapeText(written) : written, this.#base);
  }

  #prefixedName(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const prefix = this.#text.slice(lexer.start, lexer.colon);
    const namespace = this.#prefixes.get(prefix);
    if (namespace === undefined) {
      if (!this.#prefixes.has(prefix)) this.#reportUndeclared(prefix);
      return undefined;
    }
    const local = this.#text.slice(lexer.colon + 1, lexer.end);
    return namespace + (lexer.escaped ? unescapeLocal(local) : local);
  }

  #labelId(): TermId | undefined {
    if (this.#reportProblem()) return undefined;
    const { start, end } = this.#lexer;
    const known = this.#known.get(start, end);
    if (known !== undefined) return known;
    const id = terms.blankNode(this.#blankNodes.labelled(this.#text.slice(start + 2, end)));
    this.#known.add(start, end, id);
    return id;
  }

  #shorthandId(datatype: TermId): TermId {
    const lexer = this.#lexer;
    const known = this.#known.get(lexer.start, lexer.end);
    if (known !== undefined) return known;
    const id = terms.literal(lexer.slice, datatype);
    this.#known.add(lexer.start, lexer.end, id);
    return id;
  }

  #string(): boolean {
    const lexer = this.#lexer;
    const tape = this.#tape;
    const start = lexer.start - this.#start;
    const quoteEnd = lexer.end - this.#start;
    const readable = !this.#reportProblem();
    const written = this.#text.slice(lexer.start + lexer.quotes, lexer.end - lexer.quotes);
    const lexical = lexer.escaped && readable ? unescapeText(written) : written;
    if (lexer.quotes === 3) this.#settled = lexer.end;
    switch (lexer.advance()) {
      case 'at': {
        const tagStart = lexer.start - this.#start;
        const isGood = !this.#reportProblem() && readable;
        if (isGood) {
          const id = terms.languageString(lexical, lexer.slice.slice(1));
          tape.term(tag.taggedString, start, lexer.end - this.#start, id);
          tape.push(quoteEnd);
          tape.push(tagStart);
        }
        lexer.advance();
        return isGood;
      }
      case '^^': {
        const next = lexer.advance();
        if (next !== 'iri' && next !== 'name') {
          this.#error(`Expected the IRI of a datatype after '^^', found ${this.#found()}.`);
          return false;
        }
        const typeStart = lexer.start - this.#start;
        const datatype = this.#iriId();
        const end = lexer.end - this.#start;
        lexer.advance();
        this.#damaged ||= datatype === undefined;
        if (datatype === undefined || !readable) return false;
        tape.term(tag.typedString, start, end, terms.literal(lexical, datatype));
        tape.push(quoteEnd);
        tape.push(next === 'iri' ? tag.reference : tag.prefixed);
        tape.push(typeStart);
        tape.push(datatype);
        return true;
      }
    }
    if (!readable) return false;
    tape.term(tag.string, start, quoteEnd, terms.literal(lexical, xsd.string));
    tape.push(quoteEnd);
    return true;
  }

  #blankNode(): TermId {
    this.#blankPrefix ??= this.#blankNodes.statement(this.#starts.key(this.#start));
    return terms.blankNode(this.#blankPrefix + this.#blankCount++);
  }

  // Errors

  #unexpectedVerb(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    const first = frame.kind === 'statement' && frame.pairs === 0;
    const { kind } = lexer;
    const message = kind === '.' && !first ? unclosed(frame) : this.#verbMessage(first);
    if (this.#endAtNextStatement(message)) return 'done';
    // With an object in the place of the first predicate the subject may be what is missing.
    const isObject = kind !== 'junk' && (kind !== 'word' || lexer.is('true') || lexer.is('false'));
    return this.#skip(first && isObject ? 'statement' : 'pair');
  }

  #unexpectedObject(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    const { kind } = lexer;
    const nested = frame.kind !== 'statement';
    const message = kind === '.' && nested ? unclosed(frame) : this.#objectMessage();
    if (this.#endAtNextStatement(message)) return 'done';
    switch (kind) {
      case '.':
        return nested ? this.#skip('statement') : 'separator';
      case ';':
      case ',':
        if (this.#hasObjects()) return 'separator';
        // One of subject, predicate and object is missing. When it may be the subject, the rest has none either.
        if (!nested && frame.pairs === 0) return this.#skip('statement');
        this.#dropPredicate();
        return this.#skip('pair');
      case ']':
        return nested ? 'separator' : this.#skip('pair');
      case ')':
        return this.#skip('pair');
    }
    lexer.advance();
    return this.#afterUnreadable();
  }

  #unexpectedSeparator(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    const { kind } = lexer;
    if (this.#endInsideLongString()) return 'done';
    const message =
      kind === '.'
        ? unclosed(frame)
        : `Expected ';', ',' or '${frame.kind === 'statement' ? '.' : ']'}' after the object, found ${this.#found()}.`;
    if (this.#endAtNextStatement(message)) return 'done';
    if (this.#isDoubtful()) this.#dropObject();
    if (kind === 'junk') lexer.advance();
    if (frame.kind === 'statement' && this.#starts.anywhere(lexer.start)) return this.#finish(undefined);
    return this.#skip('pair');
  }

  #unexpectedItem(): State {
    const lexer = this.#lexer;
    const { kind } = lexer;
    const frame = this.#frame;
    const isOver = kind === '.' || kind === ';' || kind === ']' || kind === 'end';
    // One error is enough for a list that is unreadable anyway.
    if (isOver || !frame.damaged) {
      const message = isOver
        ? unclosed(frame)
        : kind === ','
          ? "Expected an item or ')', found ','. Items are separated by white space."
          : `Expected an item or ')', found ${this.#found()}.`;
      if (this.#endAtNextStatement(message)) return 'done';
    }
    if (isOver) return this.#skip('statement');
    lexer.advance();
    return 'item';
  }

  /**
   * Reports an error at the current token. When that or one shortly before starts another statement, ends this one
   * there and gives true.
   */
  #endAtNextStatement(message: string): boolean {
    const lexer = this.#lexer;
    const inCollection = this.#frame.kind === 'collection';
    this.#markDamage();
    if (lexer.kind === 'end') {
      this.#errors.push({ range: { start: lexer.previousEnd, end: lexer.previousEnd }, message });
      this.#finish(undefined);
      return true;
    }
    const indentation = this.#starts.indentation(this.#start);
    if (this.#starts.atLine(lexer.start, indentation, inCollection)) {
      this.#error(message);
      this.#finish(undefined);
      return true;
    }
    const from = Math.max(this.#start, this.#settled);
    const restart = this.#starts.before(lexer.start, from, indentation, inCollection);
    if (restart === undefined) {
      this.#error(message);
      return false;
    }
    this.#endBefore(restart);
    this.#error(
      `Expected the statement above to end with '.', found ${this.#found()}, which starts another one.`,
    );
    return true;
  }

  /**
   * When a token follows a string of several lines directly, the string may have lost its end and have run to the
   * start of the next one. If it has swallowed a statement, ends this statement in front of that and gives true.
   */
  #endInsideLongString(): boolean {
    const { data } = this.#tape;
    const { object } = this.#frame;
    if (object < 0 || data[object + 1] !== tag.string) return false;
    const start = this.#start + data[object + 2]!;
    if (this.#start + data[object + 3]! !== this.#settled) return false;
    const restart = this.#statementInside(start, this.#settled);
    if (restart === undefined) return false;
    const delimiter = this.#text.slice(start, start + 3);
    this.#markDamage();
    this.#endBefore(restart);
    this.#errors.push({
      range: { start, end: start + 3 },
      message: `This string is not closed before the next statement. Add ${delimiter} at its end.`,
    });
    return true;
  }

  #statementInside(start: number, end: number): number | undefined {
    return this.#starts.inside(start, end, this.#starts.indentation(this.#start), this.#prefixes);
  }

  /** Ends the statement in front of an earlier token and takes back what was read from there on. */
  #endBefore(restart: number): void {
    while (this.#errors.length > 0 && this.#errors.at(-1)!.range.start >= restart) this.#errors.pop();
    while (this.#comments.length > 0 && this.#comments.at(-1)!.start >= restart) this.#comments.pop();
    this.#leaveBrackets();
    this.#endPair();
    if (this.#root.body >= 0) this.#tape.cutBehind(this.#root.body, restart - this.#start);
    const end = this.#text.slice(this.#start, restart).trimEnd().length;
    this.#push(this.#start + end, undefined);
    this.#lexer.seek(restart);
  }

  /** After an object that can't be read: goes on when a separator follows, else skips the rest of the pair. */
  #afterUnreadable(): State {
    this.#markDamage();
    this.#dropObject();
    if (this.#frame.kind === 'collection') return 'item';
    switch (this.#lexer.kind) {
      case ',':
      case ';':
      case '.':
      case ']':
        return 'separator';
    }
    return this.#skip('pair');
  }

  /** A string of one line that ends at the line end has taken the separator behind it along. */
  #afterUnclosedString(): State {
    const { previousEnd } = this.#lexer;
    const last = this.#text
      .slice(Math.max(this.#start, previousEnd - 100), previousEnd)
      .trimEnd()
      .at(-1);
    this.#markDamage();
    this.#dropObject();
    if (last === '.') return this.#finish(undefined);
    if (this.#frame.kind === 'collection' || last !== ';') return this.#afterUnreadable();
    this.#endPair();
    return 'verb';
  }

  #afterUnclosedLongString(): State {
    const { start, end } = this.#lexer;
    this.#reportProblem();
    this.#markDamage();
    this.#dropObject();
    const restart = this.#statementInside(start, end);
    if (restart !== undefined) {
      this.#endBefore(restart);
      return 'done';
    }
    this.#lexer.advance();
    return this.#finish(undefined);
  }

  /**
   * Skips to where reading can go on: the end of the current pair, or of the statement when brackets do not match.
   */
  #skip(upTo: 'pair' | 'statement'): State {
    const lexer = this.#lexer;
    const indentation = this.#starts.indentation(this.#start);
    const open: string[] = [];
    let target = upTo;
    for (;;) {
      const inCollection = this.#frame.kind === 'collection' || open.includes(')');
      if (lexer.kind === 'end' || this.#starts.atLine(lexer.start, indentation, inCollection)) {
        return this.#finish(undefined);
      }
      switch (lexer.kind) {
        case '.':
          return this.#finish(lexer.start);
        case ';':
          if (open.length === 0 && target === 'pair') return 'separator';
          break;
        case '[':
        case '(':
          open.push(lexer.kind === '[' ? ']' : ')');
          break;
        case ']':
        case ')':
          if (open.pop() === lexer.kind) break;
          if (
            open.length === 0 &&
            target === 'pair' &&
            this.#frame.kind === 'propertyList' &&
            lexer.kind === ']'
          ) {
            return 'separator';
          }
          target = 'statement';
          this.#distrust();
          break;
      }
      this.#passSkipped();
    }
  }

  /** Skips a statement without a readable subject. */
  #skipStatement(): State {
    const lexer = this.#lexer;
    for (;;) {
      const dot = lexer.kind === '.';
      this.#passSkipped();
      if (lexer.kind === 'end' || this.#starts.atLine(lexer.start, 0, false)) break;
      if (dot && (lexer.kind === '[' || lexer.kind === '(' || this.#starts.anywhere(lexer.start))) break;
    }
    return this.#finish(undefined);
  }

  /**
   * Passes a token. A quote glued to a word closes a string whose opening quote is missing; it opens none. A string
   * of several lines ends before the first statement that it seems to hold.
   */
  #passSkipped(): void {
    const lexer = this.#lexer;
    if (lexer.kind === 'string') {
      const isGlued = lexer.start === lexer.previousEnd && lexer.start > 0;
      if (isGlued && !'[](),;^'.includes(this.#text[lexer.start - 1]!)) {
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
   * A closing bracket without an opening one: some bracket is missing or too much, perhaps far ahead. All that
   * follows the first bracket or the first error may belong to something else.
   */
  #distrust(): void {
    this.#leaveBrackets();
    this.#dropPredicate();
    this.#tape.cut(this.#doubtFrom);
    if (this.#tape.length < this.#root.body) this.#root.body = -1;
  }

  /**
   * True when what follows makes it unlikely that the text before it was meant as the object. A string that runs
   * into the next token has lost a quote; one that is followed by something on its line may have lost a language
   * or datatype; a term that starts a line and is followed by another one is a predicate behind an unfinished pair.
   */
  #isDoubtful(): boolean {
    const { data } = this.#tape;
    const { object, predicate } = this.#frame;
    if (object < 0) return false;
    const lexer = this.#lexer;
    const kind = data[object + 1]!;
    const start = this.#start + data[object + 2]!;
    const end = this.#start + data[object + 3]!;
    const isLiteral = kind >= tag.number && kind <= tag.typedString;
    if (lexer.start === end && (lexer.kind === 'string' || isLiteral)) return true;
    if (kind === tag.string && lexer.kind === 'junk') return true;
    if (predicate < 0 || this.#hasLineEnd(end, lexer.start)) return false;
    if (kind === tag.string) return true;
    return this.#hasLineEnd(this.#start + data[predicate + 4]!, start);
  }

  #hasObjects(): boolean {
    const { predicate } = this.#frame;
    return predicate >= 0 && this.#tape.hasObjects(predicate);
  }

  /** Leaves all open brackets. What they hold is dropped, what the statement itself has stays. */
  #leaveBrackets(): void {
    if (this.#frame === this.#root) return;
    this.#frame = this.#root;
    if (this.#root.started) this.#dropObject();
    else this.#tape.cut(this.#root.at);
  }

  #markDamage(): void {
    this.#damaged = true;
    this.#frame.damaged = true;
    this.#doubt();
  }

  /** Notes that from the current predicate of the statement on, the structure may turn out to be another one. */
  #doubt(): void {
    const { started, predicate, at } = this.#root;
    const position = !started ? at : predicate < 0 ? this.#tape.length : predicate;
    this.#doubtFrom = Math.min(this.#doubtFrom, position);
  }

  // Messages

  #error(message: string): void {
    this.#errors.push({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }

  /** Reports what is wrong inside the current token; false when nothing is. */
  #reportProblem(): boolean {
    const { problem } = this.#lexer;
    if (problem === undefined) return false;
    this.#errors.push(problem);
    return true;
  }

  #reportUndeclared(prefix: string): void {
    const known = Object.entries(namespaces).find(([name]) => name === prefix)?.[1];
    this.#error(`Prefix '${prefix}' is not declared. Add '@prefix ${prefix}: <${known ?? '…'}> .'.`);
  }

  #subjectMessage(): string {
    const lexer = this.#lexer;
    const found = this.#found();
    switch (lexer.kind) {
      case '.':
        return "Expected a statement, found '.'. Remove it.";
      case 'at':
        return `Expected a statement, found ${found}. The directives are @prefix and @base.`;
      case 'word':
        return lexer.is('a')
          ? "Expected a subject before 'a'."
          : `Expected a statement, found ${found}. A name needs a prefix and a colon, such as 'ex:${lexer.slice}'.`;
      case 'string':
      case 'integer':
      case 'decimal':
      case 'double':
        return `Expected a subject, found ${found}. A literal can only be an object.`;
      default:
        return `Expected a statement, found ${found}.`;
    }
  }

  #verbMessage(first: boolean): string {
    const lexer = this.#lexer;
    const expected = `Expected a predicate${first ? ' after the subject' : ''}, found ${this.#found()}.`;
    switch (lexer.kind) {
      case 'word':
        return `${expected} A name needs a prefix and a colon, such as 'ex:${lexer.slice}'.`;
      case 'label':
      case 'string':
      case '[':
      case '(':
        return `${expected} A predicate is an IRI.`;
      default:
        return expected;
    }
  }

  #objectMessage(): string {
    const lexer = this.#lexer;
    const { predicate } = this.#frame;
    const { data } = this.#tape;
    const name =
      predicate < 0
        ? 'the predicate'
        : excerpt(this.#text.slice(this.#start + data[predicate + 3]!, this.#start + data[predicate + 4]!));
    const expected = `Expected an object after ${name}, found ${this.#found()}.`;
    if (lexer.kind !== 'word') return expected;
    return lexer.is('a')
      ? `${expected} 'a' can only be a predicate; write rdf:type.`
      : `${expected} A name needs a prefix and a colon, text needs quotes.`;
  }

  #found(): string {
    return this.#lexer.kind === 'end' ? 'the end of the file' : excerpt(this.#lexer.slice);
  }

  /** The range of the current token in the statement. */
  #range(): TextRange {
    return { start: this.#lexer.start - this.#start, end: this.#lexer.end - this.#start };
  }

  #hasLineEnd(start: number, end: number): boolean {
    const { codes } = this.#lexer;
    for (let at = start; at < end; at++) if (codes[at] === 0x0a) return true;
    return false;
  }
}

function unclosed(frame: Frame): string {
  return frame.kind === 'collection'
    ? "Expected ')': a '(' of this statement is not closed."
    : "Expected ']': a '[' of this statement is not closed.";
}
