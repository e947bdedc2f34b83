import { lazy } from '../../base/lazy.ts';
import { isLinearRegexLoaded, linearTest, type RegexTest } from './linearRegex.ts';
import { harmlessLength, maxMatchLength, regexRisk } from './regexRisk.ts';
import { unicodeBlock } from './unicodeBlocks.ts';
import { nameRest, nameStart } from './xmlNames.ts';

/** The compiled regular expression of an sh:pattern, or why it is invalid. */
export type RegexReading =
  | {
      readonly kind: 'regex';
      readonly regex: RegExp;
      /** Whether a text has a match: in linear time where V8 may try for long, if RE2 knows the syntax and is loaded. */
      readonly test: RegexTest;
      /** Why `test` may take forever with a text of some length, in UTF-16 units; undefined when it can't. */
      readonly mayHang: (length: number) => string | undefined;
      /** The same for `regex`, which V8 matches. */
      readonly mayBacktrack: (length: number) => string | undefined;
    }
  | { readonly kind: 'illFormed'; readonly message: string };

const cache = new Map<string, RegexReading>();
const cacheLimit = 2000;

/**
 * Compiles an XPath regular expression with its flags (i, m, s, x, q) to a JavaScript one in Unicode mode, so that
 * `\p{L}` and characters beyond U+FFFF work. Where the two languages differ, XPath wins, with exceptions that users of
 * every SHACL engine expect: `\d`, `\w`, `\s` and `\b` have the meaning that they have in JavaScript, and escaped
 * punctuation stands for itself. Syntax that only JavaScript has, such as lookahead, also works. Never throws.
 */
export function compileRegex(pattern: string, flags: string): RegexReading {
  const key = `${flags}/${pattern}`;
  let reading = cache.get(key);
  if (reading === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    reading = compile(pattern, flags);
    cache.set(key, reading);
  }
  return reading;
}

function compile(pattern: string, flags: string): RegexReading {
  const unknown = [...flags].find((flag) => !'imsxq'.includes(flag));
  if (unknown !== undefined) {
    return illFormed(`"${unknown}" is not a flag of regular expressions; flags are i, m, s, x and q.`);
  }
  try {
    const source = flags.includes('q') ? quote(pattern) : new Translator(pattern, flags).translated();
    // All other flags are expressed in the source.
    return guarded(pattern, flags, new RegExp(source, flags.includes('i') ? 'iu' : 'u'));
  } catch (error) {
    if (error instanceof UnknownBlock)
      return illFormed(`\\p{${error.block}} names no block of Unicode that is known.`);
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error);
    return illFormed(`The regular expression is not valid: ${reason}.`);
  }
}

function guarded(pattern: string, flags: string, regex: RegExp): RegexReading {
  const risk = lazy(() => regexRisk(pattern, flags));
  const longest = lazy(() => (risk() === undefined ? maxMatchLength(pattern, flags) : harmlessLength));
  const linear = lazy(() => linearTest(regex.source, regex.ignoreCase));
  const isLong = (length: number) => length > harmlessLength && length > longest();
  const linearIfLong = (length: number): RegexTest | undefined =>
    isLong(length) && isLinearRegexLoaded() ? linear() : undefined;
  const mayBacktrack = (length: number) =>
    isLong(length) ? (risk() ?? `a text that it is matched with has ${length} characters`) : undefined;
  return {
    kind: 'regex',
    regex,
    test: (text) => linearIfLong(text.length)?.(text) ?? regex.test(text),
    mayHang: (length) => (linearIfLong(length) ? undefined : mayBacktrack(length)),
    mayBacktrack,
  };
}

function illFormed(message: string): RegexReading {
  return { kind: 'illFormed', message };
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Thrown for a Unicode block that is not known; `compile` catches it. */
class UnknownBlock extends Error {
  readonly block: string;

  constructor(block: string) {
    super();
    this.block = block;
  }
}

/** JavaScript knows more line ends than XPath, so these constants spell out the XPath meaning. */
const anyButLineEnd = '[^\\n\\r]';
const anyCharacter = '[\\s\\S]';
/** In XPath, no line starts after a line end at the end of the text. */
const startOfLine = '(?:^|(?<=\\n)(?!$))';
const endOfLine = '(?=\\n|$)';

/** A set of characters: the members inside the brackets of a class, and whether the set is their complement. */
interface CharacterSet {
  readonly members: string;
  readonly isComplement: boolean;
}

/** Rewrites the XPath syntax that JavaScript's Unicode mode lacks or writes differently. */
class Translator {
  readonly #pattern: string;
  readonly #flags: string;
  #position = 0;

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  translated(): string {
    let result = '';
    while (this.#position < this.#pattern.length) result += this.#atom();
    return result;
  }

  #atom(): string {
    const c = this.#pattern[this.#position]!;
    if (c === '\\') {
      const set = this.#characterSet();
      return set ? classOf(set) : this.#escape();
    }
    if (c === '[') return this.#class();
    this.#position++;
    switch (c) {
      case '.':
        return this.#flags.includes('s') ? anyCharacter : anyButLineEnd;
      case '^':
        return this.#flags.includes('m') ? startOfLine : c;
      case '$':
        return this.#flags.includes('m') ? endOfLine : c;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        return this.#flags.includes('x') ? '' : c;
      default:
        return c;
    }
  }

  /**
   * Reads `\i`, `\c` or `\p{IsGreek}`, which JavaScript lacks. For any other escape, reads nothing and returns
   * undefined.
   */
  #characterSet(): CharacterSet | undefined {
    const rest = this.#pattern.slice(this.#position);
    const block = /^\\([pP])\{Is([^}]*)\}/.exec(rest);
    if (block) {
      const range = unicodeBlock(block[2]!);
      if (range === undefined) throw new UnknownBlock(`Is${block[2]}`);
      this.#position += block[0].length;
      const members = range.map((codePoint) => `\\u{${codePoint.toString(16)}}`).join('-');
      return { members, isComplement: block[1] === 'P' };
    }
    const name = /^\\([iIcC])/.exec(rest)?.[1];
    if (name === undefined) return undefined;
    this.#position += 2;
    return {
      members: name.toLowerCase() === 'i' ? nameStart : nameRest,
      isComplement: name !== name.toLowerCase(),
    };
  }

  /** Reads an escape. Punctuation that may not be escaped in Unicode mode is written without the backslash. */
  #escape(insideClass = false): string {
    const c = this.#pattern[this.#position + 1];
    this.#position += 2;
    if (c === undefined) return '\\';
    const isPlain = /[^A-Za-z0-9^$\\.*+?()[\]{}|/]/u.test(c) && !(insideClass && c === '-');
    return isPlain ? c : `\\${c}`;
  }

  /** Reads a character class, starting at its `[`. A subtraction `[a-z-[aeiou]]` becomes a lookahead. */
  #class(): string {
    this.#position++;
    const isComplement = this.#pattern[this.#position] === '^';
    if (isComplement) this.#position++;
    let members = '';
    const complements: string[] = [];
    while (this.#position < this.#pattern.length && this.#pattern[this.#position] !== ']') {
      if (this.#pattern.startsWith('-[', this.#position)) {
        this.#position++;
        const subtracted = this.#class();
        if (!this.#take(']')) throw unterminated();
        return `(?:(?!${subtracted})${union(members, complements, isComplement)})`;
      }
      const set = this.#characterSet();
      if (set) {
        if (set.isComplement) complements.push(set.members);
        else members += set.members;
      } else members += this.#member();
    }
    if (!this.#take(']')) throw unterminated();
    return union(members, complements, isComplement);
  }

  #member(): string {
    const c = this.#pattern[this.#position]!;
    if (c === '\\') return this.#escape(true);
    this.#position++;
    return c === '[' ? '\\[' : c;
  }

  #take(c: string): boolean {
    if (this.#pattern[this.#position] !== c) return false;
    this.#position++;
    return true;
  }
}

function unterminated(): SyntaxError {
  return new SyntaxError('Unterminated character class');
}

function classOf({ members, isComplement }: CharacterSet): string {
  return isComplement ? `[^${members}]` : `[${members}]`;
}

/**
 * Matches a character that is among the members or outside one of the complements, or any other character when
 * `isComplement`.
 */
function union(members: string, complements: readonly string[], isComplement: boolean): string {
  if (complements.length === 0) return classOf({ members, isComplement });
  const parts = [`[${members}]`, ...complements.map((complement) => `[^${complement}]`)].join('|');
  return isComplement ? `(?:(?!${parts})${anyCharacter})` : `(?:${parts})`;
}
