import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import { EditedText } from './editedText.ts';

const insert = (at: number, newText: string): OffsetEdit => ({ range: { start: at, end: at }, newText });

test('insertions at one place keep their order', () => {
  const text = new EditedText('ac').edited([insert(1, 'b'), insert(1, 'B')]);
  expect(text.text).toBe('abBc');
  expect(text.edits).toEqual([insert(1, 'bB')]);
});

test('what was written can be edited again', () => {
  const text = new EditedText('a')
    .edited([insert(1, 'bcd')])
    .edited([{ range: { start: 1, end: 3 }, newText: '' }]);
  expect(text.text).toBe('ad');
  expect(text.edits).toEqual([insert(1, 'd')]);
});

test('nothing edited, nothing to say', () => {
  expect(new EditedText('a').edits).toEqual([]);
});

test('law: the edits lead from the original to the text', () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.string({ maxLength: 5 })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), steps, (original, wishes) => {
      let plain = original;
      let text = new EditedText(original);
      for (const [at, length, newText] of wishes) {
        const start = at % (plain.length + 1);
        const edit = { range: { start, end: Math.min(plain.length, start + length) }, newText };
        plain = applyEdits(plain, [edit]);
        text = text.edited([edit]);
      }
      expect(text.text).toBe(plain);
      expect(applyEdits(original, text.edits)).toBe(plain);
    }),
  );
});
