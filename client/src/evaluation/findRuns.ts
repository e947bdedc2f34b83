import { Uri, workspace } from 'vscode';
import type { EvaluationRunInfo } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { Evaluations } from './evaluations.ts';

/** The runs in the workspace, and beside a suite that is outside of it. */
export async function findRuns(evaluations: Evaluations, suite?: Uri): Promise<readonly EvaluationRunInfo[]> {
  const found = await workspace.findFiles('**/run.json', '**/{node_modules,.git}/**', maxRuns);
  const beside = suite ? await runsBeside(suite) : [];
  const files = new Map([...found, ...beside].map((uri) => [uri.toString(), uri]));
  const infos = await evaluations.runs([...files.values()]);
  const own = suite?.toString();
  return infos.filter((info) => own === undefined || info.suite === own);
}

const maxRuns = 1000;

/** A folder beside a suite that is still empty. */
export async function newRunFolder(suite: Uri): Promise<Uri> {
  const folder = Uri.joinPath(suite, '..');
  const name = folder.path.split('/').at(-1)!;
  for (let number = 1; ; number++) {
    const run = Uri.joinPath(folder, '..', `${name}-run${number === 1 ? '' : `-${number}`}`);
    if (!(await exists(run))) return run;
  }
}

async function runsBeside(suite: Uri): Promise<readonly Uri[]> {
  const parent = Uri.joinPath(suite, '../..');
  const name = Uri.joinPath(suite, '..').path.split('/').at(-1)!;
  const entries = await workspace.fs.readDirectory(parent).then(
    (all) => all.map(([entry]) => entry),
    () => [],
  );
  return entries
    .filter((entry) => entry.startsWith(`${name}-run`))
    .map((entry) => Uri.joinPath(parent, entry, 'run.json'));
}

export function exists(uri: Uri): Thenable<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
