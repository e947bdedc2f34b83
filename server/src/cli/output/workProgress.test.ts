import { expect, test } from 'vitest';
import { WorkProgress } from './progressLine.ts';
import { emptyLine } from './style.ts';

/** What a terminal shows while work is done, given as ms, work, done and total, or without these where nobody can tell them. */
function shown(...steps: readonly (readonly [now: number, work: string, done?: number, total?: number])[]) {
  let now = 0;
  const written: string[] = [];
  const output = {
    isTTY: true,
    write: (text: string) => void written.push(text.replace(emptyLine, '')),
    writeExact: () => {},
    drained: async () => {},
  };
  const progress = new WorkProgress(output, () => now);
  for (const [at, work, done, total] of steps) {
    now = at;
    if (done === undefined || total === undefined) progress.begin(work);
    else progress.tell(work, done, total);
  }
  return written;
}

test('the rest is estimated from what was done since the work began', () => {
  expect(shown([0, 'reading a.ttl', 0, 100], [1000, 'reading a.ttl', 20, 100])).toEqual([
    'reading a.ttl: 20 %, about 4 s left',
  ]);
});

test('the rest is estimated from what was done in the last seconds', () => {
  const steps = [0, 2, 4, 6, 8].map((s) => [1000 * s, 'validating a.ttl', s < 4 ? s : 10 * s, 100] as const);
  expect(shown(...steps)).toEqual([
    'validating a.ttl: 2 %, about 98 s left',
    'validating a.ttl: 40 %, about 4 s left',
    'validating a.ttl: 60 %, about 4 s left',
    'validating a.ttl: 80 %, about 2 s left',
  ]);
});

test('what the first hundredth takes is not taken for the rest', () => {
  const steps = [
    [0, 0],
    [3000, 9],
    [4000, 30],
    [5000, 130],
  ].map(([at, done]) => [at!, 'validating a.ttl', done!, 1000] as const);
  expect(shown(...steps)).toEqual([
    'validating a.ttl: 0 %',
    'validating a.ttl: 3 %, about 47 s left',
    'validating a.ttl: 13 %, about 15 s left',
  ]);
});

test('a long rest is told in minutes', () => {
  expect(shown([0, 'reading a.ttl', 0, 1000], [6000, 'reading a.ttl', 10, 1000])).toEqual([
    'reading a.ttl: 1 %, about 10 minutes left',
  ]);
});

test('the line is taken away when the work is done', () => {
  expect(
    shown([0, 'reading a.ttl', 0, 10], [1000, 'reading a.ttl', 5, 10], [2000, 'reading a.ttl', 10, 10]),
  ).toEqual(['reading a.ttl: 50 %, about 1 s left', '']);
});

test('short work is not shown', () => {
  expect(shown([0, 'reading a.ttl', 0, 10], [400, 'reading a.ttl', 5, 10])).toEqual([]);
});

test('work of which nobody knows how much there is has the line until other work has it', () => {
  const [read, judged] = ['reading a.nt', 'validating a.nt'];
  const steps = [
    [0, read, 0, 10],
    [900, read, 5, 10],
    [1000, read, 10, 10],
    [1000, 'indexing a.nt'],
  ] as const;
  expect(shown(...steps, [9000, judged, 0, 10], [9900, judged, 5, 10])).toEqual([
    'reading a.nt: 50 %, about 1 s left',
    '',
    'indexing a.nt',
    'validating a.nt: 50 %, about 1 s left',
  ]);
});
