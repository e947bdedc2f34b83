import { type CharacterSet, complement, difference, matchedBy, ofRange, union } from './characterSet.ts';

/** A regular expression of characters, positions, sequences, choices and repetitions. */
export type RegexNode =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'position'; readonly at: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexNode; readonly least: number; readonly most: number };

/**
 * Reads the source of a valid JavaScript regular expression in Unicode mode. Undefined for what is not a regular language
 * (back-references), for look-around except the subtraction of a class, and for rare syntax: word boundaries, and letters
 * beyond ASCII with case ignored.
 */
export function parseRegex(source: string, ignoreCase: boolean): RegexNode | undefined {
  try {
    const parser = new Parser(source, ignoreCase);
    const node = parser.choice();
    return parser.isDone ? node : undefined;
  } catch (error) {
    if (error instanceof NotRegular) return undefined;
    throw error;
  }
}

/** Thrown for syntax that is not supported; `parseRegex` catches it. */
class NotRegular extends Error {}

const unbounded = Number.POSITIVE_INFINITY;

class Parser {
  readonly #source: string;
  readonly #ignoreCase: boolean;
  #at = 0;

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source;
    this.#ignoreCase = ignoreCase;
  }

  get isDone(): boolean {
    return this.#at === this.#source.length;
  }

  choice(): RegexNode {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = [];
    while (!this.isDone && this.#next !== '|' && this.#next !== ')') parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #repeated(part: RegexNode): RegexNode {
    const [whole, sign, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 24)) ?? [];
    if (whole === undefined) return part;
    this.#at += whole.length;
    if (sign !== undefined) {
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : unbounded };
    }
    const end = comma ? (most ? Number(most) : unbounded) : Number(least);
    return { kind: 'repeat', part, least: Number(least), most: end };
  }

  #atom(): RegexNode {
    if (this.#take('^')) return { kind: 'position', at: 'start' };
    if (this.#take('$')) return { kind: 'position', at: 'end' };
    if (this.#take('(?!')) {
      const excluded = this.#characters(this.choice());
      this.#expect(')');
      return { kind: 'characters', set: difference(this.#characters(this.#atom()), excluded) };
    }
    if (this.#next === '(') {
      const group = /^\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/.exec(this.#source.slice(this.#at, this.#at + 80));
      if (!group) throw new NotRegular();
      this.#at += group[0].length;
      const part = this.choice();
      this.#expect(')');
      return part;
    }
    return { kind: 'characters', set: this.#character() };
  }

  /** The characters of an expression that matches one character. */
  #characters(node: RegexNode): CharacterSet {
    if (node.kind === 'characters') return node.set;
    if (node.kind === 'choice') return union(node.parts.map((part) => this.#characters(part)));
    if (node.kind === 'sequence' && node.parts.length === 1) return this.#characters(node.parts[0]!);
    throw new NotRegular();
  }

  #character(): CharacterSet {
    if (this.#take('[')) return this.#class();
    if (this.#take('.'))
      return complement(union([...'\n\r\u2028\u2029'].map((each) => only(each.codePointAt(0)!))));
    return this.#foldCase(this.#member());
  }

  #class(): CharacterSet {
    const isComplement = this.#take('^');
    const sets: CharacterSet[] = [];
    while (!this.#take(']')) {
      if (this.isDone) throw new NotRegular();
      const from = this.#member();
      if (this.#next === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        const to = this.#member();
        if (from[0] !== from.at(-1) || to[0] !== to.at(-1)) throw new NotRegular();
        sets.push(ofRange(from[0]!, to[0]!));
      } else sets.push(from);
    }
    const set = this.#foldCase(union(sets));
    return isComplement ? complement(set) : set;
  }

  #member(): CharacterSet {
    if (this.#take('\\')) return this.#escape();
    const codePoint = this.#source.codePointAt(this.#at);
    if (codePoint === undefined) throw new NotRegular();
    this.#at += codePoint > 0xffff ? 2 : 1;
    return only(codePoint);
  }

  #escape(): CharacterSet {
    const c = this.#source[this.#at++] ?? '';
    const known = escapes[c];
    if (known !== undefined) return only(known);
    if (/[dDwWsS]/.test(c)) {
      if (this.#ignoreCase && /w/i.test(c)) throw new NotRegular();
      return scanned(`\\${c}`);
    }
    const rest = this.#source.slice(this.#at, this.#at + 60);
    const [code, long, short] =
      (c === 'u' ? /^\{([0-9a-fA-F]+)\}|^([0-9a-fA-F]{4})/ : /^()([0-9a-fA-F]{2})/).exec(rest) ?? [];
    if ((c === 'u' || c === 'x') && code !== undefined) {
      this.#at += code.length;
      const codePoint = Number.parseInt(long || short!, 16);
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw new NotRegular();
      return only(codePoint);
    }
    const category = c.toLowerCase() === 'p' ? /^\{[\w=]+\}/.exec(rest)?.[0] : undefined;
    if (category !== undefined && !this.#ignoreCase) {
      this.#at += category.length;
      return scanned(`\\${c}${category}`);
    }
    if (/[A-Za-z0-9]/.test(c) || c === '') throw new NotRegular();
    return only(c.codePointAt(0)!);
  }

  /** Adds the other case of the letters of ASCII, and the two characters beyond them that fold to k and s. */
  #foldCase(set: CharacterSet): CharacterSet {
    if (!this.#ignoreCase || complement(set).length === 0) return set;
    if ((set.at(-1) ?? 0) > 0x7f) {
      // Complements of few characters, and all others, are rarely meant.
      throw new NotRegular();
    }
    const folded: CharacterSet[] = [set];
    for (let letter = 0x41; letter <= 0x5a; letter++) {
      const forms = [letter, letter + 0x20];
      if (letter === 0x4b) forms.push(0x212a);
      if (letter === 0x53) forms.push(0x17f);
      const isIn = forms.some((form) => difference(only(form), set).length === 0);
      if (isIn) folded.push(...forms.map(only));
    }
    return union(folded);
  }

  get #next(): string | undefined {
    return this.#source[this.#at];
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw new NotRegular();
  }
}

function only(codePoint: number): CharacterSet {
  return ofRange(codePoint, codePoint);
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

const scans = new Map<string, CharacterSet>();

/** What an escape for many characters stands for. */
function scanned(written: string): CharacterSet {
  let set = scans.get(written);
  if (set === undefined) {
    set = matchedBy(new RegExp(`^${written}$`, 'u'));
    scans.set(written, set);
  }
  return set;
}
