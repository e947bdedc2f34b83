import { lazy } from '../base/lazy.ts';
import { LineIndex } from '../base/lineIndex.ts';
import type { TextRange } from '../base/textRange.ts';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { parseTurtle } from './parser.ts';
import { SourceMap } from './sourceMap.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';
import type { Statement } from './syntaxTree.ts';

/**
 * A parsed Turtle text. Immutable: a changed text is a new document. Reading it never fails; what could not be
 * read is in `errors`, and the rest of the text keeps its triples.
 */
export class TurtleDocument {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly statements: readonly Statement[];
  /** In order. */
  readonly errors: readonly TurtleSyntaxError[];
  /** Absolute ranges of all comments, from `#` to before the line end, in order. */
  readonly comments: readonly TextRange[];
  /** The prefixes in force at the end of the document, prefix without colon → namespace IRI. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly #graph: () => Graph;
  readonly #sources: () => SourceMap;
  readonly #lines: () => LineIndex;

  /**
   * @param uri names the document and, where the text declares no base, is its base IRI. It also scopes blank
   * nodes: the same text under the same uri gives the same terms.
   */
  constructor(uri: string, version: number, text: string) {
    this.uri = uri;
    this.version = version;
    this.text = text;
    const parsed = parseTurtle(text, uri);
    this.statements = parsed.statements;
    this.errors = parsed.errors;
    this.comments = parsed.comments;
    this.prefixes = parsed.prefixes;
    this.#sources = lazy(() => new SourceMap(parsed.statements));
    this.#graph = lazy(() => new IndexedGraph(this.sources.triples()));
    this.#lines = lazy(() => new LineIndex(text));
  }

  /**
   * The document after an edit; this one stays as it is.
   *
   * @param text the whole new text.
   * @param change the part `start` to `end` of this document's text (UTF-16 offsets) that was replaced by `length`
   * units of the new one; found by comparing the texts where it is not given.
   */
  changed(version: number, text: string, _change?: TextRange & { readonly length: number }): TurtleDocument {
    return new TurtleDocument(this.uri, version, text);
  }

  get graph(): Graph {
    return this.#graph();
  }

  get sources(): SourceMap {
    return this.#sources();
  }

  get lines(): LineIndex {
    return this.#lines();
  }
}
