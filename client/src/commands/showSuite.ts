import { Uri, window, workspace } from 'vscode';
import { folderName } from '../benchmark/suites.ts';
import type { Command } from './command.ts';

/**
 * Shows the suite whose suite.json was chosen in the explorer, or is the active file; else the only one of the workspace, or the
 * one that is chosen among all.
 */
export const showSuite: Command =
  ({ benchmarks }) =>
  async (argument) => {
    const given = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    if (given?.path.endsWith('/suite.json')) return benchmarks.panels.show(given);
    const suites = await benchmarks.suites.find();
    if (suites.length === 0) {
      void window.showInformationMessage(
        'This workspace has no suite of violations yet. Run “SHACL Repair: Generate VIO Benchmark” on a valid file.',
      );
      return;
    }
    const items = suites.map((uri) => ({
      label: folderName(uri),
      description: workspace.asRelativePath(uri),
      uri,
    }));
    const chosen =
      items.length === 1
        ? items[0]
        : await window.showQuickPick(items, { title: 'Show Suite of Violations' });
    if (chosen) benchmarks.panels.show(chosen.uri);
  };
