import type { TextRange } from '../base/textRange.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../rdf/vocab.ts';
import { BlankNodeNames } from './blankNodeNames.ts';
import { charCodes } from './characters.ts';
import { excerpt, Lexer, unescapeLocal, unescapeText } from './lexer.ts';
import { resolveIri } from './resolveIri.ts';
import { directiveOf, StatementStarts } from './statementStarts.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type {
  CollectionItem,
  IriNode,
  LiteralNode,
  ObjectNode,
  PredicateNode,
  Statement,
  TermNode,
} from './syntaxTree.ts';
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
  /** Offset in the statement. */
  readonly start: number;
  readonly predicates: PredicateNode[] = [];
  readonly items: CollectionItem[] = [];
  /** The objects of the current predicate so far. */
  objects: ObjectNode[] | undefined;
  verb: IriNode | undefined;
  /** Statements: the subject, undefined until it is read and when it is unreadable. */
  subject: TermNode | undefined;
  /** Statements: true when the subject has been passed. */
  started = false;
  /** The blank node of a property list, the cell of the item that is being read in a collection. */
  id = rdf.nil;
  /** The pairs passed, unreadable ones included. */
  pairs = 0;
  /** How many predicates were read before the first error in this frame, undefined when there was none. */
  beforeError: number | undefined;

  constructor(parent: Frame | undefined, kind: Frame['kind'], start: number) {
    this.parent = parent;
    this.kind = kind;
    this.start = start;
  }
}

const none: readonly never[] = [];

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
  /** The end of the last string of several lines in the statement. */
  #longStringEnd = 0;
  #root: Frame = new Frame(undefined, 'statement', 0);
  #frame: Frame = this.#root;
  /** The object that was just read, undefined when it was unreadable. */
  #object: TermNode | undefined;

  constructor(text: string, documentUri: string) {
    this.#text = text;
    this.#base = documentUri;
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
    this.#longStringEnd = 0;
    this.#object = undefined;
    this.#root = this.#frame = new Frame(undefined, 'statement', 0);
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
    switch (lexer.kind) {
      case 'name':
      case 'iri':
        frame.verb = this.#iriNode();
        return 'object';
      case 'word':
        if (!lexer.is('a')) break;
        frame.verb = { kind: 'iri', form: 'a', ...this.#range(), id: rdf.type };
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
        return this.#readTerm();
      case '[':
        return this.#open('propertyList');
      case '(':
        return this.#open('collection');
      case 'word':
        if (this.#lexer.is('true') || this.#lexer.is('false')) return this.#readTerm();
    }
    return this.#unexpectedObject();
  }

  #readSeparator(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    switch (lexer.kind) {
      case ',':
        this.#addObject(lexer.start - this.#start);
        lexer.advance();
        return 'object';
      case ';': {
        const semicolons = [lexer.start - this.#start];
        while (lexer.advance() === ';') semicolons.push(lexer.start - this.#start);
        this.#endPair(semicolons);
        return 'verb';
      }
      case '.':
        if (frame.kind !== 'statement') break;
        return this.#finish(lexer.start);
      case ']':
        if (frame.kind !== 'propertyList') break;
        this.#endPair(none);
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
        this.#frame.id = this.#blankNode();
        return this.#readTerm();
      case '[':
        this.#frame.id = this.#blankNode();
        return this.#open('propertyList');
      case '(':
        this.#frame.id = this.#blankNode();
        return this.#open('collection');
      case ')':
        return this.#close();
      case 'word':
        if (!lexer.is('true') && !lexer.is('false')) break;
        this.#frame.id = this.#blankNode();
        return this.#readTerm();
    }
    return this.#unexpectedItem();
  }

  #open(kind: 'propertyList' | 'collection'): State {
    const frame = new Frame(this.#frame, kind, this.#lexer.start - this.#start);
    this.#frame = frame;
    this.#lexer.advance();
    if (kind === 'collection') return 'item';
    frame.id = this.#blankNode();
    return 'verb';
  }

  /** Passes the closing bracket of the current frame. */
  #close(): State {
    const { kind, start, id, predicates, items, parent, beforeError, pairs } = this.#frame;
    this.#lexer.advance();
    const end = this.#lexer.previousEnd - this.#start;
    this.#frame = parent!;
    // A statement may consist of a property list alone, as if that had been its first pair.
    if (parent === this.#root && !parent.started) parent.pairs = pairs;
    if (kind === 'propertyList')
      return this.#accept({ kind, id, start, end, predicates: predicates.slice() });
    if (beforeError !== undefined) return this.#accept(undefined);
    return this.#accept({
      kind: 'collection',
      id: items[0]?.cell ?? rdf.nil,
      start,
      end,
      items: items.slice(),
    });
  }

  /** Puts a term that was read where the current frame waits for it. */
  #accept(term: TermNode | undefined): State {
    const frame = this.#frame;
    if (frame.kind === 'collection') {
      if (term === undefined) this.#markDamage();
      else frame.items.push({ term, cell: frame.id });
      return 'item';
    }
    if (frame.kind === 'statement' && !frame.started) {
      frame.started = true;
      frame.subject = term;
      return 'verb';
    }
    this.#object = term;
    return 'separator';
  }

  #addObject(comma: number | undefined): void {
    if (this.#object === undefined) return;
    const object = { term: this.#object, comma };
    if (this.#frame.objects === undefined) this.#frame.objects = [object];
    else this.#frame.objects.push(object);
    this.#object = undefined;
  }

  #endPair(semicolons: readonly number[]): void {
    const frame = this.#frame;
    this.#addObject(undefined);
    frame.pairs++;
    const { verb, objects } = frame;
    if (objects !== undefined && objects.length > 0 && verb !== undefined) {
      // Pushing leaves room for more; a copy has none.
      frame.predicates.push({ verb, objects: objects.length > 1 ? objects.slice() : objects, semicolons });
    }
    frame.objects = undefined;
    frame.verb = undefined;
  }

  /** Ends the statement behind its dot, or behind the token before the current one when the dot is missing. */
  #finish(dot: number | undefined): State {
    this.#leaveBrackets();
    if (dot !== undefined) this.#lexer.advance();
    this.#push(this.#lexer.previousEnd, dot);
    return 'done';
  }

  #push(end: number, dot: number | undefined): void {
    const { subject, predicates } = this.#root;
    const start = this.#start;
    const length = end - start;
    if (subject === undefined || (predicates.length === 0 && subject.kind !== 'propertyList')) {
      this.#statements.push({ kind: 'skipped', start, length });
    } else {
      this.#statements.push({
        kind: 'triples',
        start,
        length,
        subject,
        predicates: predicates.slice(),
        dot: dot === undefined ? undefined : dot - start,
        damaged: this.#damaged || this.#errors.length > this.#errorsBefore,
      });
    }
  }

  // Terms

  #readTerm(): State {
    const lexer = this.#lexer;
    const unclosedString = lexer.kind === 'string' && lexer.problem !== undefined && !lexer.closed;
    if (unclosedString && lexer.quotes === 3) return this.#afterUnclosedLongString();
    const readable = lexer.problem === undefined;
    const term = this.#simpleTerm();
    if (unclosedString) return this.#afterUnclosedString();
    return readable ? this.#accept(term) : this.#afterUnreadable();
  }

  #simpleTerm(): TermNode | undefined {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'iri':
      case 'name':
        return this.#iriNode();
      case 'label': {
        const id = this.#labelId();
        const range = this.#range();
        lexer.advance();
        return id === undefined ? undefined : { kind: 'label', id, start: range.start, end: range.end };
      }
      case 'string':
        return this.#string();
      case 'integer':
        return this.#shorthand('number', xsd.integer);
      case 'decimal':
        return this.#shorthand('number', xsd.decimal);
      case 'double':
        return this.#shorthand('number', xsd.double);
      default:
        return this.#shorthand('boolean', xsd.boolean);
    }
  }

  #iriNode(): IriNode | undefined {
    const lexer = this.#lexer;
    const start = lexer.start - this.#start;
    const end = lexer.end - this.#start;
    const form = lexer.kind === 'iri' ? 'reference' : 'prefixed';
    const id = this.#iriId();
    lexer.advance();
    if (id === undefined) {
      this.#damaged = true;
      return undefined;
    }
    return { kind: 'iri', form, id, start, end };
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

  #shorthand(form: 'number' | 'boolean', datatype: TermId): LiteralNode {
    const lexer = this.#lexer;
    let id = this.#known.get(lexer.start, lexer.end);
    if (id === undefined) {
      id = terms.literal(lexer.slice, datatype);
      this.#known.add(lexer.start, lexer.end, id);
    }
    const { start, end } = this.#range();
    lexer.advance();
    return {
      kind: 'literal',
      form,
      id,
      start,
      end,
      lexical: { start, end },
      datatype: undefined,
      language: undefined,
    };
  }

  #string(): LiteralNode | undefined {
    const lexer = this.#lexer;
    const { start, end } = this.#range();
    let readable = !this.#reportProblem();
    const written = this.#text.slice(lexer.start + lexer.quotes, lexer.end - lexer.quotes);
    const lexical = lexer.escaped && readable ? unescapeText(written) : written;
    if (lexer.quotes === 3) this.#longStringEnd = lexer.end;
    lexer.advance();
    let id: TermId | undefined;
    let datatype: IriNode | undefined;
    let language: TextRange | undefined;
    if (lexer.kind === 'at') {
      language = this.#range();
      readable = !this.#reportProblem() && readable;
      if (readable) id = terms.languageString(lexical, lexer.slice.slice(1));
      lexer.advance();
    } else if (lexer.kind === '^^') {
      const next = lexer.advance();
      if (next === 'iri' || next === 'name') datatype = this.#iriNode();
      else this.#error(`Expected the IRI of a datatype after '^^', found ${this.#found()}.`);
      if (datatype !== undefined && readable) id = terms.literal(lexical, datatype.id);
    } else if (readable) id = terms.literal(lexical);
    if (id === undefined) return undefined;
    return {
      kind: 'literal',
      form: 'string',
      id,
      start,
      end: language?.end ?? datatype?.end ?? end,
      lexical: { start, end },
      datatype,
      language,
    };
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
    if (this.#endAtNextStatement(kind === '.' && !first ? unclosed(frame) : this.#verbMessage(first))) {
      return 'done';
    }
    if (kind === 'junk' || kind === 'word') return this.#skip('pair');
    return this.#skip(first ? 'statement' : 'pair');
  }

  #unexpectedObject(): State {
    const lexer = this.#lexer;
    const frame = this.#frame;
    const { kind } = lexer;
    const nested = frame.kind !== 'statement';
    if (this.#endAtNextStatement(kind === '.' && nested ? unclosed(frame) : this.#objectMessage()))
      return 'done';
    switch (kind) {
      case '.':
        return nested ? this.#skip('statement') : 'separator';
      case ';':
      case ',':
        // One of subject, predicate and object is missing. When it may be the subject, the rest has none either.
        return !nested && frame.pairs === 0 && frame.objects === undefined
          ? this.#skip('statement')
          : 'separator';
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
    if (this.#isDoubtful(this.#object)) this.#object = undefined;
    this.#addObject(undefined);
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
    if (isOver || frame.beforeError === undefined) {
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
    this.#markDamage();
    if (lexer.kind === 'end') {
      this.#errors.push({ range: { start: lexer.previousEnd, end: lexer.previousEnd }, message });
      this.#finish(undefined);
      return true;
    }
    const indentation = this.#starts.indentation(this.#start);
    if (this.#starts.atLine(lexer.start, indentation)) {
      this.#error(message);
      this.#finish(undefined);
      return true;
    }
    const restart = this.#starts.before(lexer.start, Math.max(this.#start, this.#longStringEnd), indentation);
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
    const string = this.#object;
    if (string?.kind !== 'literal' || this.#start + string.end !== this.#longStringEnd) return false;
    const start = this.#start + string.start;
    const restart = this.#statementInside(start, this.#longStringEnd);
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
    const root = this.#root;
    const offset = restart - this.#start;
    if (this.#object !== undefined && this.#object.end > offset) this.#object = undefined;
    root.objects = root.objects?.filter(({ term }) => term.end <= offset);
    this.#leaveBrackets();
    while (root.predicates.length > 0 && root.predicates.at(-1)!.verb.start >= offset) root.predicates.pop();
    const end = this.#text.slice(this.#start, restart).trimEnd().length;
    this.#push(this.#start + end, undefined);
    this.#lexer.seek(restart);
  }

  /** After an object that can't be read: goes on when a separator follows, else skips the rest of the pair. */
  #afterUnreadable(): State {
    this.#markDamage();
    this.#object = undefined;
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
    if (last === '.') return this.#finish(undefined);
    if (this.#frame.kind === 'collection' || last !== ';') return this.#afterUnreadable();
    this.#endPair(none);
    return 'verb';
  }

  #afterUnclosedLongString(): State {
    const { start, end } = this.#lexer;
    this.#reportProblem();
    this.#markDamage();
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
    this.#object = undefined;
    for (;;) {
      if (lexer.kind === 'end' || this.#starts.atLine(lexer.start, indentation))
        return this.#finish(undefined);
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
      if (lexer.kind === 'end' || this.#starts.atLine(lexer.start, 0)) break;
      if (dot && (lexer.kind === '[' || lexer.kind === '(' || this.#starts.anywhere(lexer.start))) break;
    }
    return this.#finish(undefined);
  }

  /** Passes a token. A quote glued to a word closes a string whose opening quote is missing; it opens none. */
  #passSkipped(): void {
    const lexer = this.#lexer;
    const glued = lexer.kind === 'string' && lexer.start === lexer.previousEnd && lexer.start > 0;
    if (glued && !'[](),;^'.includes(this.#text[lexer.start - 1]!)) lexer.seek(lexer.start + lexer.quotes);
    else lexer.advance();
  }

  /** A closing bracket without an opening one: everything since the first error may belong to something else. */
  #distrust(): void {
    const root = this.#root;
    root.objects = undefined;
    if (root.beforeError !== undefined)
      root.predicates.length = Math.min(root.beforeError, root.predicates.length);
  }

  /**
   * True when what follows makes it unlikely that the text before it was meant as the object: a string that runs
   * into the next token has lost a quote, and a term that starts a line and is followed by another one is a
   * predicate behind an unfinished pair.
   */
  #isDoubtful(object: TermNode | undefined): boolean {
    if (object === undefined) return false;
    const lexer = this.#lexer;
    const start = this.#start + object.start;
    const end = this.#start + object.end;
    if (lexer.start === end && (lexer.kind === 'string' || object.kind === 'literal')) return true;
    const verb = this.#frame.verb;
    return (
      verb !== undefined &&
      this.#hasLineEnd(this.#start + verb.end, start) &&
      !this.#hasLineEnd(end, lexer.start)
    );
  }

  /** Leaves all open brackets. What they hold is dropped, what the statement itself has stays. */
  #leaveBrackets(): void {
    if (this.#frame !== this.#root) this.#object = undefined;
    this.#frame = this.#root;
    this.#endPair(none);
  }

  #markDamage(): void {
    this.#damaged = true;
    this.#frame.beforeError ??= this.#frame.predicates.length;
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
    const { verb } = this.#frame;
    const name =
      verb === undefined
        ? 'the predicate'
        : excerpt(this.#text.slice(this.#start + verb.start, this.#start + verb.end));
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
    const at = this.#text.indexOf('\n', start);
    return at >= 0 && at < end;
  }
}

function unclosed(frame: Frame): string {
  return frame.kind === 'collection'
    ? "Expected ')': a '(' of this statement is not closed."
    : "Expected ']': a '[' of this statement is not closed.";
}
