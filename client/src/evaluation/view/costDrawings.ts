import { axisX, axisY, barX, dot, drawing, gridX, gridY, link, text } from '../../page/view/plot.ts';
import { type Cost, costMeasure } from './costs.ts';
import { leftMargin, shortened, spread, textWidth } from './labels.ts';
import { count } from './numbers.ts';

/** Tokens of a trial: input and output beside each other, distinguished by pattern and by their places. */
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
  const most = costs.reduce((max, cost) => Math.max(max, measure.of(cost)), 0);
  const size = { width: Math.max(480, Math.min(width, 1000)), height: 360 };
  const margins = { marginLeft: 56, marginRight: 24, marginTop: 28, marginBottom: 40 };
  const reach = 1.1 * most || 1;
  const right = (size.width - margins.marginLeft - margins.marginRight) / reach;
  const up = size.height - margins.marginTop - margins.marginBottom;
  const dots = costs.map((cost) => {
    const amount = measure.of(cost);
    // Names go to the side where there is room.
    const side = amount > 0.55 * reach ? -1 : 1;
    return { ...cost, amount, side, name: shortened(cost.system, 220) };
  });
  const places = dots.map(({ amount, side, name, isomorphic }) => {
    const start = right * amount + 9 * side;
    const end = start + side * textWidth(name);
    return { left: Math.min(start, end), right: Math.max(start, end), y: up * (1 - isomorphic) };
  });
  const heights = spread(places, up);
  const names = dots.map((dot, index) => ({
    ...dot,
    labelX: dot.amount + (9 * dot.side) / right,
    labelY: 1 - heights[index]! / up,
  }));
  return drawing(
    {
      ...size,
      ...margins,
      x: { domain: [0, reach] },
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
        // From a dot to a name that had to make room.
        link(
          names.filter(({ labelY, isomorphic }) => Math.abs(isomorphic - labelY) > 1 / up),
          { x1: 'amount', y1: 'isomorphic', x2: 'labelX', y2: 'labelY', stroke: 'var(--chart-1)' },
        ),
        dot(names, { x: 'amount', y: 'isomorphic', r: 5, fill: 'var(--chart-1)', stroke: 'currentColor' }),
        ...([1, -1] as const).map((side) =>
          text(
            names.filter((each) => each.side === side),
            {
              x: 'labelX',
              y: 'labelY',
              text: 'name',
              textAnchor: side === 1 ? 'start' : 'end',
              fill: 'currentColor',
              stroke: 'var(--vscode-editor-background)',
              strokeWidth: 4,
            },
          ),
        ),
      ],
    },
    `Dots of ${measure.label} and the share of trials that restore the graph: ${dots
      .map(
        ({ system, amount, isomorphic }) => `${system}: ${count(amount)}, ${(100 * isomorphic).toFixed(1)} %`,
      )
      .join('; ')}.`,
  );
}

/** True where names would be drawn over each other: then only the table has them all. */
export function isCrowded(costs: readonly Cost[]): boolean {
  return costs.length > 24;
}
