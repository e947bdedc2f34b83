/** The deviations from JSON that were overlooked. */
export type JsonDeviation =
  | 'controlCharacters'
  | 'trailingComma'
  | 'quotes'
  | 'bareKey'
  | 'escape'
  | 'unclosed'
  | 'comment';

export interface LooseJson {
  readonly value: unknown;
  /** The offset after the last character that was read. */
  readonly end: number;
  readonly deviations: ReadonlySet<JsonDeviation>;
}

/**
 * Reads the JSON value at an offset of a text in the way models write it: with raw line breaks in strings,
 * superfluous commas, single or typographic quotes, keys without quotes, escapes that JSON does not have, comments,
 * and without the closing brackets that an early end cut off. Undefined if there is no value, or a string does not
 * end.
 */
export function readLooseJson(text: string, start: number): LooseJson | undefined {
  const reader = new LooseReader(text, start);
  const value = reader.value(0);
  return value === failed ? undefined : { value, end: reader.position, deviations: reader.deviations };
}

const failed = Symbol('no JSON');
type Failed = typeof failed;

const maxDepth = 50;

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class LooseReader {
  readonly deviations = new Set<JsonDeviation>();
  position: number;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.position = start;
  }

  value(depth: number): unknown {
    this.#skipSpace();
    const character = this.#text[this.position];
    if (character === undefined || depth > maxDepth) return failed;
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    if (character in closingQuotes) return this.#string();
    return this.#bareValue();
  }

  #object(depth: number): unknown {
    this.position++;
    const entries: [string, unknown][] = [];
    while (!this.#atEnd('}')) {
      const key = this.#key();
      this.#skipSpace();
      if (key === failed || !this.#take(':')) return failed;
      const value = this.value(depth + 1);
      if (value === failed) return failed;
      entries.push([key, value]);
      if (!this.#separated('}')) return failed;
    }
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown {
    this.position++;
    const items: unknown[] = [];
    while (!this.#atEnd(']')) {
      const value = this.value(depth + 1);
      if (value === failed) return failed;
      items.push(value);
      if (!this.#separated(']')) return failed;
    }
    return items;
  }

  /** Consumes the closing bracket if it is next; the end of the text counts as one. */
  #atEnd(bracket: string): boolean {
    this.#skipSpace();
    if (this.#take(bracket)) return true;
    if (this.position < this.#text.length) return false;
    this.deviations.add('unclosed');
    return true;
  }

  #separated(bracket: string): boolean {
    this.#skipSpace();
    if (this.#take(',')) {
      this.#skipSpace();
      if (this.#text[this.position] === bracket) this.deviations.add('trailingComma');
      return true;
    }
    return this.#text[this.position] === bracket || this.position >= this.#text.length;
  }

  #key(): string | Failed {
    const character = this.#text[this.position]!;
    if (character in closingQuotes) return this.#string();
    const [word] = /^[\w$-]+/.exec(this.#text.slice(this.position, this.position + 100)) ?? [];
    if (word === undefined) return failed;
    this.position += word.length;
    this.deviations.add('bareKey');
    return word;
  }

  #string(): string | Failed {
    const text = this.#text;
    const open = text[this.position]!;
    const tripled = open.repeat(3);
    if (open !== '\u201c' && text.startsWith(tripled, this.position)) return this.#tripleQuoted(tripled);
    const close = closingQuotes[open]!;
    if (open !== '"') this.deviations.add('quotes');
    let result = '';
    for (let i = this.position + 1; i < text.length; i++) {
      const character = text[i]!;
      if (character === '\\') {
        const meant = this.#escape(i + 1);
        result += meant.text;
        i += meant.length;
      } else if (character === close && (close === '"' || this.#endsString(i + 1))) {
        this.position = i + 1;
        return result;
      } else {
        if (character < ' ') this.deviations.add('controlCharacters');
        result += character;
      }
    }
    return failed;
  }

  /** Quotes other than JSON's may occur inside a string, because SPARQL uses them too. */
  #endsString(from: number): boolean {
    return /^\s*([,}\]:]|$)/.test(this.#text.slice(from, from + 200));
  }

  #tripleQuoted(quotes: string): string | Failed {
    const end = this.#text.indexOf(quotes, this.position + 3);
    if (end < 0) return failed;
    const inside = this.#text.slice(this.position + 3, end);
    this.deviations.add('quotes');
    this.position = end + 3;
    return inside;
  }

  #escape(at: number): { readonly text: string; readonly length: number } {
    const character = this.#text[at] ?? '';
    const [unicode] = /^u[0-9a-fA-F]{4}/.exec(this.#text.slice(at, at + 5)) ?? [];
    if (unicode) return { text: String.fromCharCode(Number.parseInt(unicode.slice(1), 16)), length: 5 };
    if (character in escapes) return { text: escapes[character]!, length: 1 };
    if (!'"\\/'.includes(character)) this.deviations.add('escape');
    return { text: character, length: 1 };
  }

  #bareValue(): unknown {
    const [word] = /^[\w.+-]+/.exec(this.#text.slice(this.position, this.position + 100)) ?? [];
    if (word === undefined) return failed;
    this.position += word.length;
    if (/^(true|false|null)$/i.test(word)) return JSON.parse(word.toLowerCase());
    if (/^none$/i.test(word)) return null;
    const number = Number(word);
    return Number.isNaN(number) ? failed : number;
  }

  #take(character: string): boolean {
    if (this.#text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  #skipSpace(): void {
    const space = /(?:[\s\u200b\ufeff]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    space.lastIndex = this.position;
    const [skipped] = space.exec(this.#text)!;
    if (/\S/.test(skipped.replace(/[\u200b\ufeff]/g, ''))) this.deviations.add('comment');
    this.position += skipped.length;
  }
}
