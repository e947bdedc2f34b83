import type { Observation } from './observation.ts';

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
