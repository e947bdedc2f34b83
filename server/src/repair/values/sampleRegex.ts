import { compileRegex } from '../../rdf/literals/xpathRegex.ts';

/**
 * A short text that a regular expression of sh:pattern matches; undefined when none is easily found. Supports groups,
 * alternatives, classes, quantifiers and anchors, but neither lookaround nor backreferences.
 */
export function sampleRegex(pattern: string, flags: string): string | undefined {
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed') return undefined;
  const sample = flags.includes('q') ? pattern : new Sampler(pattern).sample();
  return sample !== undefined && reading.test(sample) ? sample : undefined;
}

/** Thrown for an unsupported pattern; caught by `sample`. */
class NotUnderstood extends Error {}

const maxRepeats = 64;

class Sampler {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  sample(): string | undefined {
    try {
      const text = this.#alternatives();
      return this.#at === this.#pattern.length ? text : undefined;
    } catch (error) {
      if (error instanceof NotUnderstood) return undefined;
      throw error;
    }
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** Any alternative will do. */
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#take('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek()) {
      const atom = this.#atom();
      text += atom.repeat(this.#quantifier());
    }
    return text;
  }

  #atom(): string {
    if (this.#take('^') || this.#take('$')) return '';
    if (this.#take('(?:') || (this.#peek() === '(' && this.#pattern[this.#at + 1] !== '?')) {
      this.#take('(');
      const text = this.#alternatives();
      if (!this.#take(')')) throw new NotUnderstood();
      return text;
    }
    if (this.#take('[')) return this.#characterClass();
    if (this.#take('\\')) return this.#escape();
    // Many authors do not escape the dots of web addresses.
    if (this.#take('.'))
      return this.#pattern.includes('://') && !/[*+?{]/.test(this.#peek() ?? '') ? '.' : 'x';
    const character = this.#pattern.codePointAt(this.#at)!;
    if ('(*+?{'.includes(String.fromCodePoint(character))) throw new NotUnderstood();
    this.#at += character > 0xffff ? 2 : 1;
    return String.fromCodePoint(character);
  }

  /** The minimum number of repetitions. */
  #quantifier(): number {
    let count = 1;
    if (this.#take('*') || this.#take('?')) count = 0;
    else if (this.#take('+')) count = 1;
    else {
      const counted = /^\{(\d+)(?:,\d*)?\}/.exec(this.#pattern.slice(this.#at));
      if (!counted) return 1;
      this.#at += counted[0].length;
      count = Number(counted[1]);
      if (count > maxRepeats) throw new NotUnderstood();
    }
    this.#take('?');
    return count;
  }

  #characterClass(): string {
    if (this.#peek() === '^') {
      const end = this.#pattern.indexOf(']', this.#at);
      if (end < 0 || this.#pattern[end - 1] === '\\') throw new NotUnderstood();
      const excluded = this.#pattern.slice(this.#at + 1, end);
      this.#at = end + 1;
      const free = [...'x0_ -'].find((character) => !new RegExp(`[${excluded}]`, 'u').test(character));
      if (free === undefined) throw new NotUnderstood();
      return free;
    }
    const first = this.#take('\\') ? this.#escape() : this.#pattern[this.#at++];
    if (first === undefined) throw new NotUnderstood();
    while (this.#peek() !== ']') {
      if (this.#take('[')) throw new NotUnderstood();
      this.#at += this.#peek() === '\\' ? 2 : 1;
      if (this.#at >= this.#pattern.length) throw new NotUnderstood();
    }
    this.#at++;
    return first;
  }

  #escape(): string {
    const character = this.#pattern[this.#at++];
    const known: Readonly<Record<string, string>> = {
      d: '0',
      D: 'x',
      w: 'x',
      W: '-',
      s: ' ',
      S: 'x',
      n: '\n',
      t: '\t',
      r: '\r',
      i: 'x',
      c: 'x',
    };
    if (character === undefined) throw new NotUnderstood();
    if (known[character] !== undefined) return known[character];
    const category = /^\{(L|Lu|Ll|N|Nd|IsBasicLatin)\}/.exec(this.#pattern.slice(this.#at));
    if (character === 'p' && category) {
      this.#at += category[0].length;
      return { L: 'x', Ll: 'x', Lu: 'X', N: '0', Nd: '0', IsBasicLatin: 'x' }[category[1]!]!;
    }
    if (/[A-Za-z0-9]/.test(character)) throw new NotUnderstood();
    return character;
  }
}
