import type { CheckReport } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { ChartTable } from '../../page/view/chart.ts';
import { digits } from './boxes.ts';

/** The main score of first, further, last and best answers, where there are more than one. */
export function roundsTable({ models }: CheckReport): ChartTable {
  return {
    columns: ['model', 'task', 'answer', 'trials', 'mean', '95 %'],
    headings: 3,
    rows: models.flatMap(({ model, tasks }) =>
      tasks.flatMap(({ task, title, mainScore, scores }) => {
        const name = `_lenient.${mainScore}`;
        const rounds = Object.keys(scores).filter((each) => each.endsWith(name) && /^\d+_/.test(each));
        if (rounds.length < 2) return [];
        return [...rounds, `last${name}`, `max${name}`].map((each) => {
          const { count, mean, low, high } = scores[each]!;
          return [
            model,
            `${task} ${title}`,
            answer(each),
            `${count}`,
            digits(mean),
            `${digits(low)} to ${digits(high)}`,
          ];
        });
      }),
    ),
  };
}

function answer(name: string): string {
  const [round] = name.split('_', 1);
  if (round === 'last') return 'last';
  return round === 'max' ? 'best' : `${Number(round) + 1}`;
}
