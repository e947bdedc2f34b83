/*
 * Parses JSON from files. V8's error messages quote the text, and a file that nobody named may contain secrets. The
 * messages here give the position without quoting anything.
 */

export type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'error'; readonly line: number; readonly problem: string };

/**
 * The value of a JSON text, or the position (from 1) of the first error. The problem is part of a sentence and quotes
 * nothing: `is not JSON: line 3, column 7`.
 */
export function parseJson(json: string): ParsedJson {
  try {
    return { kind: 'parsed', value: JSON.parse(json) };
  } catch {
    // V8's message would quote the text.
  }
  return positionOfError(json, firstError(json));
}

/** The message for a text that is not valid JSON from an offset on. */
export function positionOfError(json: string, offset: number): Extract<ParsedJson, { kind: 'error' }> {
  const lines = json.slice(0, offset).split('\n');
  const column = `column ${lines.at(-1)!.length + 1}`;
  const place = json.includes('\n') ? `line ${lines.length}, ${column}` : column;
  return { kind: 'error', line: lines.length, problem: `is not JSON: ${place}` };
}

/** What may come next. `item` and `name` also allow the end of the list or object. */
type Expected = 'value' | 'item' | 'name' | 'nextName' | 'colon' | 'next' | 'end';

function firstError(json: string): number {
  const open: ('[' | '{')[] = [];
  const behindValue = (): Expected => (open.length === 0 ? 'end' : 'next');
  let expected: Expected = 'value';
  for (let offset = blanksEnd(json, 0); ; offset = blanksEnd(json, offset)) {
    const character = json[offset];
    const isValue: boolean = expected === 'value' || expected === 'item';
    const isName: boolean = expected === 'name' || expected === 'nextName';
    if (isValue && (character === '[' || character === '{')) {
      open.push(character);
      expected = character === '[' ? 'item' : 'name';
      offset++;
    } else if (closes(character, open.at(-1)) && ['item', 'name', 'next'].includes(expected)) {
      open.pop();
      expected = behindValue();
      offset++;
    } else if (character === ',' && expected === 'next') {
      expected = open.at(-1) === '[' ? 'value' : 'nextName';
      offset++;
    } else if (character === ':' && expected === 'colon') {
      expected = 'value';
      offset++;
    } else if (character === '"' && (isValue || isName)) {
      const end = stringEnd(json, offset);
      if (end.isError) return end.offset;
      expected = isName ? 'colon' : behindValue();
      offset = end.offset;
    } else {
      plain.lastIndex = offset;
      if (!isValue || !plain.test(json)) return offset;
      expected = behindValue();
      offset = plain.lastIndex;
    }
  }
}

const plain = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const blanks = /[ \t\r\n]*/y;
const characters = /[^"\\\u0000-\u001f]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function blanksEnd(json: string, offset: number): number {
  return end(blanks, json, offset);
}

function closes(character: string | undefined, open: '[' | '{' | undefined): boolean {
  return (character === ']' && open === '[') || (character === '}' && open === '{');
}

function stringEnd(json: string, start: number): { readonly offset: number; readonly isError: boolean } {
  let offset = end(characters, json, start + 1);
  while (json[offset] === '\\') {
    const after = end(escaped, json, offset);
    if (after === offset) return { offset, isError: true };
    offset = end(characters, json, after);
  }
  return json[offset] === '"' ? { offset: offset + 1, isError: false } : { offset, isError: true };
}

/** The end of a match of a sticky pattern; the offset itself when there is none. */
function end(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
