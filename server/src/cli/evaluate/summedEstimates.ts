import type { EstimateJson } from '../../jobs/evaluate/estimateRun.ts';
import type { ShownEstimate } from './printEstimates.ts';

/** What asking would take for one graph. */
export interface GraphEstimates {
  readonly graph: string;
  readonly estimates: readonly EstimateJson[];
}

/** What asking would take for all graphs of a data set. A cell counts for the graphs that it is run on, or for all if there are none. */
export function summedEstimates(graphs: readonly GraphEstimates[]): readonly ShownEstimate[] {
  const cells = [...new Set(graphs.flatMap(({ estimates }) => estimates.map(({ cell }) => cell)))];
  return cells.map((cell) => {
    const all = graphs.flatMap(({ graph, estimates }) =>
      estimates.filter((each) => each.cell === cell).map((estimate) => ({ graph, estimate })),
    );
    const run = all.filter(({ estimate }) => !estimate.notRun);
    const notRunOn = all.filter(({ estimate }) => estimate.notRun).map(({ graph }) => graph);
    const summed = sum(
      cell,
      (run.length > 0 ? run : all).map(({ estimate }) => estimate),
    );
    return run.length > 0 && notRunOn.length > 0 ? { ...summed, notRunOn } : summed;
  });
}

function sum(cell: string, estimates: readonly EstimateJson[]): EstimateJson {
  const total = (count: (each: EstimateJson) => number) =>
    estimates.reduce((all, each) => all + count(each), 0);
  const known = (cost: 'inputCost' | 'maxCost') =>
    estimates.some((each) => each[cost] === null) ? null : total((each) => each[cost]!);
  const requests = total((each) => each.requests);
  const inputTokens = total((each) => each.inputTokens);
  return {
    cell,
    requests,
    meanInputTokens: requests === 0 ? 0 : Math.round(inputTokens / requests),
    inputTokens,
    inputCost: known('inputCost'),
    maxCost: known('maxCost'),
    notRun: estimates.every(({ notRun }) => notRun),
  };
}
