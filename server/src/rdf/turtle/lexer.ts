import type { ReadableText } from '../../base/rope.ts';
import {
  badEscapeFrom,
  characterClasses,
  digit,
  isLocalEscape,
  isPair,
  letter,
  localCharacter,
  localStart,
  nameCharacter,
  notInIri,
  type StringScan,
  whiteSpace,
} from './characters.ts';
import { escapeProblem, iriEscapeLength, iriProblem, isHex, stringEscapeLength } from './escapes.ts';
import { excerpt, type SourceText } from './sourceText.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * The kind of a token: `iri` `<…>`, `name` `p:local`, `label` `_:x`, `at` `@prefix` or a language tag, `word` any bare
 * word (`a`, `true`, `PREFIX`, or unknown), `junk` characters that start no token, `end` the end of the text.
 */
export type TokenKind =
  | 'iri'
  | 'name'
  | 'label'
  | 'string'
  | 'integer'
  | 'decimal'
  | 'double'
  | 'at'
  | 'word'
  | 'junk'
  | 'end'
  | '^^'
  | Punctuation;

/** Braces are tokens of TriG only; those from `<<` on came with RDF 1.2. */
export type Punctuation =
  | '.'
  | ';'
  | ','
  | '['
  | ']'
  | '('
  | ')'
  | '{'
  | '}'
  | '<<'
  | '>>'
  | '<<('
  | ')>>'
  | '{|'
  | '|}'
  | '~';

/** A token of the text that is likely to occur again, with its term. */
export interface PredictedToken {
  /** `iri`, `name` or `label`. */
  readonly kind: TokenKind;
  readonly start: number;
  readonly length: number;
  /** The term that the token stands for. */
  readonly term: number;
}

/**
 * Reads a Turtle text token by token. It holds the current token; `advance` moves to the next. Every text has tokens: a
 * malformed token keeps its kind and carries a `problem`.
 */
export class Lexer {
  kind: TokenKind = 'end';
  start = 0;
  end = 0;
  /** The end of the previous token, 0 for the first one. */
  previousEnd = 0;
  /** Names: the offset of the colon after the prefix, unless the token was predicted. */
  colon = 0;
  /** Names, IRIs and strings: true when the token contains a backslash. */
  escaped: boolean = false;
  /** Strings: the length of the opening delimiter, 1 or 3. */
  quotes = 1;
  /** Strings: false when the closing delimiter is missing. */
  closed: boolean = true;
  /** What is wrong inside the token. */
  problem: TurtleSyntaxError | undefined;
  /** The term of the token when it was predicted, else -1. */
  predictedTerm = -1;
  /** A hash of the token's units, except for long strings and for tokens that never form a term. */
  hash = 0;
  /**
   * The end of the farthest text that was examined without being part of a token, or that lies before the last `seek`.
   * Together with `end` it shows how much text had an influence. Set it to 0 to start over.
   */
  farthest = 0;
  /** True for TriG, whose graph blocks have braces. */
  hasBraces: boolean = false;
  readonly #source: SourceText;
  /** Called with the range of each comment. */
  readonly #onComment: ((start: number, end: number) => void) | undefined;

  /** @param source may be set to another text; go to an offset of it with `seek` then. */
  constructor(source: SourceText, onComment?: (start: number, end: number) => void) {
    this.#source = source;
    this.#onComment = onComment;
  }

  get text(): string {
    return this.#source.text;
  }

  /** Resets the lexer for a new text. */
  begin(): void {
    this.end = 0;
    this.farthest = 0;
  }

  /** Moves to the first token at or after the offset, and returns its kind. */
  seek(offset: number): TokenKind {
    if (this.end > this.farthest) this.farthest = this.end;
    this.end = offset;
    return this.advance();
  }

  /** True when the current token is exactly this text. */
  is(text: string): boolean {
    return this.end - this.start === text.length && this.text.startsWith(text, this.start);
  }

  /** The text of the current token. */
  get slice(): string {
    return this.text.slice(this.start, this.end);
  }

  /** True when there is a line feed between two offsets. */
  hasLineEnd(start: number, end: number): boolean {
    const { codes } = this.#source;
    for (let at = start; at < end; at++) if (codes[at] === 0x0a) return true;
    return false;
  }

  advance(): TokenKind {
    return this.#scan(this.#skipSpace());
  }

  /** Like `advance`, but faster when the prediction is right. */
  advanceTo(guess: PredictedToken): TokenKind {
    const start = this.#skipSpace();
    const { length } = guess;
    if (length === 0 || !this.#isSameToken(start, guess.start, length)) return this.#scan(start);
    this.start = start;
    this.end = start + length;
    this.problem = undefined;
    this.predictedTerm = guess.term;
    this.kind = guess.kind;
    return guess.kind;
  }

  /** The offset of the next token. */
  #skipSpace(): number {
    const { codes, length } = this.#source;
    this.previousEnd = this.end;
    let at = this.end;
    let code = codes[at]!;
    for (;;) {
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        code = codes[++at]!;
      } else if (code === 0x23) {
        const start = at;
        do code = codes[++at]!;
        while (at < length && code !== 0x0a && code !== 0x0d);
        this.#onComment?.(start, at);
      } else if (code === 0xfeff && at === 0) {
        code = codes[++at]!;
      } else return at;
    }
  }

  /** True when the token at an offset has the same text as an earlier one. */
  #isSameToken(start: number, earlier: number, length: number): boolean {
    const { codes } = this.#source;
    const end = start + length;
    if (end > this.#source.length) return false;
    // The next character must not be able to continue a name.
    const next = codes[end]!;
    if (next > 0x20 && next !== 0x3b && next !== 0x2c) return false;
    // Different names mostly differ at their end, and IRIs just before the closing bracket.
    if (length > 1 && codes[end - 2] !== codes[earlier + length - 2]) return false;
    for (let at = start, other = earlier; at < end; at++, other++) {
      if (codes[at] !== codes[other]) return false;
    }
    return true;
  }

  #scan(at: number): TokenKind {
    const { codes, length } = this.#source;
    this.start = at;
    this.problem = undefined;
    this.predictedTerm = -1;
    if (at >= length) return this.#finish('end', length);
    const code = codes[at]!;
    switch (code) {
      case 0x3c:
        if (codes[at + 1]! !== 0x3c) return this.#iri(at);
        if (this.#isConflictMarker(at)) return this.#junk(at + 2);
        return codes[at + 2]! === 0x28 ? this.#finish('<<(', at + 3) : this.#finish('<<', at + 2);
      case 0x3b:
        return this.#finish(';', at + 1);
      case 0x2e:
        return (characterClasses[codes[at + 1]!]! & digit) !== 0
          ? this.#number(at)
          : this.#finish('.', at + 1);
      case 0x2c:
        return this.#finish(',', at + 1);
      case 0x22:
      case 0x27:
        return this.#string(at, code);
      case 0x5b:
        return this.#finish('[', at + 1);
      case 0x5d:
        return this.#finish(']', at + 1);
      case 0x28:
        return this.#finish('(', at + 1);
      case 0x29:
        return codes[at + 1]! === 0x3e && codes[at + 2]! === 0x3e
          ? this.#finish(')>>', at + 3)
          : this.#finish(')', at + 1);
      case 0x3a:
        return this.#localName(at, 0);
      case 0x40:
        return this.#atWord(at);
      case 0x5e:
        return codes[at + 1]! === 0x5e ? this.#finish('^^', at + 2) : this.#junk(at + 1);
      case 0x5f:
        return codes[at + 1]! === 0x3a ? this.#label(at) : this.#word(at);
      case 0x2b:
      case 0x2d:
        return this.#number(at);
    }
    const bits = characterClasses[code]!;
    if ((bits & letter) !== 0) return this.#word(at);
    if ((bits & digit) !== 0) return this.#number(at);
    const next = codes[at + 1]!;
    if (code === 0x7e) return this.#finish('~', at + 1);
    if (code === 0x3e && next === 0x3e && !this.#isConflictMarker(at)) return this.#finish('>>', at + 2);
    if (code === 0x7b && next === 0x7c) return this.#finish('{|', at + 2);
    if (code === 0x7c && next === 0x7d) return this.#finish('|}', at + 2);
    if (this.hasBraces && code === 0x7b) return this.#finish('{', at + 1);
    if (this.hasBraces && code === 0x7d) return this.#finish('}', at + 1);
    return isPair(codes, at) ? this.#word(at) : this.#junk(at + 1);
  }

  /** True at seven equal characters and a space, as Git leaves them in a file with conflicts. */
  #isConflictMarker(at: number): boolean {
    const { codes } = this.#source;
    for (let i = 2; i < 7; i++) if (codes[at + i] !== codes[at]) return false;
    return codes[at + 7] === 0x20;
  }

  #finish(kind: TokenKind, end: number): TokenKind {
    this.kind = kind;
    this.end = end;
    return kind;
  }

  /** Ends a token and computes its hash. */
  #finishHashed(kind: TokenKind, end: number): TokenKind {
    const { codes } = this.#source;
    let hash = 0;
    for (let at = this.start; at < end; at++) hash = (Math.imul(hash, 31) + codes[at]!) | 0;
    this.hash = hash;
    return this.#finish(kind, end);
  }

  /**
   * An IRI ends at `>` on the same line. When there is none before another `<` or the line end, the closing bracket is
   * missing. Then the token ends before the first white space, or before the separators there.
   */
  #iri(start: number): TokenKind {
    const { codes } = this.#source;
    const table = characterClasses;
    const stop = notInIri;
    let at = start + 1;
    let hash = 0;
    let code = codes[at]!;
    while ((table[code]! & stop) === 0) {
      hash = (Math.imul(hash, 31) + code) | 0;
      code = codes[++at]!;
    }
    if (code !== 0x3e) return this.#unusualIri(start, at);
    this.hash = hash;
    this.escaped = false;
    return this.#finish('iri', at + 1);
  }

  /** @param from where the IRI has something that most IRIs do not have. */
  #unusualIri(start: number, from: number): TokenKind {
    const { codes, length, text } = this.#source;
    let at = from;
    let wrong = -1;
    let spaces = false;
    this.escaped = false;
    for (;;) {
      const code = codes[at]!;
      if ((characterClasses[code]! & notInIri) === 0 && at < length) at++;
      else if (code === 0x3e) break;
      else if (code === 0x5c) {
        this.escaped = true;
        const escapeLength = iriEscapeLength(codes, at);
        if (escapeLength === 0 && wrong < 0) wrong = at;
        at += escapeLength || 1;
      } else {
        if (at >= length || code === 0x0a || code === 0x0d || code === 0x3c) {
          return this.#unclosedIri(start, at);
        }
        if (!spaces && (code === 0x20 || code === 0x09)) {
          const bracket = nextBracket(codes, at, length);
          if (codes[bracket] !== 0x3e) {
            this.farthest = Math.max(this.farthest, bracket);
            return this.#unclosedIri(start, at);
          }
          spaces = true;
        }
        if (wrong < 0) wrong = at;
        at++;
      }
    }
    if (wrong >= 0) this.problem = iriProblem(text, wrong, at);
    return this.#finishHashed('iri', at + 1);
  }

  #unclosedIri(start: number, behind: number): TokenKind {
    let end = behind;
    while (end > start + 1 && '.;,)]'.includes(this.text[end - 1]!)) end--;
    const shown = excerpt(this.text.slice(start, end));
    this.problem = { range: { start, end }, message: `The IRI ${shown} is not closed. Add '>' at its end.` };
    return this.#finishHashed('iri', end);
  }

  #string(start: number, quote: number): TokenKind {
    const { codes } = this.#source;
    if (codes[start + 1]! === quote && codes[start + 2]! === quote) return this.#longString(start, quote);
    let at = start + 1;
    let hash = quote;
    let code = codes[at]!;
    while (code !== quote && code !== 0x5c && code > 0x0d) {
      hash = (Math.imul(hash, 31) + code) | 0;
      code = codes[++at]!;
    }
    if (code !== quote) return this.#unusualString(start, quote, at);
    this.hash = hash;
    this.quotes = 1;
    this.escaped = false;
    this.closed = true;
    return this.#finish('string', at + 1);
  }

  /** @param from where the string has something that most strings do not have. */
  #unusualString(start: number, quote: number, from: number): TokenKind {
    const { closed, stop } = this.#readString(start, quote, 1, from);
    if (closed) return this.#finishHashed('string', stop + 1);
    const delimiter = this.text[start]!;
    this.problem = {
      range: { start, end: stop },
      message: `This string is not closed. Add ${delimiter} at its end, or use ${delimiter.repeat(3)} for a string of several lines.`,
    };
    return this.#finish('string', stop);
  }

  #longString(start: number, quote: number): TokenKind {
    const { closed, stop } = this.#readString(start, quote, 3, start + 3);
    if (closed) return this.#finish('string', stop + 3);
    const delimiter = this.text.slice(start, start + 3);
    this.problem = {
      range: { start, end: start + 3 },
      message: `This string is not closed: no ${delimiter} follows. Add ${delimiter} at its end.`,
    };
    return this.#finish('string', stop);
  }

  /**
   * Finds the end of a string, and examines its delimiters and escapes.
   *
   * @param from where to continue; nothing before it closes the string or is an escape.
   */
  #readString(start: number, quote: number, quotes: 1 | 3, from: number): StringScan {
    const { stringScans } = this.#source;
    let scan = stringScans.find(quote, quotes, start);
    if (scan === undefined) {
      scan = this.#scanString(start, quote, quotes, from);
      stringScans.add(quote, quotes, scan);
    }
    const bad = badEscapeFrom(scan, start);
    this.quotes = quotes;
    this.closed = scan.closed;
    this.escaped = scan.lastEscape > start;
    this.problem = bad === undefined ? undefined : escapeProblem(this.text, bad);
    return scan;
  }

  #scanString(start: number, quote: number, quotes: 1 | 3, from: number): StringScan {
    const { codes, length } = this.#source;
    const isLong = quotes === 3;
    const badEscapes: number[] = [];
    let lastEscape = -1;
    let at = from;
    for (;;) {
      const code = codes[at]!;
      if (code === quote && (!isLong || (codes[at + 1]! === quote && codes[at + 2]! === quote))) {
        return { start, stop: at, closed: true, lastEscape, badEscapes };
      }
      if (code === 0x5c) {
        const escapeLength = stringEscapeLength(codes, at);
        if (escapeLength === 0) badEscapes.push(at);
        lastEscape = at;
        at += escapeLength || 1;
      } else if (at >= length || (!isLong && (code === 0x0a || code === 0x0d))) {
        return { start, stop: at, closed: false, lastEscape, badEscapes };
      } else at++;
    }
  }

  #number(start: number): TokenKind {
    const { codes } = this.#source;
    let at = start;
    const sign = codes[at]!;
    if (sign === 0x2b || sign === 0x2d) at++;
    const whole = at;
    at = skipDigits(codes, at);
    let digits = at - whole;
    let kind: TokenKind = 'integer';
    let end = at;
    if (codes[at]! === 0x2e) {
      const fraction = skipDigits(codes, at + 1);
      digits += fraction - at - 1;
      if (fraction > at + 1) {
        kind = 'decimal';
        end = fraction;
      }
      at = fraction;
    }
    if (digits === 0) return this.#junk(start + 1);
    const exponent = codes[at]!;
    if (exponent === 0x65 || exponent === 0x45) {
      const exponentSign = codes[at + 1]!;
      const from = exponentSign === 0x2b || exponentSign === 0x2d ? at + 2 : at + 1;
      const to = skipDigits(codes, from);
      if (to > from) {
        kind = 'double';
        end = to;
      }
    }
    return this.#finishHashed(kind, end);
  }

  /** Reads a bare word, or a name when a colon follows. */
  #word(start: number): TokenKind {
    const { codes } = this.#source;
    const table = characterClasses;
    const mask = nameCharacter;
    let at = start;
    let hash = 0;
    let code = codes[at]!;
    while ((table[code]! & mask) !== 0) {
      hash = (Math.imul(hash, 31) + code) | 0;
      code = codes[++at]!;
    }
    if (code === 0x3a && codes[start]! !== 0x5f) return this.#localName(at, hash);
    let end = at;
    for (;;) {
      if ((table[code]! & mask) !== 0) end = ++at;
      else if (code === 0x2e) at++;
      else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
      else break;
      code = codes[at]!;
    }
    if (end === at && code === 0x3a && codes[start]! !== 0x5f) return this.#unusualName(at);
    return this.#finishHashed('word', end);
  }

  /**
   * Reads the rest of a name from its colon.
   *
   * @param prefixHash the hash of the part before the colon.
   */
  #localName(colon: number, prefixHash: number): TokenKind {
    const { codes } = this.#source;
    const table = characterClasses;
    const mask = localCharacter;
    let at = colon + 1;
    let code = codes[at]!;
    if ((table[code]! & localStart) === 0) return this.#unusualName(colon);
    let hash = (Math.imul(prefixHash, 31) + 0x3a) | 0;
    do {
      hash = (Math.imul(hash, 31) + code) | 0;
      code = codes[++at]!;
    } while ((table[code]! & mask) !== 0);
    const goesOn = code === 0x2e ? codes[at + 1]! > 0x20 : code === 0x25 || code === 0x5c || code >= 0xd800;
    if (goesOn) return this.#unusualName(colon);
    this.hash = hash;
    this.colon = colon;
    this.escaped = false;
    return this.#finish('name', at);
  }

  /** Reads the rest of a name that may contain dots, escapes and characters of two units. */
  #unusualName(colon: number): TokenKind {
    const { codes, length, text } = this.#source;
    this.colon = colon;
    this.escaped = false;
    let at = colon + 1;
    let end = at;
    const first = codes[at]!;
    if ((characterClasses[first]! & localStart) !== 0) end = ++at;
    else if ((characterClasses[first]! & nameCharacter) !== 0) {
      this.problem = {
        range: { start: at, end: at + 1 },
        message: `A local name can't start with '${text[at]}'. Write the IRI in full: <…>.`,
      };
      end = ++at;
    } else if (first === 0x2e) {
      // A dot cannot start a local name, so it ends the statement.
      return this.#finishHashed('name', end);
    }
    for (;;) {
      const code = codes[at]!;
      if ((characterClasses[code]! & localCharacter) !== 0) end = ++at;
      else if (code === 0x2e) at++;
      else if (code === 0x25) {
        const good = isHex(codes, at + 1, 2);
        if (!good) {
          this.problem ??= {
            range: { start: at, end: at + 1 },
            message:
              "'%' in a name must be followed by two hexadecimal digits. Write '\\%' for the character itself.",
          };
        }
        end = at += good ? 3 : 1;
      } else if (code === 0x5c) {
        this.escaped = true;
        const good = isLocalEscape(codes[at + 1]!);
        if (!good) {
          this.problem ??= {
            range: { start: at, end: Math.min(at + 2, length) },
            message: `A name can't hold this escape. Write the IRI in full: <…>.`,
          };
        }
        end = at += good ? 2 : 1;
      } else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
      else break;
    }
    return this.#finishHashed('name', end);
  }

  #label(start: number): TokenKind {
    const { codes } = this.#source;
    let at = start + 2;
    let end = at;
    const first = codes[at]!;
    const good = (characterClasses[first]! & localStart) !== 0 && first !== 0x3a;
    if (good || isPair(codes, at)) {
      for (;;) {
        const code = codes[at]!;
        if ((characterClasses[code]! & nameCharacter) !== 0) end = ++at;
        else if (code === 0x2e) at++;
        else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
        else break;
      }
    }
    if (end === start + 2) {
      this.problem = {
        range: { start, end },
        message: "Expected a label after '_:'. It starts with a letter, a digit or '_'.",
      };
    }
    return this.#finishHashed('label', end);
  }

  #atWord(start: number): TokenKind {
    const { codes, text } = this.#source;
    let at = start + 1;
    let hasDigit = false;
    let good = true;
    // Letters, then parts of letters and digits after hyphens; after two hyphens the base direction.
    for (let part = at; ; ) {
      const code = codes[at]!;
      if (code === 0x2d && codes[at + 1] === 0x2d && good && at > part) {
        const direction = at + 2;
        at = direction;
        while (codes[at]! < 0x80 && (characterClasses[codes[at]!]! & (letter | digit)) !== 0) at++;
        const written = text.slice(direction, at);
        if (written !== 'ltr' && written !== 'rtl') {
          this.problem = {
            range: { start: direction, end: at },
            message: `Expected the base direction ltr or rtl after '--', found ${excerpt(written)}.`,
          };
          return this.#finishHashed('at', at);
        }
        break;
      }
      if (code === 0x2d) {
        good &&= at > part && at <= part + longestSubtag;
        part = at + 1;
      } else if (code >= 0x80 || (characterClasses[code]! & (letter | digit)) === 0) {
        good &&= at > part && at <= part + longestSubtag;
        break;
      } else if ((characterClasses[code]! & digit) !== 0) hasDigit ||= part === start + 1;
      at++;
    }
    if (!good || hasDigit) {
      this.problem = {
        range: { start, end: at },
        message: `Expected a language tag such as @en or @en-GB, found ${excerpt(text.slice(start, at))}.`,
      };
    }
    return this.#finishHashed('at', at);
  }

  /** Reads characters that start no token, up to white space or the start of a token. */
  #junk(end: number): TokenKind {
    const { codes, length, text } = this.#source;
    let at = end;
    for (; at < length; at++) {
      const code = codes[at]!;
      if ((characterClasses[code]! & (whiteSpace | localStart)) !== 0 || '.;,[]()<"\'#@'.includes(text[at]!))
        break;
      if (isPair(codes, at)) break;
    }
    return this.#finish('junk', at);
  }
}

/**
 * How far a lexer must look to know that a token ends at an offset: past all dots, which may continue a name, and a few
 * more characters.
 */
export function lookAheadEnd(text: ReadableText, end: number): number {
  let at = end;
  while (text.charCodeAt(at) === 0x2e) at++;
  return at + lookAhead;
}

/** @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1 */
const longestSubtag = 8;

/** `1.e+5` is the number `1` followed by a dot, unless a digit follows the sign. */
const lookAhead = 4;

/** The offset of the next `>`, or of the line end or a character that could start another token if that comes first. */
function nextBracket(codes: Uint16Array, at: number, length: number): number {
  for (let i = at; i < length; i++) {
    const code = codes[i]!;
    if (code === 0x3e || code === 0x0a || code === 0x0d || code === 0x3c || code === 0x22 || code === 0x27) {
      return i;
    }
  }
  return length;
}

function skipDigits(codes: Uint16Array, at: number): number {
  while ((characterClasses[codes[at]!]! & digit) !== 0) at++;
  return at;
}
