import { type ChartContent, chart } from '../../page/view/chart.ts';
import { type CellReading, type ShownCell, tiers } from './cells.ts';
import { choice, chosen, readingChoice } from './choice.ts';
import { type HeatMap, type HeatMapLayout, heatMap, heatMapTable } from './heatMap.ts';
import { drawHeatMap } from './heatMapDrawing.ts';
import { nothing, type Section } from './section.ts';

interface State {
  readonly layout: HeatMapLayout;
  readonly reading: CellReading;
}

/** Rates of all systems, strategies and data sets by tier. */
export function heatMapSection(cells: readonly ShownCell[]): Section {
  const layouts = [
    { value: 'tiers', label: 'tiers' },
    ...tiers.map((tier) => ({ value: tier, label: `strategies, ${tier} answers` })),
  ] as const;
  const content = chosen<State>(
    { layout: 'tiers', reading: 'first' },
    (change) => [
      choice<HeatMapLayout>('Columns:', layouts, 'tiers', (layout) => change({ layout })),
      ...readingChoice(cells, (reading) => change({ reading })),
    ],
    ({ layout, reading }) => {
      const map = heatMap(cells, layout, reading);
      if (map.fields.length === 0) return [nothing('Nothing has been recorded yet.')];
      return [chart(heatMapChart(map, layout))];
    },
  );
  return { id: 'rates', title: 'Rates', content };
}

export function heatMapChart(map: HeatMap, layout: HeatMapLayout): ChartContent {
  return {
    title:
      layout === 'tiers'
        ? 'Trials that reach each tier, in % of all trials'
        : `Trials with ${layout} answers, in % of all trials`,
    draw: (width) => drawHeatMap(map, width),
    table: heatMapTable(map),
  };
}
