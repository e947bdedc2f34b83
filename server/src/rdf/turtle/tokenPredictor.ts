import type { TermId } from '../terms.ts';
import type { Lexer, PredictedToken, TokenKind } from './lexer.ts';

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
