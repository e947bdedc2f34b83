import { runFiles } from '../../evaluation/run/runFolder.ts';
import { readRun } from '../../evaluation/run/runJson.ts';
import { recordedTrials } from '../../evaluation/run/trialLog.ts';
import type { Runs } from '../../jobs/ports.ts';
import { folderOf, resolvePath } from '../../project/uris.ts';
import type { EvaluationRunInfo } from '../../protocol/editor/protocol.ts';

/** What is known of runs. Files that are something else, or can't be read, are left out. */
export async function evaluationRuns(
  uris: readonly string[],
  runs: Runs,
): Promise<readonly EvaluationRunInfo[]> {
  const found: EvaluationRunInfo[] = [];
  for (const uri of uris) {
    const info = await runInfo(folderOf(uri).replace(/\/$/, ''), runs);
    if (info) found.push(info);
  }
  return found;
}

async function runInfo(uri: string, runs: Runs): Promise<EvaluationRunInfo | undefined> {
  const folder = runs.read(uri);
  const reading = readRun((await folder.read(runFiles.run).catch(() => undefined)) ?? '');
  if (reading.kind === 'misfit') return undefined;
  let recorded = 0;
  for await (const _ of recordedTrials(folder)) recorded++;
  const { suite, suiteFolder, cells, selected, repeat } = reading.value;
  return {
    run: uri,
    suite: suiteFolder === null ? undefined : resolvePath(`${uri}/`, `${suiteFolder}/suite.json`),
    name: suite.name,
    cells: cells.map(({ id }) => id),
    recorded,
    all: selected.cases * repeat * cells.filter(({ notRun }) => notRun === null).length,
  };
}
