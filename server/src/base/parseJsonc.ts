import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type ParsedJson, positionOfError } from './parseJson.ts';
import type { TextRange } from './textRange.ts';

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
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    if (root && errors.length === 0) return { kind: 'parsed', root: placed(root) };
  } catch (error) {
    // It is nested too deeply.
    if (!(error instanceof RangeError)) throw error;
  }
  return { kind: 'error', offset: errors[0]?.offset ?? 0 };
}

/** The value of a JSON text with comments and trailing commas, as VS Code writes its settings. */
export function parseJsonc(text: string): ParsedJson {
  const parsed = parseJsoncTree(text);
  return parsed.kind === 'parsed'
    ? { kind: 'parsed', value: jsonValue(parsed.root) }
    : positionOfError(text, parsed.offset);
}

function placed({ type, offset, length, children = [], value }: Node): JsonNode {
  const range = { start: offset, end: offset + length };
  switch (type) {
    case 'object':
      return { kind: 'object', range, members: children.map(member) };
    case 'array':
      return { kind: 'list', range, items: children.map(placed) };
    case 'string':
      return { kind: 'text', range, value };
    default:
      return { kind: 'other', range, value };
  }
}

function member({ children: [name, value] = [] }: Node): JsonMember {
  const { offset, length } = name!;
  return {
    name: name!.value,
    nameRange: { start: offset, end: offset + length },
    value: placed(value!),
  };
}

function jsonValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ name, value }) => [name, jsonValue(value)]));
    case 'list':
      return node.items.map(jsonValue);
    default:
      return node.value;
  }
}
