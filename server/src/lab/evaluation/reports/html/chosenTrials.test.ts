import { expect, test } from 'vitest';
import { chosenTrials } from './detailsOf.ts';
import type { ReportedRun } from './reportData.ts';

const cases = ['Class', 'Class', 'Class', 'In'].map((component, index) => ({
  id: `case-${index + 1}`,
  dataset: 'a',
  component,
  recoverable: true,
}));

/** Runs of one suite: in each, systems with how far their trials get. */
function chosen(max: number, ...runs: readonly Readonly<Record<string, string>>[]): readonly string[] {
  const reported = runs.map((cells): ReportedRun => {
    const of = Object.entries(cells).map(([id, first]) => ({ id, reached: { first } }));
    return { suite: 0, repeat: 1, cells: of } as unknown as ReportedRun;
  });
  return chosenTrials(reported, () => cases, max).map(
    ({ run, cell, case: index }) => `${run}/${cell}/${cases[index]!.id}`,
  );
}

test('what restores the graph is not chosen, nor what there is not', () => {
  expect(chosen(9, { symbolic: '43-1' })).toEqual(['0/0/case-4', '0/0/case-2']);
});

test('where there is little room, systems, tiers and components take turns', () => {
  expect(chosen(4, { symbolic: '1113', noop: '1111' })).toEqual([
    '0/0/case-1',
    '0/0/case-4',
    '0/1/case-1',
    '0/1/case-4',
  ]);
});

test('what two runs differ in comes first, with both sides', () => {
  expect(chosen(2, { symbolic: '1411' }, { symbolic: '1111' })).toEqual(['0/0/case-2', '1/0/case-2']);
});
