import { memoized } from '../../../base/memoized.ts';
import type { Rope } from '../../../base/rope.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { type ResultSelector, readResultSelector } from '../../../shacl/results/resultSelector.ts';
import type { FileDiagnostic } from '../analysis.ts';
import { mayHaveSuppressions, suppressionWord } from './suppressionWord.ts';

/** A comment `# shacl-repair-ignore KEY reason`, or with a colon after the word. */
export interface Suppression {
  readonly document: TurtleDocument;
  /** From `#` to the end of the line. */
  readonly range: TextRange;
  /** Empty when there is none. */
  readonly key: string;
  /** Undefined when the key can't be read. */
  readonly selector: ResultSelector | undefined;
  /** Empty when there is none. */
  readonly reason: string;
  readonly scope: SuppressionScope;
}

/**
 * Where a comment applies. On a line of its own before a statement: to the results about the subject, and to those placed
 * in the statement. On a line of its own inside a statement: to the results that start on the next line with a term. After
 * terms: to the results that start on its line.
 */
export type SuppressionScope =
  | { readonly kind: 'statement'; readonly start: number; readonly subject: TermId | undefined }
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'nothing' };

/** The suppressions of a document, in order. */
export const readSuppressions: (document: TurtleDocument) => readonly Suppression[] = memoized((document) =>
  mayHaveSuppressions(document) ? read(document) : [],
);

function read(document: TurtleDocument): readonly Suppression[] {
  return document.comments.flatMap((range) => {
    const text = document.rope.slice(range.start, range.end);
    const match = pattern.exec(text);
    if (!match) return [];
    const [, key = '', reason = ''] = match;
    const selector = readResultSelector(key, document.prefixes);
    return { document, range, key, selector, reason: reason.trim(), scope: scopeOf(document, range) };
  });
}

const pattern = new RegExp(`^#+[ \\t]*${suppressionWord}:?(?:[ \\t]+(\\S+)([^]*))?[ \\t\\r]*$`);

function scopeOf(document: TurtleDocument, comment: TextRange): SuppressionScope {
  const { rope, lines, sources } = document;
  const { line } = lines.positionAt(comment.start);
  if (rope.slice(lines.lineStart(line), comment.start).trim() !== '') return { kind: 'line', line };
  const next = nextTerm(rope, comment.end);
  if (next === undefined) return { kind: 'nothing' };
  const statement = sources.statementAt(next);
  if (statement?.start !== next) return { kind: 'line', line: lines.positionAt(next).line };
  const subject = statement.kind === 'triples' ? statement.subject.id : undefined;
  return { kind: 'statement', start: next, subject };
}

/** Where the text continues after white space and comments. */
function nextTerm(rope: Rope, from: number): number | undefined {
  for (let size = usualSpace; ; size *= 8) {
    const window = rope.slice(from, from + size);
    const space = /(?:[ \t\r\n]+|#[^\r\n]*)*/y;
    space.exec(window);
    if (space.lastIndex < window.length) return from + space.lastIndex;
    if (from + window.length === rope.length) return undefined;
  }
}

/** There is seldom more than this between two terms, in UTF-16 code units. */
const usualSpace = 1000;

/** The problem of a comment that is meant to ignore results. */
export interface SuppressionProblem {
  readonly kind: 'unused' | 'incomplete';
  readonly suppression: Suppression;
  /** A sentence. */
  readonly message: string;
}

/**
 * The comments in data files that ignore nothing.
 *
 * @param isDecided whether everything was evaluated. Otherwise a comment may be about a result that was not found.
 */
export function suppressionProblems(
  data: readonly TurtleDocument[],
  used: ReadonlySet<Suppression>,
  isDecided: () => boolean,
): readonly SuppressionProblem[] {
  const open = data.flatMap(readSuppressions).filter((suppression) => !used.has(suppression));
  if (open.length === 0) return [];
  const incomplete = open.filter(({ reason }) => reason === '');
  const unused =
    open.length > incomplete.length && isDecided() ? open.filter(({ reason }) => reason !== '') : [];
  return [
    ...incomplete.map((suppression) => ({
      kind: 'incomplete' as const,
      suppression,
      message:
        suppression.key === ''
          ? `Nothing is ignored yet. Write which result and why: # ${suppressionWord} sh:minCount reason`
          : `Nothing is ignored yet. After ${suppression.key}, write why its results are to be ignored.`,
    })),
    ...unused.map((suppression) => ({
      kind: 'unused' as const,
      suppression,
      message: unusedMessage(suppression),
    })),
  ];
}

/** The key by which the fix of a problem finds its diagnostic. */
export function suppressionKey({ suppression }: SuppressionProblem): string {
  return `suppression ${suppression.range.start}`;
}

/** The problem where its comment is. */
export function suppressionDiagnostic(problem: SuppressionProblem): FileDiagnostic {
  const { kind, suppression, message } = problem;
  return {
    range: suppression.range,
    severity: kind === 'unused' ? 'warning' : 'information',
    source: 'SHACL Repair',
    code: 'suppression',
    codeHref: undefined,
    message,
    related: [],
    key: suppressionKey(problem),
  };
}

function unusedMessage({ key, selector, scope }: Suppression): string {
  if (selector === undefined) {
    return (
      `${key} is not the name of a constraint or shape with a declared prefix, nor the key of a result, ` +
      'so nothing is ignored.'
    );
  }
  switch (scope.kind) {
    case 'statement':
      return `No result of ${key} is found in the statement below or about its subject. Remove the comment.`;
    case 'line':
      return `No result of ${key} starts on this line. Remove the comment.`;
    case 'nothing':
      return 'No statement follows this comment, so nothing is ignored.';
  }
}
