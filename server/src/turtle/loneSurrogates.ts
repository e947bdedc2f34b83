import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * Where halves of surrogate pairs stand alone between two offsets: editors can hold them, but they are no characters
 * and no file can store them.
 *
 * @param codes the units of the text, at the start of a buffer that is longer than they are.
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

/** What is told about the half of a surrogate pair at an offset of a text. */
export function loneSurrogateError(text: string, offset: number): TurtleSyntaxError {
  const code = text.charCodeAt(offset).toString(16).toUpperCase();
  return {
    range: { start: offset, end: offset + 1 },
    message: `Half of a character (U+${code}) can't be saved: remove it.`,
  };
}

/** How many units are looked at together: most texts hold hardly any that may be halves. */
const blockLength = 128;

/** True when there is a unit from U+8000 on among pairs of units. */
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
