import { lazy } from '../../base/lazy.ts';
import { LineIndex } from '../../base/lineIndex.ts';
import { Rope } from '../../base/rope.ts';
import type { ReplacedRange } from '../../base/textChange.ts';
import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../graph.ts';
import { StatedGraph } from '../statedGraph.ts';
import type { TermId } from '../terms.ts';
import { BlankNodeNames, NewRepeatNumbers } from './blankNodeNames.ts';
import { changeBetween } from './changeBetween.ts';
import { parseStatements } from './parser.ts';
import { reparse } from './reparse.ts';
import { Scope } from './scope.ts';
import { SourceMap } from './sourceMap.ts';
import { areSameTriples, statedTriples } from './statementIndex.ts';
import type { StatementFinds, StatementMemo } from './statementMemo.ts';
import { type GraphBlock, StatementSequence } from './statementSequence.ts';
import { newTokenError, type TurtleSyntaxError } from './syntaxError.ts';
import type { BaseStatement, PrefixStatement, Statement } from './syntaxTree.ts';
import { type TextFormat, textFormatOf } from './textFormat.ts';

/** The result of parsing a text, and what was derived from it so far. */
interface Content {
  readonly statements: StatementSequence;
  /** The prefixes and base at the end. */
  readonly scope: Scope;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Shared by the documents that state the same triples. */
  readonly graph: { made: StatedGraph | undefined };
  readonly hasText: boolean;
  readonly isReadInParts: boolean;
  readonly libraryFormat?: LibraryFormat;
  readonly warnings?: readonly TurtleSyntaxError[];
}

/** The versions of RDF whose syntax a text can be checked against. */
export type RdfVersion = '1.1' | '1.2';

/** The formats that libraries read for us. */
export type LibraryFormat = 'JSON-LD' | 'RDF/XML';

/**
 * A parsed text of Turtle, TriG, N-Triples or N-Quads. Immutable: a changed text is a new document. Parsing never fails: unreadable text is reported
 * in `errors`, and the rest keeps its triples.
 *
 * Versions of a document share what an edit does not touch. Lists such as statements and errors are assembled as a
 * whole when they are first requested; `sources` finds single ones without that.
 */
export class TurtleDocument {
  readonly uri: string;
  readonly version: number;
  /** The text in pieces, which versions of a document share. */
  readonly rope: Rope;
  /** The prefixes in scope at the end of the document: prefix without colon → namespace IRI. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly sources: SourceMap;
  /** False for a graph that was not read from a text. */
  readonly hasText: boolean;
  /** True for a text that was read part by part, because it is large. */
  readonly isReadInParts: boolean;
  /** The format of a text that a library has read, and has to read again when it changes. */
  readonly libraryFormat: LibraryFormat | undefined;
  /** Parts from which a library reads nothing, although their author may think that it does. */
  readonly warnings: readonly TurtleSyntaxError[];
  /** True for Turtle and formats with its syntax, false for other formats of RDF. */
  readonly isTurtle: boolean;
  readonly #content: Content;
  readonly #errors: () => readonly TurtleSyntaxError[];
  readonly #comments: () => readonly TextRange[];
  readonly #directives: () => readonly (PrefixStatement | BaseStatement)[];
  readonly #graphNames: () => ReadonlySet<TermId>;
  #lines: LineIndex | undefined;

  /**
   * @param uri names the document and, where the text declares no base, is its base IRI. It also scopes blank
   * nodes: the same text under the same uri gives the same terms.
   * @param content for `changed` only: the result of reading the text.
   */
  constructor(
    uri: string,
    version: number,
    text: string | Rope,
    content: Content = read(uri, `${text}`, textFormatOf(uri)),
  ) {
    const { statements, libraryFormat } = content;
    this.uri = uri;
    this.version = version;
    this.rope = typeof text === 'string' ? Rope.of(text) : text;
    this.prefixes = content.prefixes;
    this.sources = content.isReadInParts ? SourceMap.ofLong(statements) : SourceMap.of(statements);
    this.hasText = content.hasText;
    this.isReadInParts = content.isReadInParts;
    this.libraryFormat = content.libraryFormat;
    this.warnings = content.warnings ?? [];
    this.isTurtle = libraryFormat === undefined;
    this.#content = content;
    this.#errors = lazy(() => statements.errors(this.rope));
    this.#comments = lazy(() => statements.comments());
    this.#directives = lazy(() => statements.directives());
    this.#graphNames = lazy(() => new Set(this.#graphBlocks.flatMap(({ name }) => name ?? [])));
  }

  /** A document of a text in the format that the caller gives, whatever its name. */
  static as(
    format: TextFormat | undefined,
    { uri, version, text }: { readonly uri: string; readonly version: number; readonly text: string | Rope },
  ): TurtleDocument {
    return new TurtleDocument(uri, version, text, read(uri, `${text}`, format));
  }

  /** A document of a text that was parsed part by part. */
  static ofStatements(uri: string, rope: Rope, statements: StatementSequence, scope: Scope): TurtleDocument {
    return new TurtleDocument(uri, 0, rope, {
      statements,
      scope,
      prefixes: scope.readable(),
      graph: { made: undefined },
      hasText: true,
      isReadInParts: true,
    });
  }

  /** A document of a text that a library has read. */
  static ofLibrary(
    libraryFormat: LibraryFormat,
    { uri, version, text }: { readonly uri: string; readonly version: number; readonly text: string | Rope },
    statements: StatementSequence,
    scope: Scope,
    warnings: readonly TurtleSyntaxError[] = [],
  ): TurtleDocument {
    return new TurtleDocument(uri, version, text, {
      warnings,
      statements,
      scope,
      prefixes: scope.readable(),
      graph: { made: undefined },
      hasText: true,
      isReadInParts: false,
      libraryFormat,
    });
  }

  /**
   * A document for a graph that was not read from a text. None of its triples has a place.
   *
   * @param triples subject, predicate and object in turn.
   */
  static withoutText(
    uri: string,
    triples: Int32Array,
    prefixes: ReadonlyMap<string, string>,
  ): TurtleDocument {
    return new TurtleDocument(uri, 0, '', {
      statements: new StatementSequence([]),
      scope: new Scope(uri, prefixes),
      prefixes,
      graph: { made: StatedGraph.of(triples) },
      hasText: false,
      isReadInParts: false,
    });
  }

  /**
   * The document after an edit; this one stays unchanged. The result is like a document created from the new text,
   * except for the names of blank nodes: those in untouched statements keep theirs, so the graphs are isomorphic. The
   * graph is the same object when the edit changes no triple, and `prefixes` is when it changes no prefix.
   *
   * @param text the whole new text.
   * @param change the replaced part of this document's text; computed by comparing the texts if omitted.
   * @throws RangeError when `change` does not fit the lengths of the texts.
   * @throws TypeError when a library has read the text.
   */
  changed(version: number, text: string | Rope, change?: ReplacedRange): TurtleDocument {
    if (this.libraryFormat) throw new TypeError(`${this.libraryFormat} is not edited`);
    const { scope, prefixes, graph } = this.#content;
    if (scope.format?.name === 'TriG') return this.#reread(version, text);
    const effective = changeBetween(this.rope, text, change);
    const result = reparse({
      uri: this.uri,
      textBefore: this.rope,
      statements: this.#content.statements,
      scope,
      text,
      change: effective,
    });
    const removed = statedTriples(result.removed);
    const added = statedTriples(result.added);
    return new TurtleDocument(this.uri, version, text, {
      statements: result.statements,
      scope: result.scope,
      prefixes: result.scope === scope ? prefixes : readablePrefixes(result.scope, prefixes),
      graph: areSameTriples(removed, added) ? graph : { made: graph.made?.changed(removed, added) },
      hasText: this.hasText,
      isReadInParts: false,
    });
  }

  /** Reads a changed text as a whole: in TriG, what a statement states depends on braces that may be far from it. */
  #reread(version: number, text: string | Rope): TurtleDocument {
    const before = this.#content;
    const now = read(this.uri, `${text}`, before.scope.format);
    const isSameGraph = areSameTriples(
      statedTriples(before.statements.slices),
      statedTriples(now.statements.slices),
    );
    return new TurtleDocument(this.uri, version, text, {
      ...now,
      prefixes: readablePrefixes(now.scope, before.prefixes),
      graph: isSameGraph ? before.graph : now.graph,
    });
  }

  /** The document after one edit, with the same version: a preview of what `changed` would give. */
  edited(edit: OffsetEdit): TurtleDocument {
    const { range, newText } = edit;
    return this.changed(this.version, this.rope.replaced(range, newText), {
      ...range,
      length: newText.length,
    });
  }

  /**
   * The document after several edits of its text, with the same version. They must not overlap; insertions at the same offset
   * keep their order. Only the statements around each are read again.
   */
  editedBy(edits: readonly OffsetEdit[]): TurtleDocument {
    // From the last one, so that places stay.
    const fromLast = edits
      .toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)
      .reverse();
    return fromLast.reduce<TurtleDocument>((document, edit) => document.edited(edit), this);
  }

  /** The text as one string, which takes long to get for a large document that was just edited. */
  get text(): string {
    return this.rope.toString();
  }

  get statements(): readonly Statement[] {
    return this.#content.statements.all();
  }

  /** The first `count` statements, or fewer, in order. */
  firstStatements(count: number): readonly Statement[] {
    const { statements } = this.#content;
    return Array.from({ length: Math.min(count, statements.length) }, (_, i) => statements.at(i));
  }

  get statementCount(): number {
    return this.#content.statements.length;
  }

  /** The statement with an ordinal, its number in the document, without assembling the others. */
  statement(ordinal: number): Statement {
    return this.#content.statements.at(ordinal);
  }

  /** The ordinal of the last statement that starts at or before an offset, -1 when there is none. */
  ordinalBefore(offset: number): number {
    return this.#content.statements.before(offset);
  }

  /** The statements that declare prefixes and the base, in order. */
  get directives(): readonly (PrefixStatement | BaseStatement)[] {
    return this.#directives();
  }

  /** The names of the graph blocks of TriG. */
  get graphNames(): ReadonlySet<TermId> {
    return this.#graphNames();
  }

  /** The name of the graph block of TriG around an offset, if it has one. */
  graphAt(offset: number): TermId | undefined {
    return this.#graphBlocks.findLast(({ start }) => start <= offset)?.name;
  }

  get #graphBlocks(): readonly GraphBlock[] {
    return this.format?.name === 'TriG' ? this.#content.statements.blocks() : [];
  }

  /** Calls back with what a memo derives from each statement, in order, and with the offset of the statement. */
  forDerived<T>(memo: StatementMemo<T>, visit: (derived: T, start: number) => void): void {
    memo.forEach(this.#content.statements.slices, this.rope, visit);
  }

  /** The findings in the statements, in order, with the offset of each statement. */
  found<T>(finds: StatementFinds<T>): Iterable<{ readonly found: T; readonly start: number }> {
    return finds.of(this.#content.statements.slices);
  }

  /** Where the first statement starts; the length of the text when there is none. */
  get bodyStart(): number {
    const { statements } = this.#content;
    return statements.length === 0 ? this.rope.length : statements.start(0);
  }

  /** In order. */
  get errors(): readonly TurtleSyntaxError[] {
    return this.#errors();
  }

  /** The absolute ranges of all comments, from `#` up to the line end, in order. */
  get comments(): readonly TextRange[] {
    return this.#comments();
  }

  /** Whether there are comments, without assembling them. */
  get hasComments(): boolean {
    return this.#content.statements.slices.some(({ chunk }) => chunk.parts.comments.length > 0);
  }

  /**
   * The errors of the text in a version of RDF. In 1.1, they include syntax that came with 1.2: its statements are read,
   * but other software may not be able to.
   */
  errorsIn(rdf: RdfVersion): readonly TurtleSyntaxError[] {
    if (rdf === '1.2') return this.errors;
    return [...this.errors, ...this.newSyntax()].sort((a, b) => a.range.start - b.range.start);
  }

  /** What is an error in RDF 1.1, because it came with RDF 1.2. */
  newSyntax(): readonly TurtleSyntaxError[] {
    const tokens = this.#content.statements.newTokens();
    return tokens.map((range) => newTokenError(range, this.rope.slice(range.start, range.end)));
  }

  get graph(): Graph {
    const { graph, statements } = this.#content;
    graph.made ??= StatedGraph.of(statedTriples(statements.slices));
    return graph.made;
  }

  /**
   * Calls `keep` with the terms of the text, and with those that only the index of its graph has, which earlier versions
   * built: findings in the index that are kept have their ids.
   */
  forTerms(keep: (id: TermId) => void): void {
    this.sources.forTerms(keep);
    for (const {
      subject,
      predicate,
      object,
    } of this.#content.graph.made?.indexed.changes.removed.triples() ?? []) {
      keep(subject);
      keep(predicate);
      keep(object);
    }
  }

  /** The scope at the end: the base and the prefixes, including those with an unreadable IRI. */
  scopeAtEnd(): Scope {
    return this.#content.scope.copy();
  }

  /** The format that the text is read as; undefined for Turtle. */
  get format(): TextFormat | undefined {
    return this.#content.scope.format;
  }

  get lines(): LineIndex {
    this.#lines ??= new LineIndex(this.rope);
    return this.#lines;
  }
}

function read(uri: string, text: string, format: TextFormat | undefined): Content {
  const scope = new Scope(uri, [], format);
  const { chunk, end } = parseStatements({
    text,
    from: 0,
    scope,
    names: new BlankNodeNames(uri, new NewRepeatNumbers()),
  });
  const slice = { chunk, first: 0, last: chunk.count, from: 0, to: end, shift: 0 };
  return {
    statements: new StatementSequence([slice]),
    scope,
    prefixes: scope.readable(),
    graph: { made: undefined },
    hasText: true,
    isReadInParts: false,
  };
}

/** The readable prefixes of a scope; the map from before when it is equal. */
function readablePrefixes(scope: Scope, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const prefixes = scope.readable();
  const isSame = JSON.stringify([...prefixes]) === JSON.stringify([...before]);
  return isSame ? before : prefixes;
}
