import type { Command } from './command.ts';

/** Removes the marks of coverage from statements and constraints, and those of benchmarks. */
export const clearCoverage: Command =
  ({ benchmarks, coverage }) =>
  async () => {
    benchmarks.hints.clear();
    coverage.clear();
  };
