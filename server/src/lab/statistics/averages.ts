import { type ComparedFactor, levelOf, type Observation } from './observation.ts';

/**
 * The means over the cells of a level, each cell weighing the same as in the paper's tables: of a data set, a model and
 * a strategy, however many cases it has. Shares, not percentages.
 */
export interface Average {
  readonly factor: AveragedFactor;
  /** `SF+`, `hvac`, `gpt-4o`; empty for all cells. */
  readonly level: string;
  /** The number of cells. A level that lacks some cells of another one can't be compared with it by these means. */
  readonly cells: number;
  /** By metric, and `mean` of them. */
  readonly means: Readonly<Record<string, number>>;
}

export type AveragedFactor = 'all' | 'dataset' | 'strategy' | ComparedFactor;

const factors: readonly AveragedFactor[] = ['all', 'manifest', 'graph', 'strategy', 'model', 'dataset'];

/**
 * The averages over all cells and over those of each level, in the order of `factors` and of the paper's contexts. Where
 * systems with prompts were run, only these count, because controls such as `oracle` would move every mean.
 */
export function averagesOf(cells: readonly MetricCell[], metrics: readonly string[]): readonly Average[] {
  const prompted = cells.filter(({ strategy }) => strategy !== undefined);
  const counted = prompted.length > 0 ? prompted : cells;
  return factors.flatMap((factor) => {
    const levels = new Set(counted.flatMap((cell) => averagedLevel(cell, factor) ?? []));
    const inOrder = [...levels].sort((a, b) => levelOrder.indexOf(a) - levelOrder.indexOf(b));
    return inOrder.map((level) => {
      const own = counted.filter((cell) => averagedLevel(cell, factor) === level);
      return averageOf(factor, level, own, metrics);
    });
  });
}

const shapes = ['M', 'S', 'Sn'];
const data = ['G', 'F', 'F+'];
const levelOrder = [...shapes, ...data, ...shapes.flatMap((each) => data.map((graph) => each + graph))];

function averagedLevel(cell: MetricCell, factor: AveragedFactor): string | undefined {
  switch (factor) {
    case 'all':
      return '';
    case 'dataset':
      return cell.dataset;
    case 'strategy':
      return cell.strategy && cell.strategy.manifest + cell.strategy.graph;
    case 'manifest':
    case 'graph':
    case 'model':
      return levelOf(cell, factor);
  }
}

function averageOf(
  factor: AveragedFactor,
  level: string,
  cells: readonly MetricCell[],
  metrics: readonly string[],
): Average {
  const byMetric = metrics.map(
    (metric) =>
      [metric, mean(cells.filter((cell) => cell.metric === metric).map(({ value }) => value))] as const,
  );
  const places = new Set(
    cells.map(({ dataset, model, strategy }) => keyOf(dataset, model, strategy?.manifest, strategy?.graph)),
  );
  return {
    factor,
    level,
    cells: places.size,
    means: { ...Object.fromEntries(byMetric), mean: mean(byMetric.map(([, value]) => value)) },
  };
}

/**
 * One observation for each case, metric, model and strategy, in a canonical order. Repetitions are replaced by their
 * mean.
 */
export function meanOfRepeats(observations: readonly Observation[]): readonly Observation[] {
  return merged(observations, ({ dataset, model, strategy, caseId, metric }) =>
    keyOf(dataset, model, strategy?.manifest, strategy?.graph, caseId, metric),
  ).map(({ first, values }) => ({ ...first, value: mean(values) }));
}

/** The mean over all metrics, wherever all of them are present. Requires one value each. */
export function poolMetrics(
  observations: readonly Observation[],
  metrics: readonly string[],
  name: string,
): readonly Observation[] {
  return merged(
    observations.filter(({ metric }) => metrics.includes(metric)),
    ({ dataset, model, strategy, caseId }) =>
      keyOf(dataset, model, strategy?.manifest, strategy?.graph, caseId),
  )
    .filter(({ values }) => values.length === metrics.length)
    .map(({ first, values }) => ({ ...first, metric: name, value: mean(values) }));
}

/** A share of cases: what the paper's tables and its mixed model are about. */
export type MetricCell = Omit<Observation, 'caseId'>;

/** The mean over the cases of each dataset, for each metric, model and strategy. Requires one value each. */
export function cellsOf(observations: readonly Observation[]): readonly MetricCell[] {
  return merged(observations, ({ dataset, model, strategy, metric }) =>
    keyOf(dataset, model, strategy?.manifest, strategy?.graph, metric),
  ).map(({ first: { dataset, model, strategy, metric }, values }) => {
    return { dataset, model, strategy, metric, value: mean(values) };
  });
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A key that is unique for these parts. */
export function keyOf(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts);
}

/** Sorts by key and value, so that the order of the observations does not even affect rounding. */
function merged(
  observations: readonly Observation[],
  key: (observation: Observation) => string,
): readonly { readonly first: Observation; readonly values: readonly number[] }[] {
  const groups = new Map<string, { first: Observation; values: number[] }>();
  for (const observation of observations) {
    const group = groups.get(key(observation));
    if (group === undefined)
      groups.set(key(observation), { first: observation, values: [observation.value] });
    else group.values.push(observation.value);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, values }]) => ({ first, values: values.sort((a, b) => a - b) }));
}
