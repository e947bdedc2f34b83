import type { TextRange } from '../../../base/textRange.ts';
import type { PrefixStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { Layout } from './layout.ts';
import { Trivia } from './trivia.ts';

/**
 * The text that declares prefixes, in the style of those that the document declares, and the offset to insert it at:
 * behind the last declaration of the document's start, or before the first statement.
 *
 * @param added prefix without colon → namespace IRI; at least one.
 */
export function prefixDeclarations(
  document: TurtleDocument,
  added: ReadonlyMap<string, string>,
  layout: Layout = new Layout(document, new Trivia(document)),
  trivia: Trivia = new Trivia(document),
): { readonly offset: number; readonly text: string } {
  const { directives, statementCount, text } = document;
  const { eol } = layout;
  const header = directives.filter((directive, i) => document.statement(i) === directive);
  const declared = header.filter((statement) => statement.kind === 'prefix');
  const last = header.findLast((statement) => statement.kind === 'prefix') ?? header.at(-1);
  const lines = [...added].map(([prefix, iri]) => declaration(prefix, iri, declared, text));
  if (last !== undefined) {
    const end = last.start + last.length;
    const offset = trivia.commentAfter(end)?.end ?? end;
    return { offset, text: lines.map((line) => eol + line).join('') };
  }
  if (statementCount === 0) {
    const end = trivia.spaceStart(text.length);
    const block = lines.join(eol);
    return { offset: end, text: end > trivia.textStart ? eol + eol + block : block + eol + eol };
  }
  return {
    offset: bodyOffset(document, trivia),
    text: lines.map((line) => line + eol).join('') + eol,
  };
}

/** Before the first statement and the comments directly above it, unless they are the file's header. */
function bodyOffset({ bodyStart, text }: TurtleDocument, trivia: Trivia): number {
  const comments = trivia.commentsIn({ start: 0, end: bodyStart });
  let offset = trivia.lineStart(bodyStart);
  for (const comment of comments.toReversed()) {
    if (/(\r\n|\n|\r)[ \t]*(\r\n|\n|\r)/.test(text.slice(comment.end, offset))) return offset;
    offset = trivia.lineStart(comment.start);
  }
  return trivia.lineStart(bodyStart);
}

function declaration(
  prefix: string,
  iri: string,
  declared: readonly PrefixStatement[],
  text: string,
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
