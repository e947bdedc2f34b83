import { Lexer, type TokenKind } from '../lexer.ts';
import { SourceText } from '../sourceText.ts';

/** A token or a comment. */
export interface FormatItem {
  readonly kind: TokenKind | 'comment';
  readonly start: number;
  readonly end: number;
  /** The number of line breaks in the white space before it. The start of the text counts as one. */
  readonly breaks: number;
  /** True for a separator that is moved to the other side of a comment. */
  readonly isMoved: boolean;
  /** True for a token with something wrong inside. */
  readonly isMalformed: boolean;
  /** True for a string of several lines. */
  readonly isMultiline: boolean;
}

/**
 * The tokens and comments between two offsets, in order; the first offset lies at the start of one or before it.
 *
 * @param isTriG whether braces are tokens.
 */
export function readFormatItems(
  text: string,
  from: number,
  to: number,
  isTriG: boolean = false,
): readonly FormatItem[] {
  const source = new SourceText();
  source.set(text);
  const { codes } = source;
  const items: FormatItem[] = [];
  let previousEnd = from;
  let isAtStart = from === 0 || text.charCodeAt(from - 1) === 0xfeff;
  const add = (
    kind: FormatItem['kind'],
    start: number,
    end: number,
    isMalformed: boolean,
    isLong: boolean,
  ) => {
    const breaks = lineBreaks(codes, previousEnd, start) + (isAtStart ? 1 : 0);
    isAtStart = false;
    const isMultiline = isLong && lineBreaks(codes, start, end) > 0;
    items.push({ kind, start, end, breaks, isMoved: false, isMalformed, isMultiline });
    previousEnd = end;
  };
  const lexer = new Lexer(source, (start, end) => {
    if (start < to) add('comment', start, end, false, false);
  });
  lexer.hasBraces = isTriG;
  lexer.begin();
  lexer.seek(from);
  while (lexer.kind !== 'end' && lexer.start < to) {
    const isLong = lexer.kind === 'string' && lexer.quotes === 3;
    add(lexer.kind, lexer.start, lexer.end, lexer.problem !== undefined, isLong);
    lexer.advance();
  }
  return items;
}

function lineBreaks(codes: Uint16Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (codes[at] === 0x0a) count++;
    else if (codes[at] === 0x0d && codes[at + 1] !== 0x0a) count++;
  }
  return count;
}
