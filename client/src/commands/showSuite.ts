import { Uri, window } from 'vscode';
import type { Command } from './command.ts';

/** Shows the suite whose suite.json was chosen in the explorer, or is the active file. */
export const showSuite: Command =
  ({ benchmarks }) =>
  async (argument) => {
    const uri = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    if (uri?.path.endsWith('/suite.json')) benchmarks.panels.show(uri);
    else
      void window.showInformationMessage(
        'Open the suite.json of a suite first, or select it in the Explorer.',
      );
  };
