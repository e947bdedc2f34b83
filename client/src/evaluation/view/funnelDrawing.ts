import { axisFy, axisX, axisY, barX, drawing, gridX, ruleX, text } from '../../page/view/plot.ts';
import { tiers } from './cells.ts';
import { ceilingText, type Funnel } from './funnel.ts';
import { leftMargin, shortened } from './labels.ts';

/** Four bars for each system, and a dashed line at what smallest repairs restore. */
export function drawFunnels(funnels: readonly Funnel[], width: number): SVGElement {
  const systems = funnels.map(({ system }) => system);
  const marginLeft = leftMargin(systems, width);
  const bars = funnels.flatMap(({ system, steps }) => steps.map((step) => ({ ...step, system })));
  const limits = funnels.flatMap(({ system, ceiling }) =>
    [...new Set([ceiling.least, ceiling.most])].map((share) => ({ system, share })),
  );
  return drawing(
    {
      width: Math.max(480, Math.min(width, 1000)),
      height: 40 + 84 * funnels.length,
      marginLeft: marginLeft + 84,
      marginRight: 60,
      marginTop: 8,
      marginBottom: 30,
      x: { domain: [0, 1] },
      y: { domain: tiers, padding: 0.12 },
      fy: { domain: systems, padding: 0.14 },
      color: { type: 'identity' },
      marks: [
        gridX({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 5 }),
        axisFy({
          anchor: 'left',
          label: null,
          textAnchor: 'end',
          dx: -84,
          tickFormat: (system: string) => shortened(system, marginLeft - 12),
        }),
        axisX({ label: null, ticks: 5, tickFormat: (share: number) => `${Math.round(100 * share)} %` }),
        axisY({ label: null, tickSize: 0 }),
        barX(bars, { fy: 'system', x: 'share', y: 'tier', fill: 'var(--chart-1)', fillOpacity: 0.75 }),
        ruleX(limits, {
          fy: 'system',
          x: 'share',
          stroke: 'var(--chart-2)',
          strokeWidth: 2,
          strokeDasharray: '5 3',
        }),
        text(bars, {
          fy: 'system',
          x: 'share',
          y: 'tier',
          text: ({ share }) => (100 * share).toFixed(1),
          textAnchor: 'start',
          dx: 5,
          fill: 'currentColor',
          stroke: 'var(--vscode-editor-background)',
          strokeWidth: 4,
        }),
      ],
    },
    `Bars of the share of trials that reach each tier: ${funnels
      .map(({ system, steps, ceiling }) => {
        const shares = steps.map(({ tier, share }) => `${tier} ${(100 * share).toFixed(1)} %`).join(', ');
        return `${system}: ${shares}, a smallest repair restores ${ceilingText(ceiling)}`;
      })
      .join('; ')}.`,
  );
}
