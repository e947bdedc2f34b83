import { chart } from '../../page/view/chart.ts';
import { element } from '../../page/view/elements.ts';
import { type Reading, type ShownCell, tiers } from './cells.ts';
import { choice } from './choice.ts';
import { heatMap, heatMapTable, type Layout } from './heatMap.ts';
import { drawHeatMap } from './heatMapDrawing.ts';

/** Rates of all systems, strategies and data sets by tier. */
export function heatMapSection(cells: readonly ShownCell[]): HTMLElement {
  const section = element('section', { id: 'rates' });
  let layout: Layout = 'tiers';
  let reading: Reading = 'first';
  const hasRounds = cells.some(({ cell }) => cell.rounds > 1);
  const drawn = element('div', {});
  const draw = () => {
    const map = heatMap(cells, layout, reading);
    drawn.replaceChildren(
      map.fields.length === 0
        ? element('p', { class: 'empty' }, 'Nothing is recorded yet.')
        : chart({
            title:
              layout === 'tiers' ? 'Trials that reach each tier, in %' : `Trials that are ${layout}, in %`,
            draw: (width) => drawHeatMap(map, width),
            table: heatMapTable(map),
          }),
    );
  };
  section.append(
    element('h2', {}, 'Rates'),
    element(
      'div',
      { class: 'controls' },
      choice(
        'Columns:',
        [
          { value: 'tiers', label: 'tiers' },
          ...tiers.map((tier) => ({ value: tier, label: `strategies, by ${tier}` })),
        ],
        layout as Layout,
        (chosen) => {
          layout = chosen;
          draw();
        },
      ),
      ...(hasRounds
        ? [
            choice(
              'Answer:',
              [
                { value: 'first', label: 'first, as in the paper' },
                { value: 'last', label: 'last' },
                { value: 'best', label: 'best' },
              ],
              reading as Reading,
              (chosen) => {
                reading = chosen;
                draw();
              },
            ),
          ]
        : []),
    ),
    drawn,
  );
  draw();
  return section;
}
