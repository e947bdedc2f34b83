import { lineStartsOf, type Piece, Rope } from './rope.ts';
import { TextBytes } from './textBytes.ts';
import { UserError } from './userError.ts';

/** A text that stays where it is stored, in UTF-8. */
export interface StoredText {
  /** In bytes. */
  readonly size: number;
  /** The next bytes, at least one unless the end is reached. */
  read(position: number): Promise<Uint8Array>;
  /** Bytes that were read before; undefined when they have changed since. */
  readAgain(start: number, end: number): Uint8Array | undefined;
}

/** Pieces are read again one by one. Their line starts have 16 bits. */
const usualPiece = 32_768;

/**
 * Decodes a stored text part by part. It keeps only where the parts are and where their lines start; the rope reads the
 * texts again when they are asked for.
 */
export class StoredTextReader {
  readonly #stored: StoredText;
  readonly #bytesOfPiece: number;
  readonly #pieces: StoredPiece[] = [];
  readonly #check = new TextBytes();
  readonly #recent: Recent = { piece: undefined, text: '' };
  /** Drops a byte order mark, if any, at the beginning only. */
  readonly #first = new TextDecoder('utf-8', { fatal: true });
  readonly #others = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** The bytes behind the last piece. */
  #rest: Uint8Array = new Uint8Array();
  #position = 0;

  /** @param bytesOfPiece the approximate length of a piece. */
  constructor(stored: StoredText, bytesOfPiece = usualPiece) {
    this.#stored = stored;
    this.#bytesOfPiece = bytesOfPiece;
  }

  /**
   * The text of the next bytes, up to some that may be a part of a character or line end.
   * @throws NotTextError
   */
  add(bytes: Uint8Array): string {
    this.#check.add(bytes);
    if (this.#check.problem !== undefined) throw new NotTextError(this.#check.problem);
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    let text = '';
    let start = 0;
    while (start + this.#bytesOfPiece < all.length) {
      const end = cutBefore(all, start + this.#bytesOfPiece);
      text += this.#piece(all.subarray(start, end));
      start = end;
    }
    this.#rest = all.slice(start);
    return text;
  }

  /**
   * The rest of the text.
   * @throws NotTextError
   */
  end(): string {
    const text = this.#rest.length === 0 ? '' : this.#piece(this.#rest);
    this.#rest = new Uint8Array();
    return text;
  }

  /** All that was read. */
  rope(): Rope {
    return Rope.ofPieces(this.#pieces);
  }

  #piece(bytes: Uint8Array): string {
    const start = this.#position;
    this.#position += bytes.length;
    const text = decoded(start === 0 ? this.#first : this.#others, bytes);
    if (text === '') return text;
    const place = { start, end: start + bytes.length };
    this.#pieces.push(new StoredPiece(text, place, this.#stored, this.#recent));
    return text;
  }
}

/** What was read is not text. The message is a sentence without its full stop. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    // The decoder only reports that some byte is wrong.
    throw new NotTextError('it is not UTF-8');
  }
}

/** The piece that was read again last. */
interface Recent {
  piece: StoredPiece | undefined;
  text: string;
}

class StoredPiece implements Piece {
  readonly length: number;
  readonly lineStarts: Uint16Array;
  readonly #start: number;
  readonly #end: number;
  readonly #stored: StoredText;
  readonly #recent: Recent;

  constructor(
    text: string,
    { start, end }: { readonly start: number; readonly end: number },
    stored: StoredText,
    recent: Recent,
  ) {
    this.length = text.length;
    this.lineStarts = lineStartsOf(text);
    this.#start = start;
    this.#end = end;
    this.#stored = stored;
    this.#recent = recent;
  }

  /** @throws UserError when the bytes have changed since. */
  get text(): string {
    if (this.#recent.piece !== this) {
      const bytes = this.#stored.readAgain(this.#start, this.#end);
      const text = bytes && new TextDecoder('utf-8', { ignoreBOM: this.#start > 0 }).decode(bytes);
      if (text?.length !== this.length)
        throw new UserError('A large file was changed while it was being worked on. Run the command again.');
      this.#recent.piece = this;
      this.#recent.text = text;
    }
    return this.#recent.text;
  }

  moveTo(): void {}

  detach(): boolean {
    return false;
  }
}

/** The bytes of the longest character or line end. */
const longestUnit = 4;

/** The last place at or before an offset where no character and no line end is cut. */
function cutBefore(bytes: Uint8Array, offset: number): number {
  for (let at = offset; at > offset - longestUnit; at--) {
    if (!isContinuation(bytes[at]) && (bytes[at - 1] !== 0x0d || bytes[at] !== 0x0a)) return at;
  }
  // This is not UTF-8, as the decoder will say.
  return offset;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
