import type { TextRange } from '../../base/textRange.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';

/** A value of a JSON text. */
export interface JsonLdNode extends TextRange {
  end: number;
  /** Of an object, in order. */
  readonly members?: Map<string, JsonLdMember>;
  /** Of an array. */
  readonly items?: JsonLdNode[];
  /** Of a string. */
  readonly text?: string;
}

export interface JsonLdMember {
  readonly key: TextRange;
  value: JsonLdNode;
}

/** Deeper values are refused: libraries descend into them by recursion. */
const maxDepth = 500;

/**
 * The values of a JSON text with their places, or its first error. A key that occurs twice in an object is an error,
 * because readers differ in which of the values they use.
 */
export function jsonTree(
  text: string,
): { readonly root: JsonLdNode } | { readonly error: TurtleSyntaxError } {
  const reader = new JsonReader(text);
  const error = reader.read();
  return error ? { error } : { root: reader.root! };
}

/** This many tokens take much less than a ms. */
const tokensAtOnce = 500;

const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b))/y;

/** Reads a JSON text, in one go or in steps. */
export class JsonReader {
  root: JsonLdNode | undefined;
  readonly #text: string;
  readonly #open: {
    readonly node: JsonLdNode;
    key: { readonly name: string; readonly range: TextRange } | undefined;
  }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): TurtleSyntaxError | undefined {
    for (const steps = this.steps(); ; ) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** Reads a part at each step. */
  *steps(): Generator<undefined, TurtleSyntaxError | undefined> {
    const pattern = new RegExp(token);
    pattern.lastIndex = this.#text.startsWith('\uFEFF') ? 1 : 0;
    /** What may come next. */
    let next: 'value' | 'first' | 'key' | 'colon' | 'comma' | 'end' = 'value';
    for (let tokens = 1; ; tokens++) {
      if (tokens % tokensAtOnce === 0) yield;
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
        const node: JsonLdNode = {
          start,
          end,
          ...(mark === '{' && { members: new Map<string, JsonLdMember>() }),
          ...(mark === '[' && { items: [] }),
          ...(string !== undefined && { text: JSON.parse(string) as string }),
        };
        this.#add(node);
        if (mark) this.#open.push({ node, key: undefined });
        if (this.#open.length > maxDepth)
          return {
            range: { start, end },
            message: `Values that are nested more than ${maxDepth} levels deep are not read.`,
          };
        next = mark ? 'first' : this.#open.length > 0 ? 'comma' : 'end';
      } else {
        return this.#unexpected(start, expected[next]);
      }
    }
  }

  #add(node: JsonLdNode): void {
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

/** Keys and numbers of items, from the root. */
export type JsonLdPath = readonly (string | number)[];

/** What the keys of an object mean, as a library knows it. */
export interface JsonContext {
  getContextRaw(): Readonly<Record<string, unknown>>;
  expandTerm(name: string, isVocab: boolean, options: object): string | null;
  compactIri(iri: string, isVocab: boolean): string;
}

/** Where a value is: objects with a name or value are there, other objects and arrays at the opening bracket. */
export function rangeOf(node: JsonLdNode): TextRange {
  const { start, end, members, items } = node;
  const value = plainMember(node, ['@value', ...nameKeys]);
  if (value) return value;
  return members || items ? { start, end: start + 1 } : { start, end };
}

/** Most contexts that rename `@id` call it `id`. */
const nameKeys = ['@id', 'id'];

/** The first value under one of the keys that is neither an object nor an array. */
function plainMember({ members }: JsonLdNode, keys: readonly string[]): JsonLdNode | undefined {
  for (const key of keys) {
    const value = members?.get(key)?.value;
    if (value && !value.members && !value.items) return value;
  }
  return undefined;
}

/** @param index which of several values is meant where the path leads to an array. */
export function rangeAt(root: JsonLdNode, path: JsonLdPath, index = 0): TextRange {
  const { node } = follow(root, path);
  return rangeOf(node.items?.[index] ?? node);
}

/** Where the last key of a path is; the value where it has none. */
export function keyRange(root: JsonLdNode, path: JsonLdPath): TextRange {
  const { node, key } = follow(root, path);
  return key ?? rangeOf(node);
}

/** Follows the path as far as it exists in the text. */
export function follow(
  root: JsonLdNode,
  path: JsonLdPath,
): { readonly node: JsonLdNode; readonly key: TextRange | undefined } {
  let node = root;
  let key: TextRange | undefined;
  for (const step of path) {
    const member = typeof step === 'string' ? node.members?.get(step) : undefined;
    const next = member?.value ?? (typeof step === 'number' ? node.items?.[step] : undefined);
    if (!next) break;
    if (member) key = member.key;
    node = next;
  }
  return { node, key };
}

/** The nearest object with a name, and the keys from there. */
export function around(root: JsonLdNode, path: JsonLdPath): string {
  let node: JsonLdNode | undefined = root;
  let named = '';
  for (const step of path) {
    node = typeof step === 'string' ? node.members?.get(step)?.value : node.items?.[step];
    if (!node) break;
    const name = plainMember(node, nameKeys)?.text;
    if (name !== undefined) named = `${name} `;
    // The number of an item changes with the items before it, and the first key of an object with what is written there.
    else if (typeof step === 'string' && (node.members || node.items)) named += `${step} `;
    // The library makes a node of each object before it knows what it is.
    if (node.members?.has('@value')) named += '@value ';
  }
  return named;
}
