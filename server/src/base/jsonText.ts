import { escapeInvisibleJson } from './visibleText.ts';

/**
 * A JSON value whose lists may be generated while they are written, so that a long list is never in memory as a whole.
 */
export type StreamableJson<T> = T extends readonly (infer Item)[]
  ? Iterable<Item>
  : T extends object
    ? { readonly [Key in keyof T]: StreamableJson<T[Key]> }
    : T;

/** The value with all of its lists generated. */
export function wholeJson<T>(value: StreamableJson<T>): T {
  return generated(value) as T;
}

function generated(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, generated);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, generated(member)]));
}

/** A list that is generated anew on each iteration. */
export function lazyList<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Iterable<Made> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield make(item);
    },
  };
}

/**
 * Yields the lines of JSON.stringify(value, null, 2) in pieces, with invisible characters escaped. Lists of numbers stand
 * on one line.
 */
export function* jsonText(value: unknown): Iterable<string> {
  yield* pieces(value, '');
  yield '\n';
}

function* pieces(value: unknown, indent: string): Iterable<string> {
  if (typeof value !== 'object' || value === null || isListOfNumbers(value)) {
    yield indentedJson(value, indent);
  } else if (Array.isArray(value)) {
    yield* list('[]', indent, value, (item, inner) => pieces(item ?? null, inner));
  } else if (Symbol.iterator in value) {
    yield* list('[]', indent, value as Iterable<unknown>, (item, inner) => [indentedJson(item, inner)]);
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield* list('{}', indent, members, function* ([name, member], inner) {
      yield `${escapeInvisibleJson(JSON.stringify(name))}: `;
      yield* pieces(member, inner);
    });
  }
}

function* list<Item>(
  brackets: string,
  indent: string,
  items: Iterable<Item>,
  piecesOf: (item: Item, indent: string) => Iterable<string>,
): Iterable<string> {
  const inner = `${indent}  `;
  let isEmpty = true;
  for (const item of items) {
    yield `${isEmpty ? brackets[0] : ','}\n${inner}`;
    yield* piecesOf(item, inner);
    isEmpty = false;
  }
  yield isEmpty ? brackets : `\n${indent}${brackets[1]}`;
}

/** A value as `jsonText` writes it inside other values. */
export function indentedJson(value: unknown, indent: string): string {
  if (isListOfNumbers(value)) return JSON.stringify(value);
  // In JSON text, line ends occur only between values.
  return escapeInvisibleJson(JSON.stringify(value, null, 2)).replaceAll('\n', `\n${indent}`);
}

function isListOfNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');
}
