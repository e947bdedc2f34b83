import type { Command } from './command.ts';

/** Takes away the marks on statements and constraints that coverage has nothing for, and those of benchmarks. */
export const clearCoverage: Command =
  ({ benchmarks, coverage }) =>
  async () => {
    benchmarks.hints.clear();
    coverage.clear();
  };
