import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import { nodeRuns } from '../../jobs/files/nodeRuns.ts';
import { openAnswers } from '../../jobs/models/openModel.ts';
import { requireInside } from '../../platform/files/named.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { pageFiles } from '../../platform/reading/pageFiles.ts';
import { normalizeUri } from '../../project/uris.ts';
import { failed } from '../../protocol/failures.ts';
import type { evaluationMethods } from '../../protocol/methods/evaluationMethods.ts';
import type { MethodHandlers, RequestContext, SetupContext } from '../requestContext.ts';
import { estimateEvaluation } from './estimateEvaluation.ts';
import type { EvaluationContext } from './evaluationContext.ts';
import { evaluationReport } from './evaluationReport.ts';
import { evaluationRuns } from './evaluationRuns.ts';
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
