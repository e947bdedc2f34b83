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
  #position: number;

  /**
   * @param bytesOfPiece the approximate length of a piece.
   * @param position where reading begins, in bytes.
   */
  constructor(stored: StoredText, bytesOfPiece = usualPiece, position = 0) {
    this.#stored = stored;
    this.#bytesOfPiece = bytesOfPiece;
    this.#position = position;
  }

  /**
   * The text of the next bytes, up to some that may be a part of a character or line end.
   * @throws NotTextError
   */
  add(bytes: Uint8Array): string {
    this.#checkText(bytes);
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
   * Adds bytes that were read elsewhere, behind the end of what was read before.
   *
   * @param places of the pieces that were made of them.
   * @throws NotTextError
   */
  addRead(bytes: Uint8Array, places: readonly PiecePlace[]): void {
    this.#checkText(bytes);
    this.#position += bytes.length;
    for (const place of places) this.#pieces.push(new StoredPiece(place, this.#stored, this.#recent));
  }

  /**
   * The rest of the text, or of a part that ends at a line end.
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

  /** Where the pieces are that were read. */
  places(): readonly PiecePlace[] {
    return this.#pieces.map(({ place }) => place);
  }

  #checkText(bytes: Uint8Array): void {
    this.#check.add(bytes);
    if (this.#check.problem !== undefined) throw new NotTextError(this.#check.problem);
  }

  #piece(bytes: Uint8Array): string {
    const start = this.#position;
    this.#position += bytes.length;
    const text = decoded(start === 0 ? this.#first : this.#others, bytes);
    if (text === '') return text;
    const place = { start, end: this.#position, length: text.length, lineStarts: lineStartsOf(text) };
    this.#pieces.push(new StoredPiece(place, this.#stored, this.#recent));
    return text;
  }
}

/** Where a piece of a text is stored, in bytes, and what is kept of it. */
export interface PiecePlace {
  readonly start: number;
  readonly end: number;
  /** In UTF-16 units. */
  readonly length: number;
  readonly lineStarts: Uint16Array;
}

/** What was read is not text. The message is a sentence without its full stop. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** The text of bytes that may be cut within a character, without that. What is not UTF-8 is replaced. */
export function decodedStart(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
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
  readonly place: PiecePlace;
  readonly #stored: StoredText;
  readonly #recent: Recent;

  constructor(place: PiecePlace, stored: StoredText, recent: Recent) {
    this.place = place;
    this.#stored = stored;
    this.#recent = recent;
  }

  get length(): number {
    return this.place.length;
  }

  get lineStarts(): Uint16Array {
    return this.place.lineStarts;
  }

  /** @throws UserError when the bytes have changed since. */
  get text(): string {
    if (this.#recent.piece !== this) {
      const { start, end, length } = this.place;
      const bytes = this.#stored.readAgain(start, end);
      const text = bytes && new TextDecoder('utf-8', { ignoreBOM: start > 0 }).decode(bytes);
      if (text?.length !== length)
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

/** The bytes of two arrays. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
