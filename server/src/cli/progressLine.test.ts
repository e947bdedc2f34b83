import { expect, test } from 'vitest';
import { ProgressLine } from './progressLine.ts';

function outputOf(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 11, write: (text: string) => void written.push(text) };
}

test('on a terminal there is one line, cut to its width, and none in the end', () => {
  const output = outputOf(true);
  const progress = new ProgressLine(output);
  progress.show('1 case of 12');
  progress.end();
  progress.end();
  expect(output.written).toEqual(['\r\u001b[K1 case of ', '\r\u001b[K']);
});

test('in a log what is over at once leaves no line', () => {
  const output = outputOf(false);
  const progress = new ProgressLine(output);
  progress.show('1 case of 12');
  progress.end();
  expect(output.written).toEqual([]);
});
