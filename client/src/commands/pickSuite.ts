import { Uri, window, workspace } from 'vscode';
import { folderName, type Suites } from '../benchmark/suites.ts';

/**
 * The suite whose suite.json was chosen in the explorer, or is the active file; else the only one of the workspace, or the
 * one that is chosen among all.
 */
export async function pickSuite(suites: Suites, argument: unknown, title: string): Promise<Uri | undefined> {
  const given = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
  if (given?.path.endsWith('/suite.json')) return given;
  const found = await suites.find();
  if (found.length === 0) {
    void window.showInformationMessage(
      'This workspace has no suite of violations yet. Run “SHACL Repair: Generate VIO Benchmark” on a valid file.',
    );
    return undefined;
  }
  const items = found.map((uri) => ({
    label: folderName(uri),
    description: workspace.asRelativePath(uri),
    uri,
  }));
  return (items.length === 1 ? items[0] : await window.showQuickPick(items, { title }))?.uri;
}
