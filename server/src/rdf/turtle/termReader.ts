import { hasScheme, resolveIri } from '../resolveIri.ts';
import { type TermId, terms } from '../terms.ts';
import { rdf, xsd } from '../vocab.ts';
import type { BlankNodeNames } from './blankNodeNames.ts';
import { unescapeLocal, unescapeText } from './escapes.ts';
import type { Lexer } from './lexer.ts';
import type { Declaration } from './parsedChunk.ts';
import type { ParsedChunkBuilder } from './parsedChunkBuilder.ts';
import { Scope } from './scope.ts';
import type { SourceText } from './sourceText.ts';
import type { StatementBuilder } from './statementBuilder.ts';
import { Tape, tag } from './tape.ts';
import { isOfLines } from './textFormat.ts';
import { foundToken, undeclaredMessage } from './tokenMessages.ts';
import { TokenPredictor, TokenTable } from './tokenTable.ts';

const unreadable = -1;

/** The lexer accepts no others. */
type Direction = 'ltr' | 'rtl';

/** Kinds of tokens in the table, besides the datatype ids of literals with equal strings. */
const resourceToken = -1;
const tagToken = -2;
/** Minus the number of a language tag. */
const taggedToken = -3;

/** Longer strings seldom occur again. */
const longestKnown = 48;

/** Reads terms without brackets onto the tape: the current token and what belongs to it. */
export class TermReader {
  /** Names for the blank nodes of the text. */
  names: BlankNodeNames | undefined;
  readonly #lexer: Lexer;
  readonly #chunk: ParsedChunkBuilder;
  readonly #tape: Tape;
  readonly #builder: StatementBuilder;
  #scope = new Scope('');
  /** The terms of tokens that were read before, by their text. Cleared when a prefix or the base changes. */
  readonly #known: TokenTable;
  readonly #guesses = new TokenPredictor();
  readonly #languageTags: { readonly language: string; readonly direction: Direction | undefined }[] = [];

  /** The ids of the selected named graphs; undefined when all are selected. */
  #chosen: ReadonlySet<TermId> | undefined;
  /** True when statements without a graph are selected. */
  #isNamelessChosen: boolean = true;

  /** The start of the string that is being read. */
  #start = 0;
  #end = 0;
  #hash = 0;
  #quotes = 1;
  #escaped: boolean = false;

  constructor(source: SourceText, lexer: Lexer, chunk: ParsedChunkBuilder, builder: StatementBuilder) {
    this.#lexer = lexer;
    this.#chunk = chunk;
    this.#tape = chunk.tape;
    this.#builder = builder;
    this.#known = new TokenTable(source);
  }

  /**
   * Resets the reader for another text.
   *
   * @param scope the prefixes and base in scope; declarations are added to it.
   */
  begin(scope: Scope): void {
    this.#scope = scope;
    const chosen = scope.format?.chosen;
    this.#chosen = chosen && new Set(chosen.named.map((each) => terms.iri(each)));
    this.#isNamelessChosen = chosen?.unnamed ?? true;
    this.openGraph(undefined);
    this.#forget();
  }

  /** Applies a declaration to the terms that follow. */
  declare(declaration: Declaration): void {
    const { prefix } = declaration;
    if (prefix === undefined || this.#scope.prefixes.has(prefix)) this.#forget();
    this.#scope.declare(declaration);
    this.#chunk.declare(declaration);
  }

  /** Moves to the next statement. */
  advanceToSubject(): void {
    this.#lexer.advanceTo(this.#guesses.subject);
  }

  /** Moves to the next predicate. */
  advanceToPredicate(): void {
    this.#lexer.advanceTo(this.#guesses.predicate);
  }

  /** Reads the IRI or label that is the subject of a statement; false when it is unreadable. */
  subject(): boolean {
    const lexer = this.#lexer;
    const id = this.#resource();
    if (id !== unreadable && lexer.predictedTerm < 0) this.#guesses.subject.note(lexer, id);
    const readable = this.#put(id);
    this.advanceToPredicate();
    return readable;
  }

  /** Reads the IRI of a predicate. A predicate without a readable verb stays on the tape until it ends. */
  predicate(): void {
    const id = this.#resource();
    if (id === unreadable) {
      this.#put(id);
      this.#tape.term(tag.prefixed, 0, 0, Tape.noTerm);
      this.#lexer.advance();
    } else {
      this.#put(id);
      this.#guesses.notePredicate(this.#lexer, id);
      this.#lexer.advanceTo(this.#guesses.object);
    }
  }

  /** Reads the keyword `a`. */
  typePredicate(): void {
    const lexer = this.#lexer;
    const { start } = this.#builder;
    this.#tape.term(tag.a, lexer.start - start, lexer.end - start, rdf.type);
    this.#guesses.notePredicate(lexer, rdf.type);
    lexer.advanceTo(this.#guesses.object);
  }

  /** Reads the name of a graph; false when that graph is not selected. */
  isOfChosenGraph(): boolean {
    const lexer = this.#lexer;
    const id = this.#resource();
    if (id === unreadable) this.#builder.damaged = true;
    lexer.advance();
    return this.#chosen === undefined || this.#chosen.has(id);
  }

  /** Sets the graph of the following statements that name none; undefined means the default graph. */
  openGraph(name: TermId | undefined): void {
    const isChosen = name === undefined ? this.#isNamelessChosen : (this.#chosen?.has(name) ?? true);
    this.#builder.namelessElsewhere = !isChosen;
  }

  /** Reads the name of a graph block onto the tape, as the only term of its statement. */
  openNamedGraph(): void {
    const id = this.#resource();
    this.#put(id);
    this.openGraph(id);
    this.#lexer.advance();
  }

  /** Reads an object or an item of a collection; false when it is unreadable. */
  object(): boolean {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'iri':
      case 'name':
      case 'label': {
        const id = this.#resource();
        if (id !== unreadable) this.#guesses.noteObject(lexer, id);
        const readable = this.#put(id);
        lexer.advance();
        return readable;
      }
      case 'string':
        return this.#string();
      case 'integer':
        return this.#shorthand(tag.number, xsd.integer);
      case 'decimal':
        return this.#shorthand(tag.number, xsd.decimal);
      case 'double':
        return this.#shorthand(tag.number, xsd.double);
      default:
        return this.#shorthand(tag.boolean, xsd.boolean);
    }
  }

  /** Resolves the current `<…>`, undefined when it is unreadable. */
  reference(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const written = lexer.text.slice(lexer.start + 1, lexer.end - 1);
    const { base, format } = this.#scope;
    if (isOfLines(format) && !hasScheme(written)) {
      this.#error(`${format.name} has no relative IRIs. Write it in full.`);
      return undefined;
    }
    return resolveIri(lexer.escaped ? unescapeText(written) : written, base);
  }

  #forget(): void {
    this.#known.clear();
    this.#guesses.forget();
    this.#languageTags.length = 0;
  }

  /** The term of an IRI, a name or a label. */
  #resource(): TermId {
    const lexer = this.#lexer;
    if (lexer.predictedTerm >= 0) return lexer.predictedTerm;
    const { hash, start, end } = lexer;
    const known = this.#known.get(hash, start, end - start, resourceToken);
    if (known >= 0) return known;
    const id = lexer.kind === 'label' ? this.#label() : this.#iri();
    if (id !== unreadable) this.#known.add(hash, start, end - start, resourceToken, id);
    return id;
  }

  #iri(): TermId {
    const value = this.#lexer.kind === 'iri' ? this.reference() : this.#prefixedName();
    return value === undefined ? unreadable : terms.iri(value);
  }

  #prefixedName(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const { text, start, colon, end } = lexer;
    const prefix = text.slice(start, colon);
    const { format, prefixes } = this.#scope;
    const namespace = prefixes.get(prefix);
    if (isOfLines(format)) {
      this.#error(`${format.name} has no prefixes. Write the IRI in full.`);
      return undefined;
    }
    if (namespace === undefined) {
      if (!prefixes.has(prefix)) this.#error(undeclaredMessage(prefix));
      return undefined;
    }
    const local = text.slice(colon + 1, end);
    return namespace + (lexer.escaped ? unescapeLocal(local) : local);
  }

  #label(): TermId {
    const { text, start, end } = this.#lexer;
    return this.#reportProblem()
      ? unreadable
      : terms.blankNode(this.names!.labelled(text.slice(start + 2, end)));
  }

  /** Writes the current token to the tape as a term. */
  #put(id: TermId): boolean {
    if (id === unreadable) {
      this.#builder.damaged = true;
      return false;
    }
    const { kind, start, end } = this.#lexer;
    const origin = this.#builder.start;
    const form = kind === 'name' ? tag.prefixed : kind === 'iri' ? tag.reference : tag.label;
    this.#tape.term(form, start - origin, end - origin, id);
    return true;
  }

  /** Reads a number, `true` or `false`. */
  #shorthand(form: number, datatype: TermId): boolean {
    const lexer = this.#lexer;
    const { hash, start, end } = lexer;
    const origin = this.#builder.start;
    let id = this.#known.get(hash, start, end - start, resourceToken);
    if (id < 0) {
      id = terms.literal(lexer.slice, datatype);
      this.#known.add(hash, start, end - start, resourceToken, id);
    }
    this.#tape.term(form, start - origin, end - origin, id);
    lexer.advance();
    return true;
  }

  /** Reads a string with its datatype or language tag. */
  #string(): boolean {
    const lexer = this.#lexer;
    const tape = this.#tape;
    const origin = this.#builder.start;
    const readable = !this.#reportProblem();
    this.#start = lexer.start;
    this.#end = lexer.end;
    this.#hash = lexer.hash;
    this.#quotes = lexer.quotes;
    this.#escaped = lexer.escaped;
    if (lexer.quotes === 3) this.#builder.settled = lexer.end;
    const start = lexer.start - origin;
    const quoteEnd = lexer.end - origin;
    switch (lexer.advance()) {
      case 'at': {
        const tagStart = lexer.start - origin;
        const isGood = !this.#reportProblem() && readable;
        if (isGood) {
          const number = this.#languageTag();
          if (this.#languageTags[number]!.direction) this.#chunk.newToken(lexer.start, lexer.end);
          const id = this.#literal(taggedToken - number);
          tape.term(tag.taggedString, start, lexer.end - origin, id);
          tape.pushPair(quoteEnd, tagStart);
        }
        lexer.advance();
        return isGood;
      }
      case '^^':
        return this.#typedString(readable);
    }
    if (!readable) return false;
    tape.term(tag.string, start, quoteEnd, this.#literal(xsd.string));
    tape.push(quoteEnd);
    return true;
  }

  /** Reads what follows a string up to the datatype. */
  #typedString(readable: boolean): boolean {
    const lexer = this.#lexer;
    const tape = this.#tape;
    const origin = this.#builder.start;
    const form = lexer.advanceTo(this.#guesses.datatype);
    if (form !== 'iri' && form !== 'name') {
      this.#error(`Expected the IRI of a datatype after '^^', found ${foundToken(lexer)}.`);
      return false;
    }
    const datatype = this.#resource();
    const typeStart = lexer.start - origin;
    const end = lexer.end - origin;
    if (datatype === unreadable) this.#builder.damaged = true;
    else if (lexer.predictedTerm < 0) this.#guesses.datatype.note(lexer, datatype);
    lexer.advance();
    if (datatype === unreadable || !readable) return false;
    tape.term(tag.typedString, this.#start - origin, end, this.#literal(datatype));
    tape.pushPair(this.#end - origin, form === 'iri' ? tag.reference : tag.prefixed);
    tape.pushPair(typeStart, datatype);
    return true;
  }

  /** The number of the current language tag. */
  #languageTag(): number {
    const lexer = this.#lexer;
    const { hash, start, end } = lexer;
    const known = this.#known.get(hash, start, end - start, tagToken);
    if (known >= 0) return known;
    const [language, direction] = lexer.text.slice(start + 1, end).split('--');
    const number = this.#languageTags.push({ language: language!, direction: direction as Direction }) - 1;
    this.#known.add(hash, start, end - start, tagToken, number);
    return number;
  }

  /**
   * The term of the string that is being read.
   *
   * @param kind the datatype, or `taggedToken` minus the number of the language tag.
   */
  #literal(kind: number): TermId {
    const start = this.#start;
    const length = this.#end - start;
    const isShort = length <= longestKnown && this.#quotes === 1;
    if (isShort) {
      const known = this.#known.get(this.#hash, start, length, kind);
      if (known >= 0) return known;
    }
    const written = this.#lexer.text.slice(start + this.#quotes, this.#end - this.#quotes);
    const lexical = this.#escaped ? unescapeText(written) : written;
    const id = kind >= 0 ? terms.literal(lexical, kind) : this.#languageString(lexical, taggedToken - kind);
    if (isShort) this.#known.add(this.#hash, start, length, kind, id);
    return id;
  }

  /** @param number of the language tag. */
  #languageString(lexical: string, number: number): TermId {
    const { language, direction } = this.#languageTags[number]!;
    return terms.languageString(lexical, language, direction);
  }

  #error(message: string): void {
    this.#chunk.error({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }

  /** Reports the problem of the current token; false when it has none. */
  #reportProblem(): boolean {
    const { problem } = this.#lexer;
    if (problem === undefined) return false;
    this.#chunk.error(problem);
    return true;
  }
}
