import { axisX, dot, drawing, gridX, ruleX, ruleY, text } from '../../page/view/plot.ts';
import type { Effects } from './effects.ts';
import { leftMargin, shortened } from './labels.ts';
import { percentagePoints, pValueText } from './numbers.ts';

type Kind = Pick<Effects['estimates'][number], 'kind'>;

/**
 * A forest plot: differences with their intervals, paired differences as dots, those of the mixed model as diamonds below
 * them.
 */
export function drawEffects({ comparisons, estimates }: Effects, width: number): SVGElement {
  const marginLeft = leftMargin(comparisons, width);
  const kinds = [...new Set(estimates.map(({ kind }) => kind))];
  // Where there is little room, only the table shows the numbers.
  const isWide = width >= 760;
  const each = {
    fy: 'comparison',
    y: 'kind',
    stroke: ({ kind }: Kind) => (kind === 'paired' ? 'var(--chart-1)' : 'var(--chart-2)'),
  } as const;
  const ends = estimates.flatMap(({ low, high, effect }) => [low, high, effect]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = 0.04 * (most - least) || 0.01;
  return drawing(
    {
      width: Math.max(480, Math.min(width, 1100)),
      height: 56 + (10 + 20 * kinds.length) * comparisons.length,
      marginLeft,
      marginRight: isWide ? 210 : 24,
      marginTop: 10,
      marginBottom: 40,
      x: { domain: [least - room, most + room] },
      y: { domain: kinds, padding: 0.2, axis: null, type: 'band' },
      fy: { domain: comparisons, padding: 0.12, axis: null },
      color: { type: 'identity' },
      symbol: { type: 'identity' },
      marks: [
        gridX({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 6 }),
        ruleX([0], { stroke: 'currentColor' }),
        axisX({
          label: 'percentage points; right of 0, the system after the arrow is better',
          labelArrow: 'none',
          labelAnchor: 'center',
          ticks: 6,
          tickFormat: (share: number) => (100 * share).toFixed(0),
        }),
        ruleY(estimates, { ...each, x1: 'low', x2: 'high', strokeWidth: 2 }),
        dot(estimates, {
          ...each,
          x: 'effect',
          r: 4.5,
          symbol: ({ kind }: Kind) => (kind === 'paired' ? 'circle' : 'diamond'),
          fill: ({ kind }: Kind) =>
            kind === 'paired' ? 'var(--chart-1)' : 'var(--vscode-editor-background)',
          strokeWidth: 2,
        }),
        text(comparisons, {
          fy: (comparison: string) => comparison,
          text: (comparison: string) => shortened(comparison, marginLeft - 16),
          frameAnchor: 'left',
          textAnchor: 'end',
          dx: -10,
          fill: 'currentColor',
        }),
        text(isWide ? estimates : [], {
          fy: 'comparison',
          y: 'kind',
          text: ({ effect, low, high, pValue }) =>
            `${percentagePoints(effect)} [${percentagePoints(low)}, ${percentagePoints(high)}] p ${pValueText(pValue)}`,
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 10,
          fill: 'currentColor',
        }),
      ],
    },
    `Forest plot of ${estimates.length} differences with 95 % intervals. The table below has the numbers.`,
  );
}
