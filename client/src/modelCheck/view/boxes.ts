import type {
  CheckReport,
  TaskReport,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { ChartTable } from '../../page/view/chart.ts';

/** The distribution of a model's scores at a task, for one reading. */
export interface ScoreBox extends Distribution {
  readonly task: string;
  readonly model: string;
  /** The model and the reading: a row of the drawing. */
  readonly row: string;
  readonly reading: string;
}

type Distribution = NonNullable<TaskReport['readings']['strict']>;

const readings = ['strict', 'lenient', 'recovered'] as const;

/** Tasks of one size; the scores of each make one box. */
export function boxesOf({ models }: CheckReport): readonly ScoreBox[] {
  return models.flatMap(({ model, tasks }) =>
    tasks.filter(hasOneSize).flatMap((task) =>
      readings.flatMap((reading) => {
        const each = task.readings[reading];
        const row = models.length > 1 ? `${model}, ${reading}` : reading;
        return each ? [{ ...each, task: `${task.task} ${task.title}`, model, reading, row }] : [];
      }),
    ),
  );
}

export function hasOneSize({ sizes }: TaskReport): boolean {
  return sizes.length === 0;
}

export function boxTable(boxes: readonly ScoreBox[]): ChartTable {
  return {
    columns: [
      'task',
      'model',
      'reading',
      'trials',
      'mean',
      '95 %',
      'least',
      'quartile',
      'median',
      'quartile',
      'most',
    ],
    headings: 3,
    rows: boxes.map(({ task, model, reading, count, mean, low, high, min, q1, median, q3, max }) => [
      task,
      model,
      reading,
      `${count}`,
      digits(mean),
      `${digits(low)} to ${digits(high)}`,
      ...[min, q1, median, q3, max].map(digits),
    ]),
  };
}

export function digits(value: number): string {
  return value.toFixed(2);
}
