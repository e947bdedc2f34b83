import type { Statistics } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type ChartContent, chart } from '../../page/view/chart.ts';
import { element } from '../../page/view/elements.ts';
import { choice, chosen } from './choice.ts';
import { drawEffects } from './effectDrawing.ts';
import { type Effects, effectsBy, effectTable, metricName, metricsOf } from './effects.ts';
import { nothing, type Section } from './section.ts';

/** What makes a difference: contexts of prompts and models, in pairs. */
export function effectSection(statistics: Statistics): Section {
  const metrics = metricsOf(statistics);
  const section = { id: 'effects', title: 'Effects' };
  if (statistics.comparisons.length === 0) {
    return {
      ...section,
      content: [
        nothing('There is nothing to compare: the runs have only one system and at most one strategy.'),
      ],
    };
  }
  const content = chosen(
    { metric: metrics[0] ?? 'overall' },
    (change) =>
      metrics.length < 2
        ? []
        : [
            choice(
              'By:',
              metrics.map((metric) => ({ value: metric, label: metricName(metric) })),
              metrics[0]!,
              (metric) => change({ metric }),
            ),
          ],
    ({ metric }) => {
      const effects = effectsBy(statistics, metric);
      return [
        effects.estimates.length === 0
          ? nothing('The design supports no comparison, because:')
          : chart(effectChart(effects, statistics)),
        ...(effects.estimates.length === 0
          ? [remarkList(effects.remarks)]
          : effects.remarks.length === 0
            ? []
            : [remarksElement(effects.remarks)]),
      ];
    },
  );
  return { ...section, content };
}

export function effectChart(effects: Effects, { resamples }: Statistics): ChartContent {
  return {
    title: 'Differences with 95 % intervals',
    note: `Dots: paired differences on the same cases, all else equal; rely on these. p-values are adjusted by Holm’s method over all comparisons. Diamonds: the paper’s mixed model, where the design supports one. ${resamples.toLocaleString('en')} resamples.`,
    draw: (width) => drawEffects(effects, width),
    table: effectTable(effects),
  };
}

function remarksElement(remarks: readonly string[]): HTMLElement {
  return element(
    'details',
    { class: 'remarks', open: remarks.length <= 4 },
    element('summary', {}, `Notes on these numbers (${remarks.length})`),
    remarkList(remarks),
  );
}

function remarkList(remarks: readonly string[]): HTMLElement {
  return element('ul', {}, ...remarks.map((remark) => element('li', {}, remark)));
}
