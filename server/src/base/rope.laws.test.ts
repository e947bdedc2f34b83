import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from './lineIndex.ts';
import { longText, replacement } from './longText.testing.ts';
import { Rope } from './rope.ts';
import { WordSearch } from './wordSearch.ts';

/** A text and its versions after some edits, each as a string and as a rope made from the rope before. */
const versions = fc.tuple(longText, fc.array(replacement, { maxLength: 6 })).map(([text, replacements]) => {
  let version = { text, rope: Rope.of(text) };
  return [
    version,
    ...replacements.map(({ newText, rangeIn }) => {
      const { start, end } = rangeIn(version.text.length);
      const edited = version.text.slice(0, start) + newText + version.text.slice(end);
      version = { text: edited, rope: version.rope.replaced({ start, end }, newText) };
      return version;
    }),
  ];
});

test('a rope has the text that the same edits of a string give, and so have its earlier versions', () =>
  fc.assert(
    fc.property(versions, fc.nat(), fc.nat(60), (all, from, count) => {
      for (const { text, rope } of all) {
        const start = from % (text.length + 1);
        expect(rope.length).toBe(text.length);
        expect(rope.slice(start, start + count) === text.slice(start, start + count)).toBe(true);
        expect(rope.slice(start) === text.slice(start)).toBe(true);
        expect(rope.charCodeAt(start)).toBe(text.charCodeAt(start));
      }
      // Putting a version together moves the pieces that others share.
      for (const { text, rope } of all) expect(rope.toString() === text).toBe(true);
      for (const { text, rope } of all) expect(rope.slice(0) === text).toBe(true);
    }),
  ));

test('a search finds the same place as in a string', () =>
  fc.assert(
    fc.property(versions, fc.constantFrom('word', '\r\n', 'a', 'xx', 'é'), fc.nat(), (all, part, from) => {
      const search = new WordSearch(part);
      for (const { text, rope } of all) {
        const start = from % (text.length + 1);
        expect(rope.indexOf(part, start)).toBe(text.indexOf(part, start));
        expect(search.isIn(rope)).toBe(text.includes(part));
      }
    }),
  ));

test('ropes are equal where their texts are, however they came about', () =>
  fc.assert(
    fc.property(versions, longText, (all, other) => {
      const ropes = all.flatMap(({ text, rope }) => [rope, Rope.of(text)]);
      for (const a of ropes) {
        for (const b of [...ropes, Rope.of(other)]) expect(a.equals(b)).toBe(a.slice(0) === b.slice(0));
      }
    }),
  ));

test('a text of the same length that differs in one unit is another one', () => {
  const text = 'ex:a ex:b ex:c .\n'.repeat(3000);
  const rope = Rope.of(text);
  for (let at = 0; at < text.length; at += 997) {
    const next = rope.replaced({ start: at, end: at + 1 }, '~');
    expect(next.equals(rope)).toBe(false);
    expect(next.replaced({ start: at, end: at + 1 }, text[at]!).equals(rope)).toBe(true);
  }
});

test('words are found across the borders of pieces', () => {
  const word = 'a-long-word';
  for (const at of borders) {
    const rope = Rope.of('.'.repeat(30_000)).replaced({ start: at, end: at + word.length }, word);
    expect(rope.indexOf(word)).toBe(at);
    expect(new WordSearch(word).isIn(rope)).toBe(true);
  }
});

/** Around the first borders of the pieces of 30,000 units. */
const borders = Array.from({ length: 40 }, (_, i) => [7480 + i, 14_980 + i]).flat();

test('pieces are neither short nor long, and no line end is divided between two', () =>
  fc.assert(
    fc.property(versions, (all) => {
      for (const { rope } of all) {
        const texts = rope.pieces.map(({ text }) => text);
        expect(texts.every(({ length }) => length <= 16_384)).toBe(true);
        expect(texts.length < 2 || texts.every(({ length }) => length >= 2048)).toBe(true);
        expect(texts.some((text, i) => text.endsWith('\r') && texts[i + 1]?.startsWith('\n'))).toBe(false);
      }
    }),
  ));

test('a small edit of a long text leaves nearly all pieces as they are', () => {
  const before = Rope.of('ex:a ex:b ex:c .\n'.repeat(10_000));
  const after = before.replaced({ start: 80_000, end: 80_001 }, 'x');
  const known = new Set(before.pieces);
  expect(after.pieces.filter((piece) => !known.has(piece)).length).toBeLessThanOrEqual(2);
});

test('offsets and positions belong to one another, in every version', () =>
  fc.assert(
    fc.property(versions, fc.nat(), (all, from) => {
      for (const { text, rope } of all) {
        const index = new LineIndex(rope);
        const lines = text.split(/\r\n|\r|\n/);
        expect(index.lineCount).toBe(lines.length);
        const first = from % (text.length + 1);
        for (let offset = first; offset <= Math.min(first + 5, text.length); offset++) {
          const position = index.positionAt(offset);
          expect(index.offsetAt(position)).toBe(offset);
          expect(index.lineStart(position.line)).toBe(offset - position.character);
          expect(offset === 0 || index.positionAt(offset - 1).line <= position.line).toBe(true);
        }
        expect(index.positionAt(text.length)).toEqual({
          line: lines.length - 1,
          character: lines.at(-1)!.length,
        });
      }
    }),
  ));

test('a range outside the text is refused', () => {
  for (const range of [
    { start: 0, end: 4 },
    { start: 2, end: 1 },
    { start: -1, end: 0 },
  ]) {
    expect(() => Rope.of('abc').replaced(range, '')).toThrow(RangeError);
  }
});

test('a stored text may be longer than 31 bits tell', () => {
  const length = 2 ** 30;
  const pieces = Array.from('abc', (letter) => ({
    length,
    lineStarts: Uint16Array.of(10, 20),
    get text() {
      return letter.repeat(30);
    },
    moveTo() {},
    detach: () => false,
  }));
  const rope = Rope.ofPieces(pieces);
  const lines = new LineIndex(rope);
  expect(rope.length).toBe(3 * length);
  expect(rope.slice(2 * length + 4, 2 * length + 6)).toBe('cc');
  expect(lines.positionAt(2 * length + 12)).toEqual({ line: 5, character: 2 });
  expect(lines.offsetAt({ line: 5, character: 2 })).toBe(2 * length + 12);
});
