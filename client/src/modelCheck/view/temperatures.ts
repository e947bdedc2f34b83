import type { CheckReport } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { ChartTable } from '../../page/view/chart.ts';
import { digits } from './boxes.ts';

const readings = ['strict', 'lenient', 'recovered'] as const;

/** The main score of first answers by temperature, of runs with several. */
export function temperatureTable({ models }: CheckReport): ChartTable {
  return {
    columns: ['model', 'task', 'temperature', 'answers', ...readings],
    headings: 3,
    rows: models.flatMap(({ model, tasks }) =>
      tasks.flatMap(({ task, title, mainScore, temperatures }) =>
        temperatures.map(({ temperature, scores }) => [
          model,
          `${task} ${title}`,
          `${temperature}`,
          `${scores[`0_lenient.${mainScore}`]?.count ?? 0}`,
          ...readings.map((reading) => {
            const score = scores[`0_${reading}.${mainScore}`];
            return score ? digits(score.mean) : '–';
          }),
        ]),
      ),
    ),
  };
}
