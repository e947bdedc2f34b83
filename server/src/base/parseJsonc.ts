import { errorOffset, type ParsedJson, parseJson } from './parseJson.ts';
import type { TextRange } from './textRange.ts';

/** The value of a JSON text with comments and trailing commas, as VS Code writes its settings. */
export function parseJsonc(text: string): ParsedJson {
  return parseJson(plainJson(text));
}

/** A value in a JSON text, with its place. */
export type JsonNode = { readonly range: TextRange } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'other'; readonly value: number | boolean | null }
);

export interface JsonMember {
  readonly name: string;
  readonly nameRange: TextRange;
  readonly value: JsonNode;
}

/** The values of a JSON text with comments and trailing commas, or the offset of the first error. */
export function parseJsoncTree(
  text: string,
):
  | { readonly kind: 'parsed'; readonly root: JsonNode }
  | { readonly kind: 'error'; readonly offset: number } {
  const json = plainJson(text);
  const offset = errorOffset(json);
  if (offset !== undefined) return { kind: 'error', offset };
  try {
    return { kind: 'parsed', root: new TreeReader(json).read() };
  } catch {
    // It is nested too deeply.
    return { kind: 'error', offset: 0 };
  }
}

/** The text with blanks for what JSON does not have, so that all else keeps its place. */
function plainJson(text: string): string {
  return text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (found, string: string | undefined) => string ?? found.replace(/[^\n]/g, ' '),
    )
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? ' ');
}

/** Reads a text that is valid JSON. */
class TreeReader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  read(): JsonNode {
    const start = this.#skipTo(/\S/g);
    switch (this.#json[start]) {
      case '{': {
        const members = this.#list('}', () => this.#member());
        return { kind: 'object', members, range: { start, end: this.#at } };
      }
      case '[': {
        const items = this.#list(']', () => this.read());
        return { kind: 'list', items, range: { start, end: this.#at } };
      }
      case '"': {
        const value = this.#token(/"(?:[^"\\]|\\.)*"/y) as string;
        return { kind: 'text', value, range: { start, end: this.#at } };
      }
    }
    const value = this.#token(/[^\s,\]}]+/y) as number | boolean | null;
    return { kind: 'other', value, range: { start, end: this.#at } };
  }

  #member(): JsonMember {
    const start = this.#skipTo(/\S/g);
    const name = this.#token(/"(?:[^"\\]|\\.)*"/y) as string;
    const nameRange = { start, end: this.#at };
    this.#at = this.#skipTo(/:/g) + 1;
    return { name, nameRange, value: this.read() };
  }

  #list<T>(end: string, item: () => T): readonly T[] {
    const items: T[] = [];
    this.#at++;
    while (this.#json[this.#skipTo(/\S/g)] !== end) {
      if (this.#json[this.#at] === ',') this.#at++;
      else items.push(item());
    }
    this.#at++;
    return items;
  }

  #token(pattern: RegExp): unknown {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#json)!;
    this.#at += text.length;
    return JSON.parse(text);
  }

  #skipTo(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    this.#at = pattern.exec(this.#json)!.index;
    return this.#at;
  }
}
