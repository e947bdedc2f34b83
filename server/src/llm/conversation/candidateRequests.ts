import type { ModelRequest } from '../model/languageModel.ts';

/**
 * The first requests of several conversations about the same thing, which are meant to end differently: each has a seed
 * of its own, and all but the first have a temperature at which answers vary.
 */
export function candidateRequests(first: ModelRequest, candidates: number): readonly ModelRequest[] {
  const { temperature, seed = 0 } = first;
  const others = Array.from({ length: candidates - 1 }, (_, i) => ({
    ...first,
    temperature: Math.max(temperature, otherTemperature),
    seed: seed + i + 1,
  }));
  return [first, ...others];
}

const otherTemperature = 0.7;
