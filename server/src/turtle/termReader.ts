import { type TermId, terms } from '../rdf/terms.ts';
import { xsd } from '../rdf/vocab.ts';
import type { BlankNodeNames } from './blankNodeNames.ts';
import type { Draft } from './draft.ts';
import { type Lexer, unescapeLocal, unescapeText } from './lexer.ts';
import { foundToken, undeclaredMessage } from './messages.ts';
import type { Declaration } from './reading.ts';
import type { ReadingBuilder } from './readingBuilder.ts';
import { resolveIri } from './resolveIri.ts';
import type { Scope } from './scope.ts';
import { type Tape, tag } from './tape.ts';
import { TokenTable } from './tokenTable.ts';

/** Reads terms without brackets onto the tape: the current token, and what belongs to it behind it. */
export class TermReader {
  readonly #lexer: Lexer;
  readonly #reading: ReadingBuilder;
  readonly #tape: Tape;
  readonly #draft: Draft;
  readonly #names: BlankNodeNames;
  readonly #scope: Scope;
  /** The terms of tokens that were read before, by their text; emptied when a prefix or the base changes. */
  readonly #known: TokenTable;

  constructor(lexer: Lexer, reading: ReadingBuilder, draft: Draft, names: BlankNodeNames, scope: Scope) {
    this.#lexer = lexer;
    this.#reading = reading;
    this.#tape = reading.tape;
    this.#draft = draft;
    this.#names = names;
    this.#scope = scope;
    this.#known = new TokenTable(lexer.codes);
  }

  /** Puts a declaration into force for the terms that follow. */
  declare(declaration: Declaration): void {
    const { prefix } = declaration;
    if (prefix === undefined || this.#scope.prefixes.has(prefix)) this.#known.clear();
    this.#scope.declare(declaration);
    this.#reading.declare(declaration);
  }

  /** Passes a term and puts it on the tape; false when it is unreadable. */
  term(): boolean {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'iri':
      case 'name':
        return this.iri();
      case 'label':
        return this.#put(tag.label, this.#labelId());
      case 'string':
        return this.#string();
      case 'integer':
        return this.#put(tag.number, this.#shorthandId(xsd.integer));
      case 'decimal':
        return this.#put(tag.number, this.#shorthandId(xsd.decimal));
      case 'double':
        return this.#put(tag.number, this.#shorthandId(xsd.double));
      default:
        return this.#put(tag.boolean, this.#shorthandId(xsd.boolean));
    }
  }

  /** Like `term`, for an IRI or a name. */
  iri(): boolean {
    return this.#put(this.#lexer.kind === 'iri' ? tag.reference : tag.prefixed, this.#iriId());
  }

  /** The IRI that the current `<…>` stands for, undefined when it is unreadable. */
  reference(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const written = lexer.text.slice(lexer.start + 1, lexer.end - 1);
    return resolveIri(lexer.escaped ? unescapeText(written) : written, this.#scope.base);
  }

  /** Passes the current token. */
  #put(kind: number, id: TermId | undefined): boolean {
    const lexer = this.#lexer;
    const { start } = this.#draft;
    if (id === undefined) this.#draft.damaged = true;
    else this.#tape.term(kind, lexer.start - start, lexer.end - start, id);
    lexer.advance();
    return id !== undefined;
  }

  #iriId(): TermId | undefined {
    const { start, end, kind } = this.#lexer;
    const known = this.#known.get(start, end);
    if (known !== undefined) return known;
    const value = kind === 'iri' ? this.reference() : this.#prefixedName();
    if (value === undefined) return undefined;
    const id = terms.iri(value);
    this.#known.add(start, end, id);
    return id;
  }

  #prefixedName(): string | undefined {
    const lexer = this.#lexer;
    if (this.#reportProblem()) return undefined;
    const prefix = lexer.text.slice(lexer.start, lexer.colon);
    const namespace = this.#scope.prefixes.get(prefix);
    if (namespace === undefined) {
      if (!this.#scope.prefixes.has(prefix)) this.#error(undeclaredMessage(prefix));
      return undefined;
    }
    const local = lexer.text.slice(lexer.colon + 1, lexer.end);
    return namespace + (lexer.escaped ? unescapeLocal(local) : local);
  }

  #labelId(): TermId | undefined {
    if (this.#reportProblem()) return undefined;
    const { start, end, text } = this.#lexer;
    const known = this.#known.get(start, end);
    if (known !== undefined) return known;
    const id = terms.blankNode(this.#names.labelled(text.slice(start + 2, end)));
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
    const origin = this.#draft.start;
    const start = lexer.start - origin;
    const quoteEnd = lexer.end - origin;
    const readable = !this.#reportProblem();
    const written = lexer.text.slice(lexer.start + lexer.quotes, lexer.end - lexer.quotes);
    const lexical = lexer.escaped && readable ? unescapeText(written) : written;
    if (lexer.quotes === 3) this.#draft.settled = lexer.end;
    switch (lexer.advance()) {
      case 'at': {
        const tagStart = lexer.start - origin;
        const isGood = !this.#reportProblem() && readable;
        if (isGood) {
          const id = terms.languageString(lexical, lexer.slice.slice(1));
          tape.term(tag.taggedString, start, lexer.end - origin, id);
          tape.push(quoteEnd);
          tape.push(tagStart);
        }
        lexer.advance();
        return isGood;
      }
      case '^^': {
        const next = lexer.advance();
        if (next !== 'iri' && next !== 'name') {
          this.#error(`Expected the IRI of a datatype after '^^', found ${foundToken(lexer)}.`);
          return false;
        }
        const typeStart = lexer.start - origin;
        const datatype = this.#iriId();
        const end = lexer.end - origin;
        lexer.advance();
        if (datatype === undefined) this.#draft.damaged = true;
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

  #error(message: string): void {
    this.#reading.error({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }

  /** Reports what is wrong inside the current token; false when nothing is. */
  #reportProblem(): boolean {
    const { problem } = this.#lexer;
    if (problem === undefined) return false;
    this.#reading.error(problem);
    return true;
  }
}
