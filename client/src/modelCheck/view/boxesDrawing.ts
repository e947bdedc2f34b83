import type { ChartContent } from '../../page/view/chart.ts';
import { axisFx, axisX, axisY, barX, dot, drawing, gridX, ruleY, tickX } from '../../page/view/plot.ts';
import { boxTable, type ScoreBox } from './boxes.ts';

export function boxChart(boxes: readonly ScoreBox[]): ChartContent {
  return {
    title: 'Main score by task and reading of first answers',
    note: 'Boxes show the quartiles and the median, lines the range, diamonds the means.',
    draw: (width) => drawBoxes(boxes, width),
    table: boxTable(boxes),
  };
}

/** Box plots side by side, one for each task, with a row for each model and reading. */
function drawBoxes(boxes: readonly ScoreBox[], width: number): SVGElement {
  const tasks = [...new Set(boxes.map(({ task }) => task))];
  const rows = [...new Set(boxes.map(({ row }) => row))];
  const marginLeft = Math.min(280, 16 + 7 * Math.max(...rows.map((row) => row.length)));
  const place = { fx: 'task', y: 'row' } as const;
  return drawing(
    {
      width: Math.max(width, marginLeft + 150 * tasks.length),
      height: 80 + 30 * rows.length,
      marginLeft,
      marginTop: 36,
      marginBottom: 36,
      marginRight: 16,
      x: { domain: [0, 1], label: null },
      y: { domain: rows, padding: 0.35, label: null },
      fx: { domain: tasks, padding: 0.12, label: null },
      marks: [
        axisFx({ anchor: 'top', label: null, fontWeight: 600 }),
        axisX({ ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: (tick: number) => `${tick}`, label: null }),
        axisY({ tickSize: 0, label: null }),
        gridX({ ticks: [0, 0.25, 0.5, 0.75, 1], stroke: 'var(--chart-grid)', strokeOpacity: 1 }),
        ruleY(boxes, { ...place, x1: 'min', x2: 'max', stroke: 'currentColor' }),
        barX(boxes, {
          ...place,
          x1: 'q1',
          x2: 'q3',
          fill: 'color-mix(in srgb, var(--chart-1) 35%, var(--vscode-editor-background))',
          stroke: 'var(--chart-1)',
        }),
        tickX(boxes, { ...place, x: 'median', stroke: 'var(--chart-1)', strokeWidth: 3 }),
        dot(boxes, { ...place, x: 'mean', symbol: 'diamond', r: 5, fill: 'var(--chart-2)' }),
      ],
    },
    `Box plots of the main score of ${tasks.join(', ')}. The table below has the numbers.`,
  );
}
