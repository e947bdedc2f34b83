import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from './lineIndex.ts';

const text = fc
  .array(fc.constantFrom('a', '\n', '\r', '\r\n'), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('after a change it is the index of the new text', () =>
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (before, inserted, from, count) => {
      const start = from % (before.length + 1);
      const end = Math.min(start + (count % 4), before.length);
      const after = before.slice(0, start) + inserted + before.slice(end);
      const changed = new LineIndex(before).changed(after, { start, end, length: inserted.length });
      expect(changed).toEqual(new LineIndex(after));
      expect(startsOf(changed)).toEqual(startsOf(new LineIndex(after)));
    }),
    { numRuns: 1000 },
  ));

test('offsets and positions belong to one another', () =>
  fc.assert(
    fc.property(text, (whole) => {
      const index = new LineIndex(whole);
      for (let offset = 0; offset <= whole.length; offset++) {
        expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
      }
      // The line ends of the language server protocol.
      expect(index.lineCount).toBe(whole.split(/\r\n|\r|\n/).length);
    }),
  ));

function startsOf(index: LineIndex): readonly number[] {
  return Array.from({ length: index.lineCount }, (_, line) => index.lineStart(line));
}
