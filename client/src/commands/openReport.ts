import { Uri, window, workspace } from 'vscode';
import { findRuns } from '../evaluation/findRuns.ts';
import type { Command, CommandContext } from './command.ts';

/**
 * Shows the report of runs: of the one whose run.json was chosen in the Explorer or is the active file, else of those that
 * are chosen among all, or among those of the suite that is given.
 */
export const openReport: Command =
  ({ benchmarks }) =>
  async (argument) => {
    const given = argument instanceof Uri ? argument : window.activeTextEditor?.document.uri;
    if (given?.path.endsWith('/run.json')) return benchmarks.runs.show([Uri.joinPath(given, '..')]);
    const isSuite = argument instanceof Uri && argument.path.endsWith('/suite.json');
    const runs = await chosenRuns(isSuite ? argument : undefined, benchmarks);
    if (runs && runs.length > 0) await benchmarks.runs.show(runs);
  };

/** Undefined if the user cancels, or there are none, after telling the user. */
async function chosenRuns(
  suite: Uri | undefined,
  { evaluations }: CommandContext['benchmarks'],
): Promise<readonly Uri[] | undefined> {
  const infos = await findRuns(evaluations, suite);
  if (infos.length === 0) {
    const where = suite ? 'This suite' : 'This workspace';
    void window.showInformationMessage(
      `${where} has no evaluation yet. Run “SHACL Repair: Evaluate Repair Systems…”.`,
    );
    return undefined;
  }
  if (infos.length === 1) return [Uri.parse(infos[0]!.run)];
  const items = infos.map(({ run, cells, recorded, all, name }) => ({
    label: run.split('/').at(-1)!,
    description: `${name}, ${recorded.toLocaleString('en')} of ${all.toLocaleString('en')} attempts`,
    detail: `${workspace.asRelativePath(Uri.parse(run))}: ${cells.join(', ')}`,
    uri: Uri.parse(run),
  }));
  const picked = await window.showQuickPick(items, {
    title: 'Open Evaluation Report',
    placeHolder: 'Which runs? Several runs are merged or compared.',
    canPickMany: true,
    matchOnDetail: true,
  });
  return picked?.map(({ uri }) => uri);
}
