import type { TestItem } from 'vscode';
import type { Command } from './command.ts';

/** Compares the texts before and after the change of a case that was chosen in the Test Explorer. */
export const compareCase: Command =
  ({ benchmarks }) =>
  async (argument) => {
    const { id, parent } = (argument ?? {}) as Partial<TestItem>;
    if (id !== undefined && parent?.uri) await benchmarks.comparison.open(parent.uri, id, { preview: true });
  };
