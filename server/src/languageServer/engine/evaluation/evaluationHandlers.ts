import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../../base/userError.ts';
import { reportHtml, reportPage } from '../../../lab/evaluation/reports/html/reportHtml.ts';
import { mergeShards } from '../../../lab/evaluation/reports/mergedRuns.ts';
import { type RecordedRun, recordedRun } from '../../../lab/evaluation/reports/runStatistics.ts';
import { runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import { readRun } from '../../../lab/evaluation/run/runJson.ts';
import { recordedTrials } from '../../../lab/evaluation/run/trialLog.ts';
import { requireInside } from '../../../platform/files/named.ts';
import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import { pageFiles } from '../../../platform/reading/shippedFiles.ts';
import { fileNameOfUri, folderOf, normalizeUri, resolvePath } from '../../../workspace/project/uris.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import { nodeRuns } from '../../jobs/files/nodeRuns.ts';
import { openAnswers } from '../../jobs/models/openModel.ts';
import type { Runs } from '../../jobs/ports.ts';
import type { EvaluationReport, EvaluationRunInfo } from '../../protocol/editor/protocol.ts';
import { failed } from '../../protocol/failures.ts';
import type { evaluationMethods } from '../../protocol/methods/evaluationMethods.ts';
import type { MethodHandlers, RequestContext, SetupContext } from '../requestContext.ts';
import { estimateEvaluation } from './estimateEvaluation.ts';
import type { EvaluationContext } from './evaluationContext.ts';
import { runEvaluation } from './runEvaluation.ts';
import { tryCases } from './tryCases.ts';

/** Answers what is asked about evaluations, with what this machine has. */
export const evaluationHandlers: MethodHandlers<keyof typeof evaluationMethods, SetupContext> = {
  'shaclRepair/estimateEvaluation': ({ plan, ...params }, { setup, ...context }, signal) => {
    const planned = plan.kind === 'goOn' ? { ...plan, run: folderUri(plan.run) } : plan;
    return estimateEvaluation({ ...params, plan: planned, setup }, evaluationContext(context), signal);
  },
  'shaclRepair/evaluate': ({ run, ...params }, { setup, ...context }, signal) =>
    runEvaluation({ ...params, run: folderUri(run), setup }, evaluationContext(context), signal),
  'shaclRepair/tryCases': (params, { setup, ...context }, signal) =>
    tryCases({ ...params, setup }, evaluationContext(context), signal),
  'shaclRepair/evaluationRuns': ({ uris }, context) =>
    evaluationRuns(uris.map(normalizeUri), evaluationContext(context).runs),
  'shaclRepair/evaluationReport': async ({ runs }, context, signal) =>
    runs.length === 0
      ? failed('No run was chosen.')
      : evaluationReport(runs.map(folderUri), evaluationContext(context), signal),
};

function folderUri(uri: string): string {
  return normalizeUri(uri).replace(/\/$/, '');
}

function evaluationContext({ folders, validation, model, progress }: RequestContext): EvaluationContext {
  const note = (message: string) => progress(message, { kind: 'evaluated', message });
  return {
    validation,
    model,
    progress,
    fileSystem: nodeFileSystem,
    runs: nodeRuns(note, (folder, use) => requireInside(folder, folders.map(fsPath), use)),
    openAnswers,
    pageFiles,
    program,
  };
}

function fsPath(uri: string): string {
  return URI.parse(uri).fsPath;
}

async function program(file: string, timeout: number) {
  if (!path.isAbsolute(file)) throw new UserError(`${file} is not started: give its absolute path.`);
  await requireExecutable(file, file);
  return programSystem(file, path.dirname(file), timeout);
}

/** The report of runs as a page; several are compared. */
export async function evaluationReport(
  uris: readonly string[],
  { runs, pageFiles }: Pick<EvaluationContext, 'runs' | 'pageFiles'>,
  signal: AbortSignal,
): Promise<EvaluationReport> {
  try {
    const recorded: RecordedRun[] = [];
    for (const uri of uris) {
      const folder = runs.read(uri);
      const name = fileNameOfUri(uri);
      const text = await folder.read(runFiles.run);
      if (text === undefined) return failed(`${name} has no ${runFiles.run} any more.`);
      const reading = readRun(text);
      if (reading.kind === 'misfit') {
        return failed(
          `${name}/${runFiles.run} is not as this version of SHACL Repair writes it: ${reading.problem}.`,
        );
      }
      recorded.push(recordedRun(name, reading.value, folder));
    }
    const assets = await pageFiles(reportPage);
    return { kind: 'report', html: await reportHtml(mergeShards(recorded), { assets }, signal) };
  } catch (error) {
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

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
