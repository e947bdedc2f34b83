import { expect, test } from 'vitest';
import type {
  CheckReport,
  TaskReport,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { boxesOf, boxTable } from './boxes.ts';
import { curvesOf, curveTable } from './curves.ts';
import { roundsTable } from './rounds.ts';

const at = (mean: number, count = 4) => ({
  count,
  mean,
  low: mean - 0.1,
  high: mean + 0.1,
  min: 0,
  q1: 0.25,
  median: 0.5,
  q3: 0.75,
  max: 1,
});

/** A task without anything recorded, but for what is given. */
function task(given: Pick<TaskReport, 'task' | 'title'> & Partial<TaskReport>): TaskReport {
  return {
    mainScore: 'f1',
    discipline: 'unknown',
    readings: { strict: null, lenient: null, recovered: null },
    gap: null,
    scores: {},
    sizes: [],
    temperatures: [],
    missing: 0,
    ...given,
  };
}

function report(models: Readonly<Record<string, readonly TaskReport[]>>): CheckReport {
  return {
    run: {
      format: 1,
      kind: 'model-check',
      generator: { name: 'shacl-repair', version: '0' },
      models: Object.keys(models),
      tasks: [],
      fixtures: 0,
      wording: 'own',
      syntax: 'turtle',
      options: { rounds: 1, temperature: 0, maxTokens: 100, seed: null },
    },
    models: Object.entries(models).map(([model, tasks]) => ({
      model,
      discipline: 'go',
      tasks,
      missing: 0,
      usage: { input: 0, output: 0, estimated: false },
      cost: null,
    })),
  };
}

const correct = task({
  task: 'T2',
  title: 'Correct a file',
  readings: { strict: at(0.2), lenient: at(0.6), recovered: null },
  scores: {
    '0_lenient.f1': at(0.6),
    '1_lenient.f1': at(0.9, 2),
    'last_lenient.f1': at(0.8),
    'max_lenient.f1': at(0.8),
  },
});
const count = task({
  task: 'T4',
  title: 'Count friends',
  sizes: [
    { size: 1000, scores: { '0_lenient.f1': at(1) } },
    { size: 2000, scores: {} },
  ],
});

test('tasks of one size are boxes, a row for each reading that there is', () => {
  const boxes = boxesOf(report({ tiny: [correct, count] }));
  expect(boxes.map(({ task: name, row }) => `${name}: ${row}`)).toEqual([
    'T2 Correct a file: strict',
    'T2 Correct a file: lenient',
  ]);
  expect(boxTable(boxes).rows[0]).toEqual([
    'T2 Correct a file',
    'tiny',
    'strict',
    '4',
    '0.20',
    '0.10 to 0.30',
    '0.00',
    '0.25',
    '0.50',
    '0.75',
    '1.00',
  ]);
});

test('rows of several models have their names', () => {
  const boxes = boxesOf(report({ tiny: [correct], huge: [correct] }));
  expect(boxes.map(({ row }) => row)).toEqual([
    'tiny, strict',
    'tiny, lenient',
    'huge, strict',
    'huge, lenient',
  ]);
});

test('tasks with sizes are curves of what is recorded', () => {
  const [curves, ...others] = curvesOf(report({ tiny: [correct, count] }));
  expect([curves!.title, others]).toEqual(['T4 Count friends: F1 of the named person', []]);
  expect(curveTable(curves!.points).rows.map((row) => row.slice(0, 4))).toEqual([
    ['tiny', '1000', '4', '1.00'],
  ]);
});

test('further answers are told where there are any', () => {
  const { rows } = roundsTable(report({ tiny: [correct, count] }));
  expect(rows.map((row) => row.slice(2, 5))).toEqual([
    ['1', '4', '0.60'],
    ['2', '2', '0.90'],
    ['last', '4', '0.80'],
    ['best', '4', '0.80'],
  ]);
});

test('nothing recorded is nothing to draw', () => {
  const empty = report({ tiny: [task({ task: 'T1', title: 'Find a connection' })] });
  expect([boxesOf(empty), curvesOf(empty), roundsTable(empty).rows]).toEqual([[], [], []]);
});
