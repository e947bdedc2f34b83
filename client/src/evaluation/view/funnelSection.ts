import { type ChartContent, chart } from '../../page/view/chart.ts';
import { type CellReading, datasetsOf, type ShownCell } from './cells.ts';
import { chosen, datasetChoice, readingChoice } from './choice.ts';
import { type Funnel, funnels, funnelTable } from './funnel.ts';
import { drawFunnels } from './funnelDrawing.ts';
import { nothing, type Section } from './section.ts';

interface State {
  readonly dataset: string;
  readonly reading: CellReading;
}

/** How many trials get how far, system by system. */
export function funnelSection(cells: readonly ShownCell[]): Section {
  const content = chosen<State>(
    { dataset: '', reading: 'first' },
    (change) => [
      ...datasetChoice(datasetsOf(cells), (dataset) => change({ dataset })),
      ...readingChoice(cells, (reading) => change({ reading })),
    ],
    ({ dataset, reading }) => {
      const all = funnels(cells, dataset || undefined, reading);
      if (all.length === 0) return [nothing('Nothing has been recorded yet.')];
      return [chart(funnelChart(all))];
    },
  );
  return { id: 'tiers', title: 'Tiers', content };
}

export function funnelChart(all: readonly Funnel[]): ChartContent {
  return {
    title: 'How far the trials of each system get',
    note: 'The dashed line is the share of cases in which a smallest repair restores the graph. A system that always makes a smallest repair cannot do better; one that uses other evidence may. Two lines mark the range if the share is not known for all cases.',
    draw: (width) => drawFunnels(all, width),
    table: funnelTable(all),
  };
}
