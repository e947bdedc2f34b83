import { memoized } from '../../../base/memoized.ts';
import type { ReadableText } from '../../../base/rope.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { knownPrefixes } from '../../knownPrefixes.ts';
import { type TermId, terms } from '../../terms.ts';
import { printTerm } from '../../turtle/printTerm.ts';
import { scopeAt } from '../../turtle/scopeAt.ts';
import type { PrefixStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { EditCollector } from '../editCollector.ts';
import { Layout } from './layout.ts';
import { Trivia } from './trivia.ts';

/**
 * Prints terms with the prefixes and base in scope at an offset of the document, and declares missing well-known
 * prefixes if allowed. A prefix that the document declares anywhere is never declared again.
 */
export class PrefixWriter {
  readonly #document: TurtleDocument;
  readonly #layout: Layout;
  readonly #trivia: Trivia;
  readonly #declares: boolean;
  readonly #new = new Map<string, string>();

  constructor(
    document: TurtleDocument,
    layout: Layout,
    trivia: Trivia,
    { declaresPrefixes }: { readonly declaresPrefixes: boolean },
  ) {
    this.#document = document;
    this.#layout = layout;
    this.#trivia = trivia;
    this.#declares = declaresPrefixes;
  }

  /** Prints an IRI, a literal or a triple term for an offset of the document. */
  print(term: TermId, offset: number): string {
    const { prefixes, base } = this.#inForce(offset);
    let text = printTerm(term, { prefixes });
    if (text.endsWith('>')) {
      // Triple terms get no new prefixes.
      const iri = terms.isIri(term) ? term : terms.datatype(term);
      if (iri !== undefined && this.#adopt(terms.value(iri), prefixes)) text = printTerm(term, { prefixes });
      else if (usesRelativeIris(this.#document)) text = printTerm(term, { prefixes, base });
    }
    return this.#layout.keepsLineFeeds ? text : text.replaceAll('\n', '\\n');
  }

  /** True when the same prefixes and base are in scope at both offsets. */
  areSame(one: number, other: number): boolean {
    return !this.#document.directives.some(
      ({ start }) => Math.min(one, other) <= start && start < Math.max(one, other),
    );
  }

  /** Writes the declarations of the new prefixes before their first use. */
  writeDeclarations(edits: EditCollector): void {
    if (this.#new.size === 0) return;
    const { offset, text } = prefixDeclarations(this.#document, this.#new, this.#layout, this.#trivia);
    edits.insertFirst(offset, text);
  }

  /** Adds the well-known prefix of an IRI to the scope, if there is one that may be declared. */
  #adopt(iri: string, inForce: Map<string, string>): boolean {
    const [prefix, namespace] = [...knownPrefixes].find(([, start]) => iri.startsWith(start)) ?? [];
    if (prefix === undefined || namespace === undefined) return false;
    if (!/^[A-Za-z][\w-]*$/.test(iri.slice(namespace.length))) return false;
    // In a text with errors, a new declaration could activate statements that state nothing now.
    if (!this.#declares || this.#document.errors.length > 0) return false;
    const isTaken = this.#document.directives.some(
      (directive) => directive.kind === 'prefix' && directive.prefix === prefix,
    );
    if (isTaken) return false;
    this.#new.set(prefix, namespace);
    inForce.set(prefix, namespace);
    return true;
  }

  #inForce(offset: number): { readonly prefixes: Map<string, string>; readonly base: string } {
    const scope = scopeAt(this.#document, offset);
    for (const [prefix, iri] of this.#new) scope.prefixes.set(prefix, iri);
    return scope;
  }
}

/** True when a document contains IRIs without a scheme. */
const usesRelativeIris = memoized(({ text }: TurtleDocument) =>
  /<(?![A-Za-z][A-Za-z0-9+.-]*:)[^\s<>"{}|^`\\]*>/.test(text),
);

/**
 * The text that declares prefixes, in the style of those that the document declares, and the offset to insert it at: after
 * the last declaration at the document's start, or before the first statement.
 *
 * @param added prefix without colon → namespace IRI; at least one.
 */
export function prefixDeclarations(
  document: TurtleDocument,
  added: ReadonlyMap<string, string>,
  layout: Layout = new Layout(document, new Trivia(document)),
  trivia: Trivia = new Trivia(document),
): { readonly offset: number; readonly text: string } {
  const { directives, statementCount, rope } = document;
  const { eol } = layout;
  const header = directives.filter((directive, i) => document.statement(i) === directive);
  const declared = header.filter((statement) => statement.kind === 'prefix');
  const last = header.findLast((statement) => statement.kind === 'prefix') ?? header.at(-1);
  const lines = [...added].map(([prefix, iri]) => declaration(prefix, iri, declared, rope));
  if (last !== undefined) {
    const end = last.start + last.length;
    const offset = trivia.commentAfter(end)?.end ?? end;
    return { offset, text: lines.map((line) => eol + line).join('') };
  }
  if (statementCount === 0) {
    const end = trivia.spaceStart(rope.length);
    const block = lines.join(eol);
    return { offset: end, text: end > trivia.textStart ? eol + eol + block : block + eol + eol };
  }
  return {
    offset: bodyOffset(document, trivia),
    text: lines.map((line) => line + eol).join('') + eol,
  };
}

/** Before the first statement and the comments directly above it, unless they are the file's header. */
function bodyOffset({ bodyStart, rope }: TurtleDocument, trivia: Trivia): number {
  const comments = trivia.commentsIn({ start: 0, end: bodyStart });
  let offset = trivia.lineStart(bodyStart);
  for (const comment of comments.toReversed()) {
    if (/(\r\n|\n|\r)[ \t]*(\r\n|\n|\r)/.test(rope.slice(comment.end, offset))) return offset;
    offset = trivia.lineStart(comment.start);
  }
  return trivia.lineStart(bodyStart);
}

function declaration(
  prefix: string,
  iri: string,
  declared: readonly PrefixStatement[],
  text: ReadableText,
): string {
  const model = declared.at(-1);
  if (model === undefined) return `@prefix ${prefix}: <${iri}> .`;
  const slice = ({ start }: PrefixStatement, range: TextRange) =>
    text.slice(start + range.start, start + range.end);
  const keyword = /^@?[A-Za-z]+/.exec(text.slice(model.start, model.start + 8))![0];
  const end = text.slice(model.start + model.iriRange.end, model.start + model.length);
  const columns = new Set(declared.map(({ iriRange }) => iriRange.start));
  const names = new Set(declared.map((statement) => slice(statement, statement.prefixRange).length));
  const start = `${keyword} ${prefix}:`;
  const isAligned = columns.size === 1 && names.size > 1;
  const padding = isAligned ? model.iriRange.start - start.length : 1;
  return `${start}${' '.repeat(Math.max(1, padding))}<${iri}>${/[#\r\n]/.test(end) ? ' .' : end}`;
}
