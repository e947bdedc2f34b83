import type { Command } from './command.ts';

/** Takes away the marks on constraints that no case of a benchmark covers. */
export const clearCoverageHints: Command =
  ({ benchmarks }) =>
  async () =>
    benchmarks.hints.clear();
