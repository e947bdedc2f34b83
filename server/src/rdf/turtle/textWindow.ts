import type { ReadableText } from '../../base/rope.ts';
import { lookAheadEnd } from './lexer.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import { maxLookBehind } from './statementStarts.ts';

/*
 * How much of a text the parser must see to parse a part of it. Only statements with errors look at the text before
 * them: at their line back to its start, or at `maxLookBehind` characters of it, and at white space before that.
 */

/** The start of a window in which parsing from an offset gives the same result as in the whole text. */
export function windowStart(text: ReadableText, offset: number): number {
  const limit = Math.max(0, offset - maxLookBehind - 1);
  const lineFeed = text.slice(limit, offset).lastIndexOf('\n');
  if (lineFeed >= 0) return limit + lineFeed;
  let start = limit;
  while (start > 0 && isBlank(text.charCodeAt(start))) start--;
  return start;
}

/** The end of a window, not before an offset, that does not split a token if there is a line end nearby. */
export function windowEnd(text: ReadableText, offset: number): number {
  const lineFeed = text.slice(offset, offset + maxLookBehind).indexOf('\n');
  return Math.min(lineFeed < 0 ? offset : offset + lineFeed + 1, text.length);
}

/** How many statements at the beginning of a chunk would be the same whatever followed the text. */
export function statementsForSure(chunk: ParsedChunk, text: string): number {
  const { unsettled } = chunk.parts;
  let reach = 0;
  let next = 0;
  for (let number = 0; number < chunk.count; number++) {
    reach = Math.max(reach, lookAheadEnd(text, chunk.end(number)), chunk.start(number) + maxLookBehind);
    if (unsettled[next] === number) {
      reach = Math.max(reach, unsettled[next + 1]!);
      next += 2;
    }
    if (reach > text.length) return number;
  }
  return chunk.count;
}

/** False when a statement at an offset cannot depend on text before an earlier one. */
export function mayLookBack(text: ReadableText, statement: number, end: number): boolean {
  let blanks = statement;
  while (blanks > end && isBlank(text.charCodeAt(blanks - 1))) blanks--;
  if (blanks <= end) return true;
  return statement - end <= maxLookBehind && !text.slice(end, statement).includes('\n');
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
