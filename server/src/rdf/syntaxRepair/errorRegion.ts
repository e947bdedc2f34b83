import type { TextRange } from '../../base/textRange.ts';
import { Lexer, type TokenKind } from '../turtle/lexer.ts';
import type { Scope } from '../turtle/scope.ts';
import { SourceText } from '../turtle/sourceText.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import type { Statement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/**
 * The part of a document that an error is about: the statements with errors around it, the statement before them, which
 * may have ended too early, and the start of what follows, which no fix may change. All offsets except `offset` are
 * relative to the excerpt.
 */
export interface ErrorRegion {
  readonly document: TurtleDocument;
  readonly text: string;
  /** Where the excerpt starts in the document. */
  readonly offset: number;
  /** Where the statement before the broken ones starts; undefined when there is none or it is long. */
  readonly before: number | undefined;
  /** Where the first broken statement starts. */
  readonly start: number;
  /** Where the first statement after the broken ones starts; undefined when the text ends with them. */
  readonly next: number | undefined;
  readonly error: TurtleSyntaxError;
  /** The tokens of the broken statements and of the text shortly before and after them. */
  readonly tokens: readonly Token[];
  /** The scope at the end of the document. */
  readonly scope: Scope;
}

/**
 * The region around one of a document's errors; undefined when too much is broken. In TriG it is the text between two
 * braces, which is Turtle, and there is none for an error of the braces themselves.
 */
export function errorRegionOf(document: TurtleDocument, error: TurtleSyntaxError): ErrorRegion | undefined {
  const { text } = document;
  const statements = brokenStatements(document, error);
  const { first, last } = statements;
  const start = first < document.statementCount ? document.statement(first).start : error.range.start;
  const next = last + 1 < document.statementCount ? document.statement(last + 1).start : undefined;
  if ((next ?? text.length) - start > maxErrorRegionLength) return undefined;
  if (isBrace(document, first) || isBrace(document, last) || isAboutBrace(document, error)) return undefined;
  const previous = first > 0 && !isBrace(document, first - 1) ? document.statement(first - 1) : undefined;
  const isNear = previous !== undefined && start - previous.start < longestBefore;
  const offset = lineStart(text, isNear ? previous.start : start);
  const isAtBrace = next !== undefined && isBrace(document, last + 1);
  const end = next === undefined ? text.length : isAtBrace ? next : Math.min(text.length, next + lookAhead);
  const excerpt = text.slice(offset, end);
  return {
    document,
    text: excerpt,
    offset,
    before: isNear ? previous.start - offset : undefined,
    start: start - offset,
    next: next === undefined ? undefined : next - offset,
    error: { ...error, range: shiftRange(error.range, -offset) },
    tokens: tokensOf(excerpt, (isNear ? previous.start : start) - offset),
    scope: document.scopeAtEnd(),
  };
}

export function shiftRange({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}

/**
 * The ordinals of the statements that an error is about: at least one, with the adjacent statements that have errors.
 */
function brokenStatements(document: TurtleDocument, { range }: TurtleSyntaxError) {
  const { errors, statementCount } = document;
  const hasErrors = (ordinal: number) => {
    const { start, length } = document.statement(ordinal);
    const first = firstFrom(errors, start);
    return first < errors.length && errors[first]!.range.start < start + length;
  };
  const isBroken = (ordinal: number) => {
    const { kind } = document.statement(ordinal);
    return !isBrace(document, ordinal) && (kind === 'skipped' || hasErrors(ordinal));
  };
  let first = Math.max(0, document.ordinalBefore(range.start));
  let last = first;
  const isNoticedLate =
    first > 0 &&
    !isBrace(document, first - 1) &&
    document.statement(first).start === range.start &&
    isUnfinished(document.statement(first - 1));
  if (isNoticedLate) {
    first--;
    // The error is at the start of the next statement, which may itself be correct.
    if (
      errors.filter(({ range: { start } }) => start >= range.start && start < endOf(document.statement(last)))
        .length === 1
    )
      last--;
  }
  for (let i = 0; i < mostStatements && first > 0 && isBroken(first - 1); i++) first--;
  for (let i = 0; i < mostStatements && last + 1 < statementCount && isBroken(last + 1); i++) last++;
  return { first, last };
}

/** Whether a statement is a brace that opens or closes a graph of TriG. */
export function isBrace(document: TurtleDocument, ordinal: number): boolean {
  if (document.format?.name !== 'TriG' || ordinal >= document.statementCount) return false;
  const { kind, start, length } = document.statement(ordinal);
  return kind === 'skipped' && /^(?:\}|[^{}]*\{)$/.test(document.rope.slice(start, start + length));
}

function isAboutBrace({ format }: TurtleDocument, { message }: TurtleSyntaxError): boolean {
  return format?.name === 'TriG' && /'[{}]'|graph block/.test(message);
}

function isUnfinished(statement: Statement): boolean {
  return statement.kind !== 'triples' || statement.damaged;
}

function endOf({ start, length }: Statement): number {
  return start + length;
}

/** The index of the first error at or after an offset. */
function firstFrom(errors: readonly TurtleSyntaxError[], offset: number): number {
  let low = 0;
  let high = errors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (errors[middle]!.range.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** At most this many broken statements on either side belong to the region. */
const mostStatements = 6;

/** UTF-16 units. */
const maxErrorRegionLength = 30_000;
const longestBefore = 3_000;
const lookAhead = 400;

/** The start of the line at an offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** A token as the lexer reads it without knowing the statement around it. */
export interface Token extends TextRange {
  readonly kind: TokenKind;
  readonly text: string;
  /** True when the lexer reports a problem inside the token. */
  readonly hasProblem: boolean;
  /** Strings: 1 or 3. */
  readonly quotes: number;
  /** Strings: false when the end is missing. */
  readonly closed: boolean;
}

/** The tokens of a text from an offset on. After an unclosed string, reading continues on the next line. */
function tokensOf(text: string, from: number): readonly Token[] {
  const source = new SourceText();
  source.set(text);
  const lexer = new Lexer(source);
  const tokens: Token[] = [];
  lexer.seek(from);
  while (lexer.kind !== 'end') {
    const { kind, start, quotes, closed } = lexer;
    const lineEnd = text.indexOf('\n', start);
    const isOpen = kind === 'string' && !closed && lineEnd >= 0;
    const end = isOpen ? Math.min(lexer.end, lineEnd) : lexer.end;
    const hasProblem = lexer.problem !== undefined;
    tokens.push({ kind, start, end, text: text.slice(start, end), hasProblem, quotes, closed });
    if (isOpen) lexer.seek(end);
    else lexer.advance();
  }
  return tokens;
}

/** The index of the first token that ends after an offset; the number of tokens when there is none. */
export function tokenAt(tokens: readonly Token[], offset: number): number {
  const index = tokens.findIndex(({ end }) => end > offset);
  return index < 0 ? tokens.length : index;
}
