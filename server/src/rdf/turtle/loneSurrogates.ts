import type { ReadableText } from '../../base/rope.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * The offsets of lone surrogates between two offsets. Editors can hold them, but they are not characters, and no file
 * can store them.
 *
 * @param codes the units of the text, at the start of a longer buffer.
 */
export function findLoneSurrogates(codes: Uint16Array, start: number, end: number): readonly number[] {
  const found: number[] = [];
  const pairs = new Int32Array(codes.buffer);
  for (let block = start - (start % blockLength); block < end; block += blockLength) {
    const blockEnd = Math.min(block + blockLength, end);
    if (!hasHighUnits(pairs, block >> 1, (blockEnd + 1) >> 1)) continue;
    for (let i = Math.max(block, start); i < blockEnd; i++) if (isLone(codes, i)) found.push(i);
  }
  return found;
}

/** The error for a lone surrogate at an offset. */
export function loneSurrogateError(text: ReadableText, offset: number): TurtleSyntaxError {
  const code = text.charCodeAt(offset).toString(16).toUpperCase();
  return {
    range: { start: offset, end: offset + 1 },
    message: `Half of a character (U+${code}) can't be saved: remove it.`,
  };
}

/** The number of units examined at once. Most texts contain hardly any that may be surrogates. */
const blockLength = 128;

/** True when any of the units, packed in pairs, is U+8000 or above. */
function hasHighUnits(pairs: Int32Array, start: number, end: number): boolean {
  let bits = 0;
  for (let i = start; i < end; i++) bits |= pairs[i]!;
  return (bits & 0x80008000) !== 0;
}

function isLone(codes: Uint16Array, offset: number): boolean {
  const code = codes[offset]!;
  if (isHigh(code)) return !isLow(codes[offset + 1]!);
  return isLow(code) && (offset === 0 || !isHigh(codes[offset - 1]!));
}

function isHigh(code: number): boolean {
  return (code & 0xfc00) === 0xd800;
}

function isLow(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}
