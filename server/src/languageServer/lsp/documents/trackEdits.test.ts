import { expect, test } from 'vitest';
import { OpenText } from '../../../base/textChange.ts';
import { trackEdits } from './publisher.ts';

test('an edit before moves the place', () => check('a [b] «c»', 'xyz', 'a xyz «c»'));
test('lines inserted before move it down', () => check('a[] «c»', '\n\n', 'a\n\n «c»'));
test('lines removed before move it up', () => check('a[\n\n] «c»', '', 'a «c»'));
test('an edit behind leaves it', () => check('«c» [b]', 'x\ny', '«c» x\ny'));
test('text typed right behind is not part of it', () => check('«c»[]', 'xyz', '«c»xyz'));
test('text typed right before is not part of it', () => check('[]«c»', 'xyz', 'xyz«c»'));
test('an edit inside stretches it', () => check('«ab[]cd»', 'x\ny', '«abx\nycd»'));
test('an edit over its start takes the new text in', () => check('a[b «c]d»', 'x', 'a«xd»'));
test('an edit over all of it leaves an empty place', () => check('a[b «cd» e]f', 'x', 'a«»xf'));
test('CRLF counts as one line end', () => check('a[] «c»', '\r\n', 'a\r\n «c»'));

/** `«…»` marks a diagnostic before and after, `[…]` what is replaced by `newText`. */
function check(before: string, newText: string, after: string): void {
  const text = before.replace(/[[\]«»]/g, '');
  const offset = (mark: string) => before.slice(0, before.indexOf(mark)).replace(/[[\]«»]/g, '').length;
  const document = new OpenText('file:///a.ttl', 1, text);
  const range = (open: string, close: string) => ({
    start: document.positionAt(offset(open)),
    end: document.positionAt(offset(close)),
  });
  const edit = { range: range('[', ']'), text: newText };
  const [moved] = trackEdits([{ range: range('«', '»'), message: 'm' }], [edit]);
  document.update([edit], 2);
  const newContent = document.getText();
  const start = document.offsetAt(moved!.range.start);
  const end = document.offsetAt(moved!.range.end);
  expect(`${newContent.slice(0, start)}«${newContent.slice(start, end)}»${newContent.slice(end)}`).toBe(
    after,
  );
}
