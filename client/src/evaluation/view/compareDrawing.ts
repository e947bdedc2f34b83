import { axisX, axisY, dot, drawing, gridX, link, text } from '../../page/view/plot.ts';
import type { SystemComparison } from './compare.ts';
import { percentagePoints } from './numbers.ts';

/** For each tier, a circle for the first system, a dot for the second, and a line between them. */
export function drawComparison({ tiers }: SystemComparison, width: number): SVGElement {
  const rows = tiers.map((each) => ({ ...each, difference: each.second - each.first }));
  return drawing(
    {
      width: Math.max(420, Math.min(width, 900)),
      height: 190,
      marginLeft: 80,
      marginRight: 90,
      marginTop: 8,
      marginBottom: 34,
      x: { domain: [0, 1] },
      y: { domain: rows.map(({ tier }) => tier), padding: 0.3, type: 'point' },
      marks: [
        gridX({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 5 }),
        axisX({ label: null, ticks: 5, tickFormat: (share: number) => `${Math.round(100 * share)} %` }),
        axisY({ label: null, tickSize: 0 }),
        link(rows, {
          x1: 'first',
          x2: 'second',
          y1: 'tier',
          y2: 'tier',
          stroke: 'var(--chart-1)',
          strokeWidth: 3,
        }),
        dot(rows, {
          x: 'first',
          y: 'tier',
          r: 7,
          fill: 'var(--vscode-editor-background)',
          stroke: 'var(--chart-2)',
          strokeWidth: 2,
        }),
        dot(rows, { x: 'second', y: 'tier', r: 4, fill: 'var(--chart-1)' }),
        text(rows, {
          y: 'tier',
          text: ({ difference }) => percentagePoints(difference),
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 16,
          fill: 'currentColor',
        }),
      ],
    },
    `Shares of both sides by tier: ${rows
      .map(
        ({ tier, first, second }) =>
          `${tier} ${(100 * first).toFixed(1)} % and ${(100 * second).toFixed(1)} %`,
      )
      .join(', ')}.`,
  );
}
