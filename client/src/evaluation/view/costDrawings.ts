import {
  axisX,
  axisY,
  barX,
  dot,
  drawing,
  gridX,
  gridY,
  type PlotOptions,
  text,
} from '../../page/view/plot.ts';
import { type Cost, costMeasure } from './costs.ts';
import { leftMargin, shortened, textWidth } from './labels.ts';
import { count } from './numbers.ts';

/** Tokens of a trial: input and output beside each other, told apart by pattern and by their places. */
export function drawTokens(costs: readonly Cost[], width: number): SVGElement {
  const systems = costs.map(({ system }) => system);
  const marginLeft = leftMargin(systems, width);
  const bars = costs.flatMap(({ system, input, output }) => [
    { system, part: 'input', tokens: input },
    { system, part: 'output', tokens: output },
  ]);
  return drawing(
    {
      width: Math.max(480, Math.min(width, 1000)),
      height: 44 + 44 * costs.length,
      marginLeft: marginLeft + 54,
      marginRight: 90,
      marginTop: 6,
      marginBottom: 36,
      x: { zero: true },
      y: { domain: ['input', 'output'], padding: 0.1 },
      fy: { domain: systems, padding: 0.16, axis: null },
      color: { type: 'identity' },
      marks: [
        gridX({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 5 }),
        text(systems, {
          fy: (system: string) => system,
          text: (system: string) => shortened(system, marginLeft - 12),
          frameAnchor: 'left',
          textAnchor: 'end',
          dx: -54,
          fill: 'currentColor',
        }),
        axisX({ label: 'tokens per trial', ticks: 5, labelArrow: 'none' }),
        axisY({ label: null, tickSize: 0 }),
        barX(bars, {
          fy: 'system',
          x: 'tokens',
          y: 'part',
          fill: ({ part }) => (part === 'input' ? 'var(--chart-1)' : 'var(--chart-2)'),
          fillOpacity: 0.8,
        }),
        text(bars, {
          fy: 'system',
          x: 'tokens',
          y: 'part',
          text: ({ tokens }) => count(tokens),
          textAnchor: 'start',
          dx: 5,
          fill: 'currentColor',
        }),
      ],
    },
    `Bars of the tokens of a trial: ${costs
      .map(({ system, input, output }) => `${system}: ${count(input)} in, ${count(output)} out`)
      .join('; ')}.`,
  );
}

/** What a trial costs against how often the graph is restored: the best are at the top left. */
export function drawCosts(costs: readonly Cost[], width: number): SVGElement {
  const measure = costMeasure(costs);
  const dots = costs.map((cost) => ({
    ...cost,
    amount: measure.of(cost),
    name: shortened(cost.system, 220),
  }));
  const most = dots.reduce((max, { amount }) => Math.max(max, amount), 0);
  const drawn = Math.max(480, Math.min(width, 1000));
  const options: PlotOptions = {
    width: drawn,
    height: 340,
    marginLeft: 56,
    marginRight: 24,
    marginTop: 28,
    marginBottom: 40,
    x: { domain: [0, 1.1 * most || 1] },
    y: { domain: [0, 1] },
    marks: [
      gridX({ stroke: 'var(--chart-grid)', strokeOpacity: 1 }),
      gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1 }),
      axisX({ label: measure.label, labelArrow: 'none', ticks: 6 }),
      axisY({
        label: 'isomorphic',
        labelArrow: 'none',
        tickFormat: (share: number) => `${Math.round(100 * share)} %`,
      }),
      dot(dots, { x: 'amount', y: 'isomorphic', r: 5, fill: 'var(--chart-1)', stroke: 'currentColor' }),
      // Names go to the side where there is room.
      ...(['start', 'end'] as const).map((textAnchor) =>
        text(
          dots.filter(({ amount }) => amount > 0.55 * most === (textAnchor === 'end')),
          {
            x: 'amount',
            y: 'isomorphic',
            text: 'name',
            textAnchor,
            dx: textAnchor === 'start' ? 9 : -9,
            fill: 'currentColor',
            stroke: 'var(--vscode-editor-background)',
            strokeWidth: 4,
          },
        ),
      ),
    ],
  };
  return drawing(options, `Dots of ${measure.label} and the share of trials that restore the graph.`);
}

/** True where names would be drawn over each other: then only the table has them all. */
export function isCrowded(costs: readonly Cost[]): boolean {
  return costs.length > 24 || costs.some(({ system }) => textWidth(system) > 600);
}
