import { expect, test } from 'vitest';
import { cleanOutput } from './cleanOutput.ts';
import { ProgressLine } from './progressLine.ts';

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
