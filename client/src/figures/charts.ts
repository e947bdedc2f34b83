import type { CheckReport, ReportData } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { shownCells, tiers } from '../evaluation/view/cells.ts';
import { compare, firstMatch, type Match, matches } from '../evaluation/view/compare.ts';
import { comparisonChart } from '../evaluation/view/compareSection.ts';
import { isCrowded } from '../evaluation/view/costDrawings.ts';
import { costChart, tokenChart } from '../evaluation/view/costSection.ts';
import { costs } from '../evaluation/view/costs.ts';
import { effectChart } from '../evaluation/view/effectSection.ts';
import { effectsBy, metricName, metricsOf } from '../evaluation/view/effects.ts';
import { funnels } from '../evaluation/view/funnel.ts';
import { funnelChart } from '../evaluation/view/funnelSection.ts';
import { type HeatMapLayout, heatMap } from '../evaluation/view/heatMap.ts';
import { heatMapChart } from '../evaluation/view/heatMapSection.ts';
import { boxesOf } from '../modelCheck/view/boxes.ts';
import { boxChart } from '../modelCheck/view/boxesDrawing.ts';
import { curvesOf } from '../modelCheck/view/curves.ts';
import { curveChart } from '../modelCheck/view/curvesDrawing.ts';
import type { ChartContent } from '../page/view/chart.ts';

/** A chart with the name of its files. */
type NamedChart = readonly [name: string, chart: ChartContent];

/** All charts that the page of an evaluation draws from what was recorded, for first answers. */
export function evaluationCharts(data: ReportData): readonly NamedChart[] {
  const cells = shownCells(data);
  const asked = costs(cells);
  const funnelled = funnels(cells, undefined, 'first');
  const layouts: readonly HeatMapLayout[] = cells.some(({ cell }) => cell.strategy !== null)
    ? ['tiers', ...tiers]
    : ['tiers'];
  const maps = layouts.map((layout) => ({ layout, map: heatMap(cells, layout, 'first') }));
  const metrics = metricsOf(data.statistics).map((metric) => ({
    metric,
    effects: effectsBy(data.statistics, metric),
  }));
  return [
    ...maps
      .filter(({ map }) => map.fields.length > 0)
      .map(
        ({ map, layout }): NamedChart => [
          layout === 'tiers' ? 'rates' : `strategies-${layout}`,
          heatMapChart(map, layout),
        ],
      ),
    ...(funnelled.length === 0 ? [] : [['tiers', funnelChart(funnelled)] as const]),
    ...(asked.length === 0 ? [] : [['tokens', tokenChart(asked)] as const]),
    ...(asked.length === 0 || isCrowded(asked) ? [] : [['costs', costChart(asked)] as const]),
    ...metrics
      .filter(({ effects }) => effects.estimates.length > 0)
      .map(({ metric, effects }): NamedChart => {
        const chart = effectChart(effects, data.statistics);
        return [`effects-${metric}`, { ...chart, title: `${chart.title}, ${metricName(metric)}` }];
      }),
    ...compared(cells),
  ];
}

/** Compares the same systems in different runs; for a single run, its first two systems, which the page shows first. */
function compared(all: ReturnType<typeof shownCells>): readonly NamedChart[] {
  const cells = all.filter(({ cell }) => cell.notRun === null);
  const same = matches(cells);
  const first = firstMatch(cells);
  const shown: readonly Match[] = same.length > 0 || first === undefined ? same : [first];
  return shown.flatMap((match, index): readonly NamedChart[] => {
    const comparison = compare(match.first, match.second);
    return comparison.pairs.length === 0
      ? []
      : [[`compared-${index + 1}`, comparisonChart(match, comparison)]];
  });
}

/** All charts that the page of a model check draws from what was recorded. */
export function checkCharts(report: CheckReport): readonly NamedChart[] {
  const boxes = boxesOf(report);
  return [
    ...(boxes.length === 0 ? [] : [['scores', boxChart(boxes)] as const]),
    ...curvesOf(report)
      .filter(({ points }) => points.length > 0)
      .map((curves): NamedChart => [`by-size-${curves.task.toLowerCase()}`, curveChart(curves)]),
  ];
}
