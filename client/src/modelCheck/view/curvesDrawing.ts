import type { ChartContent } from '../../page/view/chart.ts';
import { areaY, axisX, axisY, dot, drawing, gridY, lineY, ruleX, ruleY, text } from '../../page/view/plot.ts';
import { type CurvePoint, type Curves, curveTable } from './curves.ts';

const colours = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];
const symbols = ['circle', 'square', 'triangle', 'diamond', 'star'];

export function curveChart(curves: Curves): ChartContent {
  return {
    title: curves.title,
    note: `${curves.note} Means with 95 % intervals.`,
    draw: (width) => drawCurves(curves, width),
    table: curveTable(curves.points),
  };
}

/** Means with their intervals as a band, by size, a line for each model. */
function drawCurves({ title, points, goal }: Curves, width: number): SVGElement {
  const models = [...new Set(points.map(({ model }) => model))];
  const sizes = [...new Set(points.map(({ size }) => size))];
  const low = Math.min(goal === 0 ? -1 : 0, ...points.map((point) => point.low));
  const high = Math.max(goal, 0.1, ...points.map((point) => point.high));
  const colour = (of: { readonly model: string }) => colours[models.indexOf(of.model) % colours.length]!;
  const ends = apart(
    models.map((model) => points.findLast((point) => point.model === model)!),
    (high - low) / 14,
  );
  const longest = Math.max(...models.map((model) => model.length));
  return drawing(
    {
      width: Math.max(360, Math.min(width, 900)),
      height: 300,
      marginLeft: 52,
      marginRight: Math.min(240, 24 + 7 * longest),
      marginBottom: 56,
      x: { type: 'linear', domain: domainOf(sizes) },
      y: { domain: [low, high] },
      marks: [
        gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1 }),
        axisX({
          ticks: sizes,
          tickFormat: (size: number) => `${size}`,
          label: 'bytes of the graph',
          labelAnchor: 'center',
          labelArrow: 'none',
        }),
        axisY({ label: null }),
        ruleY([goal], { stroke: 'currentColor', strokeDasharray: '4 3' }),
        areaY(points, {
          x: 'size',
          y1: 'low',
          y2: 'high',
          z: 'model',
          fill: colour,
          fillOpacity: 0.2,
        }),
        ruleX(points, { x: 'size', y1: 'low', y2: 'high', stroke: colour }),
        lineY(points, { x: 'size', y: 'mean', z: 'model', stroke: colour, strokeWidth: 2 }),
        ...models.map((model, i) =>
          dot(
            points.filter((point) => point.model === model),
            { x: 'size', y: 'mean', fill: colour, r: 4.5, symbol: symbols[i % symbols.length]! as 'circle' },
          ),
        ),
        text(ends, {
          x: 'size',
          y: 'at',
          text: 'model',
          fill: 'currentColor',
          // Lines pass behind it.
          stroke: 'var(--vscode-editor-background)',
          strokeWidth: 5,
          textAnchor: 'start',
          dx: 10,
        }),
      ],
    },
    `${title}, by size. The table below has the numbers.`,
  );
}

/** Positions of names beside the ends of lines, so that they do not overlap. */
function apart(
  ends: readonly CurvePoint[],
  distance: number,
): readonly (CurvePoint & { readonly at: number })[] {
  const placed: (CurvePoint & { readonly at: number })[] = [];
  for (const end of ends.toSorted((a, b) => b.mean - a.mean)) {
    const above = placed.at(-1)?.at ?? Number.POSITIVE_INFINITY;
    placed.push({ ...end, at: Math.min(end.mean, above - distance) });
  }
  return placed;
}

/** With some room, even for one size. */
function domainOf(sizes: readonly number[]): readonly [number, number] {
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  const room = Math.max(200, (most - least) * 0.04);
  return [least - room, most + room];
}
