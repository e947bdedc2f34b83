import { expect, test } from 'vitest';
import { type JsonNode, parseJsonc, parseJsoncTree } from './parseJsonc.ts';

test('comments and trailing commas are no matter, in strings they are text', () => {
  const text = `{
    // "a": 0,
    "b": "/* // , ] */ \\" //", /* , */
    "c": [1, 2, /* three */ ],
  }`;
  expect(parseJsonc(text)).toEqual({ kind: 'parsed', value: { b: '/* // , ] */ " //', c: [1, 2] } });
});

test('anything else is an error, in its place', () => {
  const text = '/* one\n two */ { "a": [1,], // secret\n  "b": secret }';
  expect(parseJsonc(text)).toMatchObject({ kind: 'error', problem: 'is not JSON: line 3, column 8' });
  expect(parseJsonc('')).toMatchObject({ kind: 'error' });
});

test('values have places', () => {
  const text = '{ // first\n  "a": [1, "b\\"", {}], "c": null, }';
  const placed = (node: JsonNode): unknown => {
    const at = text.slice(node.range.start, node.range.end);
    if (node.kind === 'list') return [at, ...node.items.map(placed)];
    if (node.kind === 'object')
      return [
        at.length,
        ...node.members.map(({ nameRange: { start, end }, value }) => [
          text.slice(start, end),
          placed(value),
        ]),
      ];
    return [at, node.value];
  };
  const read = parseJsoncTree(text);
  expect(read.kind === 'parsed' && placed(read.root)).toEqual([
    text.length,
    ['"a"', ['[1, "b\\"", {}]', ['1', 1], ['"b\\""', 'b"'], [2]]],
    ['"c"', ['null', null]],
  ]);
});

test('an error has a place, also where it is nested too deeply to be read', () => {
  expect(parseJsoncTree('{ "a": b }')).toEqual({ kind: 'error', offset: 7 });
  expect(parseJsoncTree('')).toEqual({ kind: 'error', offset: 0 });
  expect(parseJsoncTree('['.repeat(100_000) + ']'.repeat(100_000))).toEqual({ kind: 'error', offset: 0 });
});
