import { randomUUID } from 'node:crypto';
import type { SymbolRows } from '../protocol/methods/packedAnswers.ts';

/** The last answers about an open document, of those of which the next one only says how it differs. */
export class SentAnswers {
  readonly outline = new LastAnswer<readonly SymbolRows[]>();
  /** The numbers of all semantic tokens. */
  readonly tokens = new LastAnswer<Uint32Array>();
}

/** The last answer of a kind. It is told by its id from those of engines that were asked before. */
class LastAnswer<T> {
  #id: string | undefined;
  #answer: T | undefined;

  /**
   * Takes the next answer in place of the last one.
   *
   * @param since the id of the one that the next may build on.
   * @returns the id of the next answer; the last one if it has that id.
   */
  next(answer: T, since: string | undefined): { readonly id: string; readonly last: T | undefined } {
    const last = since !== undefined && since === this.#id ? this.#answer : undefined;
    const id = randomUUID();
    this.#id = id;
    this.#answer = answer;
    return { id, last };
  }
}
