import type { Piece, Rope } from './rope.ts';

/**
 * Looks for a word, of at most a few dozen units, in the versions of a text. Pieces that an earlier version shares and that
 * do not contain the word are not searched again.
 */
export class WordSearch {
  readonly #word: string;
  /** The pieces without the word, each with the piece after it at the time of the search. */
  readonly #without = new WeakMap<Piece, Piece | undefined>();

  constructor(word: string) {
    this.#word = word;
  }

  isIn(rope: Rope): boolean {
    return rope.pieces.some((piece, i) => {
      const next = rope.pieces[i + 1];
      if (this.#without.has(piece) && this.#without.get(piece) === next) return false;
      // The text of each piece is read once and in order, because it may have to be read from the disk.
      const { text } = piece;
      const overlap = next?.text.slice(0, this.#word.length - 1) ?? '';
      const isFound =
        text.includes(this.#word) || (text.slice(1 - this.#word.length) + overlap).includes(this.#word);
      if (!isFound) this.#without.set(piece, next);
      return isFound;
    });
  }
}

/** `a, b or c`. */
export function orList(words: readonly string[]): string {
  return joined(words, 'or');
}

/** `a, b and c`. */
export function andList(words: readonly string[]): string {
  return joined(words, 'and');
}

function joined(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
