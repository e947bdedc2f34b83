import type { TextRange } from '../base/textRange.ts';
import type { Scope } from '../turtle/scope.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import type { Statement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { lineStart } from './lineStart.ts';
import { type Token, tokensOf } from './token.ts';

/**
 * The part of a document that an error is about: the statements with errors around it, one before them that may have
 * ended too early, and the start of what comes behind them, which no repair may change. All offsets but `offset` are
 * those of the excerpt.
 */
export interface ErrorRegion {
  readonly document: TurtleDocument;
  readonly text: string;
  /** Where the excerpt starts in the document. */
  readonly offset: number;
  /** Where the statement in front of the broken ones starts; undefined when there is none or it is long. */
  readonly before: number | undefined;
  /** Where the first broken statement starts. */
  readonly start: number;
  /** Where the first statement behind the broken ones starts; undefined when the text ends with them. */
  readonly next: number | undefined;
  readonly error: TurtleSyntaxError;
  /** Those of the broken statements and of what stands shortly before and behind them. */
  readonly tokens: readonly Token[];
  /** What is in force at the end of the document. */
  readonly scope: Scope;
}

/** The passage around one of the errors of a document; undefined where so much is broken that nothing can be told. */
export function errorRegionOf(document: TurtleDocument, error: TurtleSyntaxError): ErrorRegion | undefined {
  const { text } = document;
  const statements = brokenStatements(document, error);
  const { first, last } = statements;
  const start = first < document.statementCount ? document.statement(first).start : error.range.start;
  const next = last + 1 < document.statementCount ? document.statement(last + 1).start : undefined;
  if ((next ?? text.length) - start > longestPassage) return undefined;
  const previous = first > 0 ? document.statement(first - 1) : undefined;
  const isNear = previous !== undefined && start - previous.start < longestBefore;
  const offset = lineStart(text, isNear ? previous.start : start);
  const end = next === undefined ? text.length : Math.min(text.length, next + lookAhead);
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

/** The ordinals of the statements that an error is about: a row of those with errors, at least one. */
function brokenStatements(document: TurtleDocument, { range }: TurtleSyntaxError) {
  const { errors, statementCount } = document;
  const hasErrors = (ordinal: number) => {
    const { start, length } = document.statement(ordinal);
    const first = firstFrom(errors, start);
    return first < errors.length && errors[first]!.range.start < start + length;
  };
  const isBroken = (ordinal: number) => {
    const statement = document.statement(ordinal);
    return statement.kind === 'skipped' || hasErrors(ordinal);
  };
  let first = Math.max(0, document.ordinalBefore(range.start));
  let last = first;
  const isNoticedLate =
    first > 0 &&
    document.statement(first).start === range.start &&
    isUnfinished(document.statement(first - 1));
  if (isNoticedLate) {
    first--;
    // The error is at the start of the next statement, which may be in order.
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

function isUnfinished(statement: Statement): boolean {
  return statement.kind !== 'triples' || statement.damaged;
}

function endOf({ start, length }: Statement): number {
  return start + length;
}

/** The index of the first error that starts at or behind an offset. */
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

/** So many broken statements on either side are looked at together. */
const mostStatements = 6;

/** UTF-16 units. */
const longestPassage = 30_000;
const longestBefore = 3_000;
const lookAhead = 400;
