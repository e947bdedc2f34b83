import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { longText } from './longText.testing.ts';
import { OpenText } from './textChange.ts';

const position = fc.record({
  line: fc.oneof(fc.nat(12), fc.nat(9000)),
  character: fc.oneof(fc.nat(12), fc.nat(9000)),
});
const change = fc.record({
  range: fc.option(fc.record({ start: position, end: position }), { nil: undefined }),
  text: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('', 'x', '\n', '\r', '\r\n') }, longText),
});

test('texts change, and have positions, as those of the language server library', () =>
  fc.assert(
    fc.property(
      longText,
      fc.array(change, { maxLength: 6 }),
      fc.array(position),
      fc.nat(),
      (text, all, places, at) => {
        const ours = new OpenText('file:///a.ttl', 1, text);
        let before = text;
        for (const [i, { range, text }] of all.entries()) {
          const changes = [range === undefined ? { text } : { range, text }];
          ours.update(changes, i + 2);
          const after = TextDocument.update(textDocument(before), changes, i + 2).getText();
          expect(ours.getText() === after).toBe(true);
          expect(ours.version).toBe(i + 2);
          // Made anew, because the library's lines may be wrong after a change of a range outside the text.
          const theirs = textDocument(after);
          for (const place of places) expect(ours.offsetAt(place)).toBe(theirs.offsetAt(place));
          for (const offset of [0, at % (after.length + 1), after.length + 1]) {
            expect(ours.positionAt(offset)).toEqual(theirs.positionAt(offset));
          }
          before = after;
        }
      },
    ),
  ));

test('a text tells what was replaced in it', () => {
  const text = new OpenText('file:///a.ttl', 1, 'ab\ncd');
  const end = { line: 9, character: 0 };
  const changes = [{ range: { start: { line: 1, character: 1 }, end }, text: 'xyz' }, { text: '' }];
  expect(text.update(changes, 2)).toEqual([
    { start: 4, end: 5, length: 3 },
    { start: 0, end: 7, length: 0 },
  ]);
});

function textDocument(text: string): TextDocument {
  return TextDocument.create('file:///a.ttl', 'turtle', 1, text);
}
