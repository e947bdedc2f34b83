import { copyString } from '../../base/copyString.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Lexer } from './lexer.ts';
import { statementFlags } from './parsedChunk.ts';
import type { ParsedChunkBuilder } from './parsedChunkBuilder.ts';
import type { StatementBuilder } from './statementBuilder.ts';
import type { directiveOf } from './statementStarts.ts';
import type { TermReader } from './termReader.ts';
import { foundToken } from './tokenMessages.ts';

type Style = 'turtle' | 'sparql';

/** Reads the directives that declare prefixes and the base, and those that announce a version of RDF. */
export class DirectiveReader {
  readonly #lexer: Lexer;
  readonly #chunk: ParsedChunkBuilder;
  readonly #builder: StatementBuilder;
  readonly #terms: TermReader;
  #start = 0;

  constructor(lexer: Lexer, chunk: ParsedChunkBuilder, builder: StatementBuilder, terms: TermReader) {
    this.#lexer = lexer;
    this.#chunk = chunk;
    this.#builder = builder;
    this.#terms = terms;
  }

  /** Reads the directive that starts at the current token. */
  read(directive: NonNullable<ReturnType<typeof directiveOf>>): void {
    this.#start = this.#lexer.start;
    const style = directive.startsWith('@') ? 'turtle' : 'sparql';
    if (directive.endsWith('prefix')) this.#prefix(style);
    else if (directive.endsWith('base')) this.#base(style);
    else this.#version(style);
  }

  #prefix(style: Style): void {
    const lexer = this.#lexer;
    lexer.advance();
    const prefixRange = this.#range();
    let prefix: string;
    if (lexer.kind === 'name' && lexer.colon + 1 === lexer.end) {
      prefix = lexer.text.slice(lexer.start, lexer.colon);
    } else if (lexer.kind === 'name' || lexer.kind === 'word') {
      prefix = lexer.kind === 'word' ? lexer.slice : lexer.text.slice(lexer.start, lexer.colon);
      this.#error(`Expected '${prefix}:' before the IRI, found ${foundToken(lexer)}.`);
    } else {
      this.#skip(`Expected a prefix such as 'ex:', found ${foundToken(lexer)}.`);
      return;
    }
    prefix = copyString(prefix);
    const next = lexer.advance();
    const iriRange = this.#range();
    if (next !== 'iri') {
      this.#terms.declare({ prefix, iri: undefined });
      this.#skip(
        `Expected the IRI of the prefix '${prefix}:' in angle brackets, found ${foundToken(lexer)}.`,
      );
      return;
    }
    const iri = this.#iri();
    this.#terms.declare({ prefix, iri });
    this.#passEnd(style, 'prefix');
    if (iri !== undefined) {
      this.#chunk.directive({ kind: 'prefix', style, prefix, iri, prefixRange, iriRange });
    }
    this.#end(style, iri === undefined ? statementFlags.skipped : statementFlags.prefix);
  }

  #base(style: Style): void {
    const lexer = this.#lexer;
    if (lexer.advance() !== 'iri') {
      this.#skip(`Expected the base IRI in angle brackets, found ${foundToken(lexer)}.`);
      return;
    }
    const iriRange = this.#range();
    const iri = this.#iri();
    if (iri !== undefined) this.#terms.declare({ prefix: undefined, iri });
    this.#passEnd(style, 'base');
    if (iri !== undefined) this.#chunk.directive({ kind: 'base', style, iri, iriRange });
    this.#end(style, iri === undefined ? statementFlags.skipped : statementFlags.base);
  }

  /**
   * The text is read in the same way, whatever version is announced. @see https://www.w3.org/TR/rdf12-turtle/#sec-version
   */
  #version(style: Style): void {
    const lexer = this.#lexer;
    this.#chunk.newToken(lexer.start, lexer.end);
    if (lexer.advance() !== 'string' || lexer.quotes === 3 || lexer.problem) {
      this.#skip(`Expected the version in quotes, such as "1.2", found ${foundToken(lexer)}.`);
      return;
    }
    this.#passEnd(style, 'version');
    this.#end(style, statementFlags.skipped);
  }

  /** The current IRI as a string of its own: declarations outlive the text that they were read from. */
  #iri(): string | undefined {
    const iri = this.#terms.reference();
    return iri === undefined ? undefined : copyString(iri);
  }

  /** Reads the IRI or the version, and the dot. */
  #passEnd(style: Style, name: 'prefix' | 'base' | 'version'): void {
    const lexer = this.#lexer;
    lexer.advance();
    if (lexer.kind === '.') {
      if (style === 'sparql') {
        this.#error(`${name.toUpperCase()} takes no dot. Remove it, or write @${name}.`);
      }
      lexer.advance();
    } else if (style === 'turtle') {
      this.#error(`Expected '.' after @${name}, found ${foundToken(lexer)}.`);
    }
  }

  /** Gives up on the directive and skips to the dot or to the next line. */
  #skip(message: string): void {
    const lexer = this.#lexer;
    this.#error(message);
    while (lexer.kind !== 'end' && !lexer.hasLineEnd(lexer.previousEnd, lexer.start)) {
      const dot = lexer.kind === '.';
      lexer.advance();
      if (dot) break;
    }
    this.#end('sparql', statementFlags.skipped);
  }

  /** Ends the statement. A SPARQL-style directive depends on what follows, because a dot would belong to it. */
  #end(style: Style, kind: number): void {
    const end = this.#lexer.previousEnd;
    if (style === 'turtle' && kind !== statementFlags.skipped && !this.#chunk.hasErrors) {
      this.#chunk.addSettled(this.#start, end, kind);
    } else {
      this.#chunk.addUnsettled(this.#start, end, kind, this.#builder.reach());
    }
  }

  #error(message: string): void {
    this.#chunk.error({ range: { start: this.#lexer.start, end: this.#lexer.end }, message });
  }

  /** The range of the current token, relative to the statement. */
  #range(): TextRange {
    return { start: this.#lexer.start - this.#start, end: this.#lexer.end - this.#start };
  }
}
