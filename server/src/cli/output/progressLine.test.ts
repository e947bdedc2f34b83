import { expect, test } from 'vitest';
import { cleanOutput } from './cleanOutput.ts';
import { ProgressLine, restText } from './progressLine.ts';

function outputOf(isTTY: boolean) {
  const written: string[] = [];
  const raw = { isTTY, columns: 11, write: (text: string) => void written.push(text) };
  return { written, output: cleanOutput(raw) };
}

test('on a terminal there is one line, cut to its width, and none in the end', () => {
  const { written, output } = outputOf(true);
  const progress = new ProgressLine(output);
  progress.show('1 case of 12');
  progress.end();
  progress.end();
  expect(written).toEqual(['\r\u001b[K1 case of ', '\r\u001b[K']);
});

test('in a log what is over at once leaves no line', () => {
  const { written, output } = outputOf(false);
  const progress = new ProgressLine(output);
  progress.show('1 case of 12');
  progress.end();
  expect(written).toEqual([]);
});

test('a name can neither begin a line nor move the cursor', () => {
  const { written, output } = outputOf(true);
  new ProgressLine(output).show('a\r\u001b[2Jb');
  expect(written).toEqual(['\r\u001b[Ka\\u{d}\\u{1']);
});

test.each([
  [120_000, 1, '; at most 120,000 left, about 2 min'],
  [120_001, 1, '; at most 120,001 left, about 3 min'],
  [0, 1, ''],
  [undefined, 1, ''],
  [7, 0, ''],
])('%s left at %s for each ms', (left, rate, text) => expect(restText(left, rate)).toBe(text));
