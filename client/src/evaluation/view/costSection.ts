import { type ChartContent, chart } from '../../page/view/chart.ts';
import type { ShownCell } from './cells.ts';
import { drawCosts, drawTokens, isCrowded } from './costDrawings.ts';
import { type Cost, costMeasure, costNotes, costs, costTable, noCosts } from './costs.ts';
import { note, nothing, type Section } from './section.ts';

/** The tokens and costs of models, against restored graphs. */
export function costSection(cells: readonly ShownCell[]): Section {
  const all = costs(cells);
  const section = { id: 'costs', title: 'Tokens and costs' };
  if (all.length === 0) return { ...section, content: [nothing(noCosts(cells))] };
  return {
    ...section,
    content: [
      ...costNotes(all).map(note),
      chart(tokenChart(all)),
      isCrowded(all) ? note('There are too many systems to draw; see the table.') : chart(costChart(all)),
    ],
  };
}

export function tokenChart(all: readonly Cost[]): ChartContent {
  return { title: 'Tokens of a trial', draw: (width) => drawTokens(all, width), table: costTable(all) };
}

export function costChart(all: readonly Cost[]): ChartContent {
  return {
    title: `Restored graphs by ${costMeasure(all).label}`,
    note: 'Higher is better: more graphs restored. Further left is cheaper.',
    draw: (width) => drawCosts(all, width),
    table: costTable(all),
  };
}
