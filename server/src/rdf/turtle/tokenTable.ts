import type { TermId } from '../terms.ts';
import type { Lexer, PredictedToken, TokenKind } from './lexer.ts';
import type { SourceText } from './sourceText.ts';

/**
 * Remembers a number for each token of a text, such as the term that a name stands for, so that a repeated token needs
 * no new string. Tokens are compared as spans of the text, in an open-addressing hash table of typed arrays.
 */
export class TokenTable {
  readonly #source: SourceText;
  #mask = 0;
  #size = 0;
  /** For each slot: hash, start, length, kind and number of a token. A length of zero marks an empty slot. */
  #slots = new Int32Array(0);

  constructor(source: SourceText) {
    this.#source = source;
  }

  clear(): void {
    this.#size = 0;
    if (this.#mask === startMask) this.#slots.fill(0);
    else {
      this.#mask = startMask;
      this.#slots = new Int32Array(slotLength * (startMask + 1));
    }
  }

  /**
   * The number of a token, -1 when there is none.
   *
   * @param hash the same for the same text.
   * @param kind distinguishes tokens with the same text.
   */
  get(hash: number, start: number, length: number, kind: number): number {
    const { codes } = this.#source;
    const slots = this.#slots;
    const mask = this.#mask;
    for (let slot = slotOf(hash, kind) & mask; ; slot = (slot + 1) & mask) {
      const at = slotLength * slot;
      const known = slots[at + 2]!;
      if (known === 0) return -1;
      if (slots[at] !== hash || known !== length || slots[at + 3] !== kind) continue;
      let other = slots[at + 1]!;
      let i = start;
      const end = start + length;
      while (i < end && codes[i] === codes[other]) {
        i++;
        other++;
      }
      if (i === end) return slots[at + 4]!;
    }
  }

  /** Adds a token that `get` did not find. */
  add(hash: number, start: number, length: number, kind: number, value: number): void {
    if (2 * this.#size > this.#mask) this.#grow();
    this.#size++;
    const slots = this.#slots;
    const mask = this.#mask;
    let slot = slotOf(hash, kind) & mask;
    while (slots[slotLength * slot + 2] !== 0) slot = (slot + 1) & mask;
    const at = slotLength * slot;
    slots[at] = hash;
    slots[at + 1] = start;
    slots[at + 2] = length;
    slots[at + 3] = kind;
    slots[at + 4] = value;
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = 4 * this.#mask + 3;
    this.#slots = new Int32Array(slotLength * (this.#mask + 1));
    this.#size = 0;
    for (let at = 0; at < old.length; at += slotLength) {
      if (old[at + 2] === 0) continue;
      this.add(old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!, old[at + 4]!);
    }
  }
}

const startMask = 0xff;
const slotLength = 5;

/** Uses all bits of the hash, even in a small table. */
function slotOf(hash: number, kind: number): number {
  const mixed = Math.imul(hash ^ kind, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/*
 * Data is repetitive: the subject is often that of the statement before, and a predicate often follows the same one as
 * last time. Comparing a token with the expected one takes a fraction of the time of reading it.
 */

class Token implements PredictedToken {
  kind: TokenKind = 'iri';
  start = 0;
  length = 0;
  term: TermId = -1;

  /** Remembers the current token and its term. */
  note(lexer: Lexer, term: TermId): void {
    this.kind = lexer.kind;
    this.start = lexer.start;
    this.length = lexer.end - lexer.start;
    this.term = term;
  }

  forget(): void {
    this.length = 0;
  }
}

/** What followed a predicate the last time. */
class Followers {
  predicate: TermId = -1;
  /** The predicate that followed. */
  readonly next = new Token();
  readonly object = new Token();
  /** True when the last two objects were the same. */
  sameObject: boolean = false;

  begin(predicate: TermId): void {
    this.predicate = predicate;
    this.next.forget();
    this.object.forget();
    this.sameObject = false;
  }
}

/** Predicts the next token from earlier ones. */
export class TokenPredictor {
  readonly subject = new Token();
  readonly datatype = new Token();
  readonly #none = new Token();
  /** Indexed by the low bits of the predicate. */
  readonly #followers = Array.from({ length: 256 }, () => new Followers());
  #last = this.#followers[0]!;

  forget(): void {
    this.subject.forget();
    this.datatype.forget();
    for (const followers of this.#followers) followers.begin(-1);
  }

  /** The predicted next predicate. */
  get predicate(): PredictedToken {
    return this.#last.next;
  }

  /** The predicted first object of the last predicate. */
  get object(): PredictedToken {
    return this.#last.sameObject ? this.#last.object : this.#none;
  }

  /** Records that the current token is a predicate. */
  notePredicate(lexer: Lexer, predicate: TermId): void {
    if (lexer.predictedTerm < 0) this.#last.next.note(lexer, predicate);
    const followers = this.#followers[predicate & 0xff]!;
    if (followers.predicate !== predicate) followers.begin(predicate);
    this.#last = followers;
  }

  /** Records that the current token is the first object of the last predicate. */
  noteObject(lexer: Lexer, object: TermId): void {
    if (lexer.predictedTerm >= 0) return;
    const last = this.#last;
    last.sameObject = last.object.length > 0 && last.object.term === object;
    last.object.note(lexer, object);
  }
}
