import type { TextRange } from '../../base/textRange.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';

/** A value of a JSON text. */
export interface JsonNode extends TextRange {
  end: number;
  /** Of an object, in order. */
  readonly members?: Map<string, JsonMember>;
  /** Of an array. */
  readonly items?: JsonNode[];
  /** Of a string. */
  readonly text?: string;
}

export interface JsonMember {
  readonly key: TextRange;
  value: JsonNode;
}

/** Deeper values are refused: libraries descend into them by recursion. */
const maxDepth = 500;

/**
 * The values of a JSON text with their places, or its first error. A key that occurs twice in an object is an error, because readers
 * differ in which of the values they take.
 */
export function jsonTree(text: string): { readonly root: JsonNode } | { readonly error: TurtleSyntaxError } {
  const reader = new JsonReader(text);
  const error = reader.read();
  return error ? { error } : { root: reader.root! };
}

const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b))/y;

class JsonReader {
  root: JsonNode | undefined;
  readonly #text: string;
  readonly #open: {
    readonly node: JsonNode;
    key: { readonly name: string; readonly range: TextRange } | undefined;
  }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): TurtleSyntaxError | undefined {
    const pattern = new RegExp(token);
    pattern.lastIndex = this.#text.startsWith('\uFEFF') ? 1 : 0;
    /** What may come next. */
    let next: 'value' | 'first' | 'key' | 'colon' | 'comma' | 'end' = 'value';
    for (;;) {
      const from = pattern.lastIndex;
      const found = pattern.exec(this.#text);
      const top = this.#open.at(-1);
      if (!found) {
        const rest = this.#text.slice(from);
        const start = from + rest.length - rest.trimStart().length;
        if (next === 'end' && start === this.#text.length) return undefined;
        return this.#unexpected(start, expected[next]);
      }
      const [whole, mark, string] = found;
      const end = from + whole.length;
      const start = end - whole.trimStart().length;
      const closes = (mark === '}' && top?.node.members) || (mark === ']' && top?.node.items);
      if (closes && (next === 'comma' || next === 'first')) {
        top!.node.end = end;
        this.#open.pop();
        next = this.#open.length > 0 ? 'comma' : 'end';
      } else if (mark === ',' && next === 'comma') {
        next = top!.node.members ? 'key' : 'value';
      } else if (mark === ':' && next === 'colon') {
        next = 'value';
      } else if (string !== undefined && top?.node.members && (next === 'key' || next === 'first')) {
        const name = JSON.parse(string) as string;
        if (top.node.members.has(name))
          return {
            range: { start, end },
            message: `The key ${string} occurs twice in this object. Write all its values in one array.`,
          };
        top.key = { name, range: { start, end } };
        next = 'colon';
      } else if (
        (next === 'value' || (next === 'first' && top?.node.items)) &&
        (!mark || mark === '{' || mark === '[')
      ) {
        const node: JsonNode = {
          start,
          end,
          ...(mark === '{' && { members: new Map<string, JsonMember>() }),
          ...(mark === '[' && { items: [] }),
          ...(string !== undefined && { text: JSON.parse(string) as string }),
        };
        this.#add(node);
        if (mark) this.#open.push({ node, key: undefined });
        if (this.#open.length > maxDepth)
          return {
            range: { start, end },
            message: `Values are nested more than ${maxDepth} deep, which is not read.`,
          };
        next = mark ? 'first' : this.#open.length > 0 ? 'comma' : 'end';
      } else {
        return this.#unexpected(start, expected[next]);
      }
    }
  }

  #add(node: JsonNode): void {
    const top = this.#open.at(-1);
    if (!top) this.root = node;
    else if (top.node.items) top.node.items.push(node);
    else top.node.members!.set(top.key!.name, { key: top.key!.range, value: node });
  }

  #unexpected(start: number, what: string): TurtleSyntaxError {
    const end = Math.min(start + 1, this.#text.length);
    const open = this.#open.at(-1)?.node;
    const isCut = start >= this.#text.length;
    const range =
      isCut && open ? { start: open.start, end: open.start + 1 } : { start: Math.min(start, end), end };
    const where = isCut
      ? open
        ? 'The text ends before this is closed'
        : 'The text is empty'
      : 'This is not JSON';
    return { range, message: `${where}: ${what} is expected.` };
  }
}

const expected = {
  value: 'a value',
  first: 'a first entry or the closing bracket',
  key: 'a key in double quotes',
  colon: 'a colon',
  comma: 'a comma or the closing bracket',
  end: 'the end of the text',
} as const;
