import type { Command } from './command.ts';
import { pickSuite } from './pickSuite.ts';

/** Shows a suite of violations. */
export const showSuite: Command =
  ({ benchmarks }) =>
  async (argument) => {
    const suite = await pickSuite(benchmarks.suites, argument, 'Show Suite of Violations');
    if (suite) benchmarks.panels.show(suite);
  };
