import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineIndex } from './lineIndex.ts';

const text = fc
  .array(fc.constantFrom('a', '\n', '\r', '\r\n'), { maxLength: 12 })
  .map((parts) => parts.join(''));

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
