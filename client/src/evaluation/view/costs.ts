import type { ChartTable } from '../../page/view/chart.ts';
import { type ShownCell, shownSystems, tierCounts } from './cells.ts';
import { count, dollars, percent } from './numbers.ts';

/** What a system that asks a model consumes. */
export interface Cost {
  readonly system: string;
  readonly trials: number;
  /** Mean tokens of a trial. */
  readonly input: number;
  readonly output: number;
  /** Some were estimated by us, because the provider did not report them. */
  readonly isEstimated: boolean;
  /** For all trials and for one; null where a price is not known. */
  readonly usd: number | null;
  readonly usdPerTrial: number | null;
  /** First answers that restore the graph, as a share. */
  readonly isomorphic: number;
}

/** Only systems that use a model, in the order of the runs. */
export function costs(cells: readonly ShownCell[]): readonly Cost[] {
  return shownSystems(cells).flatMap(({ label, cells: own }): readonly Cost[] => {
    const asked = own.filter(({ cell }) => cell.cost.answers > 0);
    if (asked.length === 0) return [];
    const sum = (of: (cell: ShownCell['cell']) => number) =>
      asked.reduce((total, { cell }) => total + of(cell), 0);
    const { trials, reached } = tierCounts(asked, 'first');
    const isKnown = asked.every(({ cell }) => cell.cost.usd !== null);
    const usd = isKnown ? sum(({ cost }) => cost.usd ?? 0) : null;
    return [
      {
        system: label,
        trials,
        input: sum(({ cost }) => cost.input) / trials,
        output: sum(({ cost }) => cost.output) / trials,
        isEstimated: asked.some(({ cell }) => cell.cost.estimated),
        usd,
        usdPerTrial: usd === null ? null : usd / trials,
        isomorphic: reached.isomorphic / trials,
      },
    ];
  });
}

/** What the x axis of the drawing of costs against rates shows. */
export function costMeasure(all: readonly Cost[]): {
  readonly label: string;
  readonly of: (cost: Cost) => number;
} {
  return all.every(({ usdPerTrial }) => usdPerTrial !== null)
    ? { label: 'USD per 1,000 trials', of: ({ usdPerTrial }) => 1000 * (usdPerTrial ?? 0) }
    : { label: 'tokens per trial', of: ({ input, output }) => input + output };
}

/** Remarks about the numbers, as sentences. */
export function costNotes(all: readonly Cost[]): readonly string[] {
  const unpriced = all.filter(({ usd }) => usd === null).map(({ system }) => system);
  return [
    ...(unpriced.length === 0
      ? []
      : [`The prices of ${unpriced.join(', ')} are not known. Pass them with --prices to see costs here.`]),
    ...(all.some(({ isEstimated }) => isEstimated)
      ? ['Some token counts are estimates, because the provider did not report them (*).']
      : []),
  ];
}

export function costTable(all: readonly Cost[]): ChartTable {
  return {
    columns: [
      'system',
      'trials',
      'input tokens per trial',
      'output tokens per trial',
      'USD per trial',
      'USD in all',
      'isomorphic',
    ],
    headings: 1,
    rows: all.map(({ system, trials, input, output, isEstimated, usd, usdPerTrial, isomorphic }) => [
      system,
      count(trials),
      count(input) + (isEstimated ? ' *' : ''),
      count(output) + (isEstimated ? ' *' : ''),
      dollars(usdPerTrial),
      dollars(usd),
      percent(isomorphic),
    ]),
  };
}

/** The label in the list for systems that use no model. */
export function noCosts(cells: readonly ShownCell[]): string {
  const systems = shownSystems(cells);
  return systems.some(({ cells: own }) => own.some(({ cell }) => cell.model !== null))
    ? 'No model has answered yet.'
    : 'None of the systems uses a model, so there are no tokens and no costs.';
}
