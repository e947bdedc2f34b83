/** Detects bytes that are not text, part by part. */
export class TextBytes {
  #length = 0;
  #nuls = 0;
  /** Whether a quote or `#` was seen, after which anything may follow. */
  #isOpened: boolean = false;
  #isStray: boolean = false;
  #isWide: boolean = false;
  #isCompressed: boolean = false;

  /** Receives the next bytes. */
  add(bytes: Uint8Array): void {
    const first = bytes.indexOf(0);
    if (this.#length === 0 && hasWideMark(bytes)) this.#isWide = true;
    if (this.#length === 0) this.#isCompressed = compressedStarts.some((start) => startsWith(bytes, start));
    if (first >= 0 && !this.#isOpened && this.#nuls === 0) {
      this.#isStray ||= !hasOpening(bytes.subarray(0, first));
    }
    for (let at = first; at >= 0; at = bytes.indexOf(0, at + 1)) this.#nuls++;
    this.#isOpened ||= hasOpening(bytes);
    this.#length += bytes.length;
  }

  /**
   * Why the bytes so far are not text. Binary files and UTF-16 contain NUL characters. Strings and comments of Turtle may
   * contain a few, the first of which follows a quote or `#`.
   */
  get problem(): string | undefined {
    if (this.#isCompressed) return compressed;
    if (this.#isWide) return 'it is UTF-16, not UTF-8';
    if (this.#isStray || this.#nuls > this.#length * mostNuls) return 'it is binary, or UTF-16';
    return undefined;
  }
}

/** What is wrong with bytes of gzip, zip, bzip2, xz and Zstandard. */
export const compressed = 'it is compressed';

const compressedStarts: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 0x03, 0x04],
  [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
];

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function hasOpening(bytes: Uint8Array): boolean {
  return openings.some((opening) => bytes.includes(opening));
}

const openings = [...`"'#`].map((opening) => opening.charCodeAt(0));

/** The largest share of NUL bytes in a text. Every other byte of UTF-16 is NUL where the text is ASCII. */
const mostNuls = 0.1;
