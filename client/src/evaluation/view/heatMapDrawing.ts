import { axisFx, axisX, axisY, cell, drawing, text } from '../../page/view/plot.ts';
import type { HeatMap } from './heatMap.ts';
import { leftMargin, shortened } from './labels.ts';

/** Small multiples: one for each data set, side by side. */
export function drawHeatMap({ datasets, rows, columns, fields }: HeatMap, width: number): SVGElement {
  const marginLeft = leftMargin(rows, width);
  const least = 70 * columns.length * datasets.length + marginLeft + 16;
  return drawing(
    {
      width: Math.max(least, Math.min(width, marginLeft + 130 * columns.length * datasets.length)),
      height: 50 + 30 * rows.length,
      marginLeft,
      marginTop: 44,
      marginBottom: 6,
      marginRight: 16,
      x: { domain: columns, padding: 0.04 },
      y: { domain: rows, padding: 0.06 },
      fx: { domain: datasets, padding: 0.06, label: null },
      color: { type: 'identity' },
      marks: [
        axisFx({ anchor: 'top', dy: -20, label: null, fontWeight: 600 }),
        axisX({ anchor: 'top', tickSize: 0, label: null }),
        axisY({ tickSize: 0, label: null, tickFormat: (row: string) => shortened(row, marginLeft - 12) }),
        cell(fields, {
          fx: 'dataset',
          x: 'column',
          y: 'row',
          fill: ({ share }) =>
            `color-mix(in srgb, var(--chart-heat) ${Math.round(70 * share)}%, transparent)`,
          stroke: 'var(--chart-grid)',
        }),
        text(fields, {
          fx: 'dataset',
          x: 'column',
          y: 'row',
          text: ({ share }) => (100 * share).toFixed(1),
          fill: 'currentColor',
        }),
      ],
    },
    `Heat map of the share of trials by system, ${columns.join(', ')} and data set. The table below has the numbers.`,
  );
}
