import type { CheckReport } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { ChartTable } from '../../page/view/chart.ts';
import { digits } from './boxes.ts';

/** The distribution of a model's score for graphs of one size. */
export interface CurvePoint {
  readonly model: string;
  readonly size: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly count: number;
}

/** A score over sizes. */
export interface Curves {
  readonly task: string;
  readonly title: string;
  readonly note: string;
  readonly points: readonly CurvePoint[];
  /** What is perfect. */
  readonly goal: number;
}

const scores = {
  T3: {
    score: '0_personsRelativeError',
    what: 'too many or too few people, relative to the number requested',
    note: '0 is right, −1 is none, 0.5 is half too many. Counts only readable answers.',
    goal: 0,
  },
  T4: {
    score: '0_lenient.f1',
    what: 'F1 of the named person',
    note: 'Counts IRIs anywhere in the answer.',
    goal: 1,
  },
} as const;

/** Tasks with sizes, each a figure. */
export function curvesOf({ models }: CheckReport): readonly Curves[] {
  return Object.entries(scores).flatMap(([id, { score, what, note, goal }]) => {
    const reports = models.flatMap(({ model, tasks }) =>
      tasks.filter(({ task }) => task === id).map((task) => ({ model, task })),
    );
    const [first] = reports;
    if (!first) return [];
    const points = reports.flatMap(({ model, task }) =>
      task.sizes.flatMap(({ size, scores: of }) => {
        const each = of[score];
        return each ? [{ ...each, model, size }] : [];
      }),
    );
    return [{ task: id, title: `${id} ${first.task.title}: ${what}`, note, points, goal }];
  });
}

export function curveTable(points: readonly CurvePoint[]): ChartTable {
  return {
    columns: ['model', 'bytes', 'trials', 'mean', '95 %', 'quartile', 'median', 'quartile'],
    headings: 2,
    rows: points.map(({ model, size, count, mean, low, high, q1, median, q3 }) => [
      model,
      `${size}`,
      `${count}`,
      digits(mean),
      `${digits(low)} to ${digits(high)}`,
      ...[q1, median, q3].map(digits),
    ]),
  };
}
