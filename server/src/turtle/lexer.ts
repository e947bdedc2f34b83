import {
  classes,
  digit,
  hexDigit,
  isLocalEscape,
  isPair,
  letter,
  localCharacter,
  localStart,
  nameCharacter,
  notInIri,
  whiteSpace,
} from './characters.ts';
import type { TurtleSyntaxError } from './syntaxError.ts';

/**
 * What a token is: `iri` `<…>`, `name` `p:local`, `label` `_:x`, `at` `@prefix` or a language tag, `word` any bare
 * word (`a`, `true`, `PREFIX` and what is none of these), `junk` characters that start no token, `end` the end of
 * the text.
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

export type Punctuation = '.' | ';' | ',' | '[' | ']' | '(' | ')';

/**
 * Reads a Turtle text token by token. It holds one token at a time, the current one; `advance` moves to the next.
 * Every text has tokens: a malformed one keeps its kind and carries a `problem`.
 */
export class Lexer {
  readonly text: string;
  readonly codes: Uint16Array;
  kind: TokenKind = 'end';
  start = 0;
  end = 0;
  /** The end of the token before, 0 for the first one. */
  previousEnd = 0;
  /** Names: the offset of the colon after the prefix. */
  colon = 0;
  /** Names, IRIs and strings: true when the token holds a backslash. */
  escaped: boolean = false;
  /** Strings: the length of the opening delimiter, 1 or 3. */
  quotes = 1;
  /** Strings: false when the closing delimiter is missing. */
  closed = true;
  /** What is wrong inside the token. */
  problem: TurtleSyntaxError | undefined;
  /**
   * Of the text before the last `seek`, and of what was looked at without being in a token: the end of the farthest.
   * Together with `end` it tells how much of the text was of influence. Set it to 0 to begin anew.
   */
  farthest = 0;
  /** Called with the range of each comment that is passed. */
  readonly #onComment: ((start: number, end: number) => void) | undefined;

  /** @param codes the text as `charCodes` gives it, so that several lexers can share it. */
  constructor(text: string, codes: Uint16Array, onComment?: (start: number, end: number) => void) {
    this.text = text;
    this.codes = codes;
    this.#onComment = onComment;
  }

  /** Makes the first token at or after the offset the current one and gives its kind. */
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
    for (let at = start; at < end; at++) if (this.codes[at] === 0x0a) return true;
    return false;
  }

  advance(): TokenKind {
    const { codes, text } = this;
    this.previousEnd = this.end;
    this.problem = undefined;
    let at = this.end;
    let code = codes[at]!;
    for (;;) {
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
        code = codes[++at]!;
      } else if (code === 0x23) {
        const start = at;
        do code = codes[++at]!;
        while (at < text.length && code !== 0x0a && code !== 0x0d);
        this.#onComment?.(start, at);
      } else if (code === 0xfeff && at === 0) {
        code = codes[++at]!;
      } else break;
    }
    this.start = at;
    if (at >= text.length) return this.#finish('end', text.length);
    switch (code) {
      case 0x2e:
        return (classes[codes[at + 1]!]! & digit) !== 0 ? this.#number(at) : this.#take('.', 1);
      case 0x3b:
        return this.#take(';', 1);
      case 0x2c:
        return this.#take(',', 1);
      case 0x5b:
        return this.#take('[', 1);
      case 0x5d:
        return this.#take(']', 1);
      case 0x28:
        return this.#take('(', 1);
      case 0x29:
        return this.#take(')', 1);
      case 0x3c:
        return codes[at + 1]! === 0x3c ? this.#junk(at + 2) : this.#iri(at);
      case 0x22:
      case 0x27:
        return this.#string(at, code);
      case 0x3a:
        return this.#localName(at);
      case 0x40:
        return this.#atWord(at);
      case 0x5e:
        return codes[at + 1]! === 0x5e ? this.#take('^^', 2) : this.#junk(at + 1);
      case 0x5f:
        return codes[at + 1]! === 0x3a ? this.#label(at) : this.#word(at);
      case 0x2b:
      case 0x2d:
        return this.#number(at);
    }
    const bits = classes[code]!;
    if ((bits & digit) !== 0) return this.#number(at);
    return (bits & letter) !== 0 || isPair(codes, at) ? this.#word(at) : this.#junk(at + 1);
  }

  #take(kind: TokenKind, length: number): TokenKind {
    this.kind = kind;
    this.end = this.start + length;
    return kind;
  }

  #finish(kind: TokenKind, end: number, problem?: TurtleSyntaxError): TokenKind {
    this.kind = kind;
    this.end = end;
    this.problem = problem;
    return kind;
  }

  /**
   * An IRI ends at `>` on the same line. When there is none before another `<` or the line end, the closing bracket
   * is what is missing, and the token ends before the first white space, or before the separators there.
   */
  #iri(start: number): TokenKind {
    const { codes, text } = this;
    let at = start + 1;
    let wrong = -1;
    let spaces = false;
    this.escaped = false;
    for (;;) {
      const code = codes[at]!;
      if ((classes[code]! & notInIri) === 0 && at < text.length) at++;
      else if (code === 0x3e) break;
      else if (code === 0x5c) {
        this.escaped = true;
        const length = iriEscapeLength(codes, at);
        if (length === 0 && wrong < 0) wrong = at;
        at += length || 1;
      } else {
        if (at >= text.length || code === 0x0a || code === 0x0d || code === 0x3c) {
          return this.#unclosedIri(start, at);
        }
        if (!spaces && (code === 0x20 || code === 0x09)) {
          const bracket = nextBracket(codes, at);
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
    return this.#finish('iri', at + 1, wrong < 0 ? undefined : iriProblem(text, wrong, at));
  }

  #unclosedIri(start: number, behind: number): TokenKind {
    let end = behind;
    while (end > start + 1 && '.;,)]'.includes(this.text[end - 1]!)) end--;
    const shown = excerpt(this.text.slice(start, end));
    return this.#finish('iri', end, {
      range: { start, end },
      message: `The IRI ${shown} is not closed. Add '>' at its end.`,
    });
  }

  #string(start: number, quote: number): TokenKind {
    const { codes, text } = this;
    this.escaped = false;
    this.closed = true;
    const long = codes[start + 1]! === quote && codes[start + 2]! === quote;
    this.quotes = long ? 3 : 1;
    let at = start + this.quotes;
    let problem: TurtleSyntaxError | undefined;
    for (;;) {
      const code = codes[at]!;
      if (code === quote) {
        if (!long) return this.#finish('string', at + 1, problem);
        if (codes[at + 1]! === quote && codes[at + 2]! === quote) {
          return this.#finish('string', at + 3, problem);
        }
        at++;
      } else if (code === 0x5c) {
        this.escaped = true;
        const length = stringEscapeLength(codes, at);
        if (length === 0) problem ??= escapeProblem(text, at);
        at += length || 1;
      } else if (at >= text.length || (!long && (code === 0x0a || code === 0x0d))) {
        break;
      } else at++;
    }
    this.closed = false;
    const delimiter = text.slice(start, start + this.quotes);
    return this.#finish('string', at, {
      range: { start, end: long ? start + 3 : at },
      message: long
        ? `This string is not closed: no ${delimiter} follows. Add ${delimiter} at its end.`
        : `This string is not closed. Add ${delimiter} at its end, or use ${delimiter.repeat(3)} for a string of several lines.`,
    });
  }

  #number(start: number): TokenKind {
    const { codes } = this;
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
    return this.#finish(kind, end);
  }

  /** A bare word, or a name when a colon follows. */
  #word(start: number): TokenKind {
    const { codes } = this;
    let at = start;
    let end = start;
    for (;;) {
      const code = codes[at]!;
      if ((classes[code]! & nameCharacter) !== 0) end = ++at;
      else if (code === 0x2e) at++;
      else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
      else break;
    }
    if (end === at && codes[at]! === 0x3a && codes[start]! !== 0x5f) {
      return this.#localName(at);
    }
    return this.#finish('word', end);
  }

  /** The rest of a name, from its colon on. */
  #localName(colon: number): TokenKind {
    const { codes, text } = this;
    this.colon = colon;
    this.escaped = false;
    let problem: TurtleSyntaxError | undefined;
    let at = colon + 1;
    let end = at;
    const first = codes[at]!;
    if ((classes[first]! & localStart) !== 0) end = ++at;
    else if ((classes[first]! & nameCharacter) !== 0) {
      problem = {
        range: { start: at, end: at + 1 },
        message: `A local name can't start with '${text[at]}'. Write the IRI in full: <…>.`,
      };
      end = ++at;
    } else if (first === 0x2e) {
      // A dot can't start a local name: it ends the statement.
      return this.#finish('name', end);
    }
    for (;;) {
      const code = codes[at]!;
      if ((classes[code]! & localCharacter) !== 0) end = ++at;
      else if (code === 0x2e) at++;
      else if (code === 0x25) {
        const good = isHex(codes, at + 1, 2);
        if (!good) {
          problem ??= {
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
          problem ??= {
            range: { start: at, end: Math.min(at + 2, text.length) },
            message: `A name can't hold this escape. Write the IRI in full: <…>.`,
          };
        }
        end = at += good ? 2 : 1;
      } else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
      else break;
    }
    return this.#finish('name', end, problem);
  }

  #label(start: number): TokenKind {
    const { codes } = this;
    let at = start + 2;
    let end = at;
    const first = codes[at]!;
    const good = (classes[first]! & localStart) !== 0 && first !== 0x3a;
    if (good || isPair(codes, at)) {
      for (;;) {
        const code = codes[at]!;
        if ((classes[code]! & nameCharacter) !== 0) end = ++at;
        else if (code === 0x2e) at++;
        else if (code >= 0xd800 && isPair(codes, at)) end = at += 2;
        else break;
      }
    }
    const problem =
      end > start + 2
        ? undefined
        : {
            range: { start, end },
            message: "Expected a label after '_:'. It starts with a letter, a digit or '_'.",
          };
    return this.#finish('label', end, problem);
  }

  #atWord(start: number): TokenKind {
    const { codes, text } = this;
    let at = start + 1;
    while (isTagCharacter(codes[at]!)) at++;
    const good = /^[A-Za-z]+(-[A-Za-z0-9]+)*$/.test(text.slice(start + 1, at));
    const problem = good
      ? undefined
      : {
          range: { start, end: at },
          message: `Expected a language tag such as @en or @en-GB, found ${excerpt(text.slice(start, at))}.`,
        };
    return this.#finish('at', at, problem);
  }

  /** Characters that start no token, up to white space or something that does. */
  #junk(end: number): TokenKind {
    const { codes, text } = this;
    let at = end;
    for (; at < text.length; at++) {
      const code = codes[at]!;
      if ((classes[code]! & (whiteSpace | localStart)) !== 0 || '.;,[]()<"\'#@'.includes(text[at]!)) break;
      if (isPair(codes, at)) break;
    }
    return this.#finish('junk', at);
  }
}

/**
 * How far a lexer has to look to know that a token ends at an offset: over all dots, which a name can hold inside,
 * and a few characters more.
 */
export function reachOf(codes: Uint16Array, end: number): number {
  let at = end;
  while (codes[at] === 0x2e) at++;
  return at + lookAhead;
}

/** As in `1.e+5`, which is `1` unless there is a digit at the end. */
export const lookAhead = 4;

/** A piece of text as messages quote it. */
export function excerpt(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0]!;
  return line.length > 40 || line.length < text.length ? `'${line.slice(0, 40)}…'` : `'${line}'`;
}

/** The characters that a text with string escapes stands for. */
export function unescapeText(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/g, (_, short, long, character) =>
    character === undefined
      ? String.fromCodePoint(Number.parseInt(short ?? long, 16))
      : (controls[character] ?? character),
  );
}

/** The characters that a local name with escapes stands for. */
export function unescapeLocal(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

const controls: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

function skipDigits(codes: Uint16Array, at: number): number {
  while ((classes[codes[at]!]! & digit) !== 0) at++;
  return at;
}

function isHex(codes: Uint16Array, at: number, count: number): boolean {
  for (let i = at; i < at + count; i++) if ((classes[codes[i]!]! & hexDigit) === 0) return false;
  return true;
}

function isTagCharacter(code: number): boolean {
  return code === 0x2d || (code < 0x80 && (classes[code]! & (letter | digit)) !== 0);
}

/** The code point of the \u or \U escape at the offset, undefined when it is malformed or no character. */
function escapedCodePoint(codes: Uint16Array, at: number): number | undefined {
  const digits = codes[at + 1]! === 0x75 ? 4 : codes[at + 1]! === 0x55 ? 8 : 0;
  if (digits === 0 || !isHex(codes, at + 2, digits)) return undefined;
  const value = Number.parseInt(String.fromCharCode(...codes.subarray(at + 2, at + 2 + digits)), 16);
  return value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff) ? undefined : value;
}

function stringEscapeLength(codes: Uint16Array, at: number): number {
  const code = codes[at + 1]!;
  if (code === 0x75 || code === 0x55) {
    return escapedCodePoint(codes, at) === undefined ? 0 : code === 0x75 ? 6 : 10;
  }
  return code !== 0 && 'tbnrf"\'\\'.includes(String.fromCharCode(code)) ? 2 : 0;
}

function iriEscapeLength(codes: Uint16Array, at: number): number {
  const value = escapedCodePoint(codes, at);
  if (value === undefined || (value < 0x10000 && (classes[value]! & notInIri) !== 0)) return 0;
  return codes[at + 1]! === 0x75 ? 6 : 10;
}

function escapeProblem(text: string, at: number): TurtleSyntaxError {
  const marker = text[at + 1] ?? '';
  const hex = marker === 'u' || marker === 'U';
  const digits = hex
    ? (/^[0-9A-Fa-f]{0,8}/.exec(text.slice(at + 2, at + (marker === 'u' ? 6 : 10)))?.[0] ?? '')
    : '';
  const end = Math.min(at + 2 + digits.length, text.length);
  const message = hex
    ? `${excerpt(text.slice(at, end))} is no character. Write \\u with four or \\U with eight hexadecimal digits.`
    : `${excerpt(text.slice(at, end))} is no escape. Write '\\\\' for a backslash.`;
  return { range: { start: at, end }, message };
}

/** Where a `>` follows or, if that is before it, the line end or something that could start another token. */
function nextBracket(codes: Uint16Array, at: number): number {
  for (let i = at; i < codes.length; i++) {
    const code = codes[i]!;
    if (code === 0x3e || code === 0x0a || code === 0x0d || code === 0x3c || code === 0x22 || code === 0x27) {
      return i;
    }
  }
  return codes.length;
}

function iriProblem(text: string, at: number, close: number): TurtleSyntaxError {
  const code = text.charCodeAt(at);
  if (code === 0x5c) {
    const end = Math.min(at + 2, close);
    return {
      range: { start: at, end },
      message: `An IRI can't hold ${excerpt(text.slice(at, end))}. Only \\u and \\U escapes of characters that an IRI may hold are allowed.`,
    };
  }
  const name = code <= 0x20 ? 'white space' : `'${text[at]}'`;
  const encoded = encodeURIComponent(text[at]!);
  return {
    range: { start: at, end: at + 1 },
    message: `An IRI can't hold ${name}. Remove it or write ${encoded}.`,
  };
}
