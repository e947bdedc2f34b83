import { StringScans } from './characters.ts';

/**
 * A text and its UTF-16 units in an array, which is several times faster to process than the string. The array is
 * reused for the next text, because allocating memory costs more than processing it.
 */
export class SourceText {
  text = '';
  /** The length of the text. */
  length = 0;
  /** The units of the text followed by four zeros. Anything beyond is undefined. */
  codes: Uint16Array = new Uint16Array(zeros);
  /** The results of scanning strings of the text. */
  readonly stringScans = new StringScans();

  set(text: string): void {
    const { length } = text;
    if (this.codes.length < length + zeros) this.codes = new Uint16Array(evenly(length + zeros));
    this.text = text;
    this.length = length;
    this.stringScans.clear();
    copyUnits(text, this.codes);
    this.codes.fill(0, length, length + zeros);
  }

  /** Releases the text, and the array when it is larger than most texts need. */
  clear(): void {
    this.text = '';
    this.length = 0;
    this.stringScans.clear();
    if (this.codes.length > keptUnits) this.codes = new Uint16Array(zeros);
  }
}

const zeros = 4;
const keptUnits = 1 << 20;

function evenly(length: number): number {
  return length + (length & 1);
}

/**
 * Node's copying is ten times faster than a loop. It writes the low byte first, so it requires a little-endian machine,
 * as nearly all are.
 */
function copyUnits(text: string, codes: Uint16Array): void {
  if (canCopy) Buffer.from(codes.buffer).write(text, 'utf16le');
  else for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
}

const canCopy = typeof Buffer !== 'undefined' && new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Quotes a piece of text for a message, shortened if it is long. */
export function excerpt(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0]!;
  return line.length > 40 || line.length < text.length ? `'${line.slice(0, 40)}…'` : `'${line}'`;
}
