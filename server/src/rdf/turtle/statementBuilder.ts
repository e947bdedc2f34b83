import { type TermId, terms } from '../terms.ts';
import type { BlankNodeNames, StatementNames } from './blankNodeNames.ts';
import { type Lexer, lookAheadEnd } from './lexer.ts';
import { statementFlags } from './parsedChunk.ts';
import type { ParsedChunkBuilder } from './parsedChunkBuilder.ts';
import type { StatementStarts } from './statementStarts.ts';
import { behindTerm, lengths, predicateHeader, Tape, tag } from './tape.ts';

export type FrameKind =
  | 'statement'
  | 'propertyList'
  | 'collection'
  | 'tripleTerm'
  | 'reifiedTriple'
  | 'annotation';

/** The state of a statement or bracket that is being read. */
export class BracketFrame {
  readonly parent: BracketFrame | undefined;
  kind: FrameKind = 'statement';
  /** Its position on the tape. */
  at = 0;
  /** The position of the current predicate on the tape, -1 when there is none. */
  predicate = -1;
  /**
   * The position on the tape of the owner of the next term: the object in a `,` list, or the item; -1 when there is none.
   */
  object = -1;
  /** Statements: true once the subject was read. */
  started: boolean = false;
  /** Statements: where the predicates start on the tape, -1 while there is no readable subject. */
  body = -1;
  /** The number of predicate-object pairs read, including unreadable ones; of a triple, the number of its parts. */
  pairs = 0;
  /** True when there was an error directly inside. */
  damaged: boolean = false;
  #inner: BracketFrame | undefined;

  constructor(parent: BracketFrame | undefined) {
    this.parent = parent;
  }

  /** True for `<< … >>` and `<<( … )>>`. */
  get isTriple(): boolean {
    return this.kind === 'tripleTerm' || this.kind === 'reifiedTriple';
  }

  /** True where predicates and their objects are expected. */
  get isBlock(): boolean {
    return !this.isTriple && this.kind !== 'collection';
  }

  /** The frame of a bracket inside this one. Each depth has one object, which is reused. */
  inner(kind: BracketFrame['kind'], at: number): BracketFrame {
    this.#inner ??= new BracketFrame(this);
    this.#inner.begin(kind, at);
    return this.#inner;
  }

  begin(kind: BracketFrame['kind'], at: number): void {
    this.kind = kind;
    this.at = at;
    this.predicate = -1;
    this.object = -1;
    this.started = false;
    this.body = -1;
    this.pairs = 0;
    this.damaged = false;
  }
}

/**
 * Builds the triples statement that is being read: tracks its open brackets and its nodes on the tape. Parts that turn
 * out to be unreadable are removed again.
 */
export class StatementBuilder {
  /** Names for the blank nodes of the text. */
  names: BlankNodeNames | undefined;
  /** True when statements without a graph are ignored. */
  namelessElsewhere: boolean = false;
  /** Where the statement starts. */
  start = 0;
  /** True when a part of the statement is missing from the tape. */
  damaged: boolean = false;
  /** True when the statement is in a graph that is not selected. */
  isElsewhere: boolean = false;
  readonly root = new BracketFrame(undefined);
  frame = this.root;
  /** The end of the last multi-line string or closed bracket. The lines before it were already checked. */
  settled = 0;
  readonly #lexer: Lexer;
  readonly #starts: StatementStarts;
  readonly #chunk: ParsedChunkBuilder;
  readonly #tape: Tape;
  /** Undefined until a name is needed. */
  #ownNames: StatementNames | undefined;
  #blankCount = 0;
  /** The position on the tape of the first bracket or error. */
  #doubtFrom = 0;

  constructor(lexer: Lexer, starts: StatementStarts, chunk: ParsedChunkBuilder) {
    this.#lexer = lexer;
    this.#starts = starts;
    this.#chunk = chunk;
    this.#tape = chunk.tape;
  }

  begin(start: number): void {
    this.start = start;
    this.damaged = false;
    this.isElsewhere = this.namelessElsewhere;
    this.settled = 0;
    this.#ownNames = undefined;
    this.#blankCount = 0;
    this.#doubtFrom = Number.MAX_SAFE_INTEGER;
    this.root.begin('statement', this.#tape.length);
    this.frame = this.root;
  }

  /** Creates the blank node of a bracket or a list cell. */
  blankNode(): number {
    if (this.#ownNames === undefined) {
      this.#ownNames = this.names!.statement(this.#starts.key(this.start));
      this.#chunk.name(this.#ownNames);
    }
    return terms.blankNode(`${this.#ownNames.prefix}${this.#blankCount++}`);
  }

  /** Reserves space for an object with its comma, or for an item with its cell. */
  openObject(value: number): void {
    this.frame.object = this.#tape.length;
    this.#tape.push(value);
  }

  openBracket(kind: Exclude<FrameKind, 'statement'>): void {
    this.doubt();
    this.frame = this.frame.inner(kind, this.#tape.length);
  }

  /** Closes the current bracket, whose last token was read. False when it is unreadable. */
  closeBracket(end: number): boolean {
    const { kind, at, parent, damaged, pairs } = this.frame;
    this.settled = end;
    this.#tape.close(at, end - this.start);
    this.frame = parent!;
    // A statement may consist of a property list alone; it counts as the first pair.
    if (parent === this.root && !this.root.started) this.root.pairs = pairs;
    if (kind === 'propertyList' || kind === 'annotation') return true;
    if (damaged) return false;
    if (kind === 'tripleTerm') this.#tape.data[at + 3] = this.#tripleAt(at + lengths[tag.tripleTerm]);
    if (kind === 'reifiedTriple') this.#endReified(at);
    return true;
  }

  /** The triple term of three terms in a row. */
  #tripleAt(subject: number): TermId {
    const { data, origin } = this.#tape;
    const verb = behindTerm(data, origin, subject);
    const object = behindTerm(data, origin, verb);
    return terms.tripleTerm({
      subject: data[subject + 3]!,
      predicate: data[verb + 3]!,
      object: data[object + 3]!,
    });
  }

  #endReified(at: number): void {
    const { data, length, origin } = this.#tape;
    const from = at + lengths[tag.reifiedTriple];
    let next = from;
    for (let part = 0; part < 3; part++) next = behindTerm(data, origin, next);
    data[at + 3] = next < length ? data[next + 3]! : this.blankNode();
    data[at + 5] = this.#tripleAt(from);
  }

  /** How many triple terms and reified triples are open. */
  get tripleDepth(): number {
    let depth = 0;
    for (let frame: BracketFrame | undefined = this.frame; frame?.isTriple; frame = frame.parent) depth++;
    return depth;
  }

  /**
   * Opens an annotation of the triple whose object was read last, at the current token. False when a part of that triple
   * is unreadable.
   */
  openAnnotation(): boolean {
    const { frame } = this;
    const tape = this.#tape;
    const { data } = tape;
    if (frame.object < 0 || frame.predicate < 0 || (frame.kind === 'statement' && frame.body < 0))
      return false;
    const predicate = data[frame.predicate + predicateHeader + 3]!;
    if (predicate === Tape.noTerm) return false;
    const subject = data[frame.at + 3]!;
    const triple = terms.tripleTerm({ subject, predicate, object: data[frame.object + 4]! });
    tape.push(-1);
    this.openBracket('annotation');
    const { at } = this.frame;
    tape.open(tag.annotation, this.#lexer.start - this.start, 0);
    tape.data[at + 5] = triple;
    return true;
  }

  /** Starts the predicates of an annotation, after its reifier if it has one. */
  beginAnnotated(): void {
    const { at } = this.frame;
    const tape = this.#tape;
    const reifier = at + lengths[tag.annotation];
    const id = reifier < tape.length ? tape.data[reifier + 3]! : this.blankNode();
    tape.data[at + 3] = id;
    tape.data[at + 6] = tape.length - tape.origin;
  }

  dropObject(): void {
    const { frame } = this;
    if (frame.object >= 0) this.#tape.cut(frame.object);
    frame.object = -1;
  }

  dropPredicate(): void {
    const { frame } = this;
    if (frame.predicate >= 0) this.#tape.cut(frame.predicate);
    frame.predicate = -1;
    frame.object = -1;
  }

  get hasObjects(): boolean {
    const { predicate } = this.frame;
    return predicate >= 0 && this.#tape.hasObjects(predicate);
  }

  /** Ends the current predicate. Returns its position on the tape, -1 when nothing of it is kept. */
  endPair(): number {
    const { frame } = this;
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

  /** Leaves all open brackets. Their contents are dropped; the statement's own parts stay. */
  leaveBrackets(): void {
    const { root } = this;
    if (this.frame === root) return;
    this.frame = root;
    if (root.started) this.dropObject();
    else this.#tape.cut(root.at);
  }

  markDamage(): void {
    this.damaged = true;
    this.frame.damaged = true;
    this.doubt();
  }

  /** Marks the structure as uncertain from the current predicate of the statement on. */
  doubt(): void {
    const { started, predicate, at } = this.root;
    const position = !started ? at : predicate < 0 ? this.#tape.length : predicate;
    this.#doubtFrom = Math.min(this.#doubtFrom, position);
  }

  /**
   * Handles a closing bracket without an opening one: a bracket is missing or superfluous, perhaps far back. Everything
   * after the first bracket or the first error may belong elsewhere, so it is dropped.
   */
  distrust(): void {
    this.leaveBrackets();
    this.dropPredicate();
    this.#tape.cut(this.#doubtFrom);
    if (this.#tape.length < this.root.body) this.root.body = -1;
  }

  /** Keeps only what was read before an offset of the text. */
  cutBehind(offset: number): void {
    this.leaveBrackets();
    this.endPair();
    if (this.root.body >= 0) this.#tape.cutBehind(this.root.body, offset - this.start);
  }

  /**
   * Ends the statement before the current token; the token before that is its dot, if it has one.
   *
   * @param ending the flag `dotted` or `undotted`; 0 where the end is missing.
   */
  finish(ending: number): void {
    this.leaveBrackets();
    this.endPair();
    this.end(this.#lexer.previousEnd, ending);
  }

  /** Ends the statement at an offset of the text. Its brackets and predicates are closed. */
  end(end: number, ending: number): void {
    const { body, at } = this.root;
    const tape = this.#tape;
    const isEmpty =
      tape.length === body && tape.data[at] !== tag.propertyList && tape.data[at] !== tag.reifiedTriple;
    const isSound = ending !== 0 && !this.damaged && !this.#chunk.hasErrors;
    if (this.isElsewhere && isSound) {
      tape.cut(at);
      this.#chunk.addSettled(this.start, end, statementFlags.skipped | ending);
    } else if (body < 0 || isEmpty || this.isElsewhere) {
      tape.cut(at);
      this.#chunk.addUnsettled(this.start, end, statementFlags.skipped, this.reach());
    } else if (isSound) {
      this.#chunk.addSettled(this.start, end, statementFlags.triples | ending);
    } else {
      const flags = statementFlags.triples | statementFlags.damaged | ending;
      this.#chunk.addUnsettled(this.start, end, flags, this.reach());
    }
  }

  /** The end of the text that was examined since the statement began, including look-ahead. */
  reach(): number {
    const lexer = this.#lexer;
    return lookAheadEnd(lexer.text, Math.max(lexer.end, lexer.farthest, this.#starts.farthest));
  }
}
