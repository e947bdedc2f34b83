import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import { nodeRuns } from '../../jobs/files/nodeRuns.ts';
import { openAnswers } from '../../jobs/models/openModel.ts';
import { requireInside } from '../../platform/files/named.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { pageFiles } from '../../platform/reading/pageFiles.ts';
import type { EvaluationRequests } from '../../protocol/engine/evaluationRequests.ts';
import type { RequestContext, RequestHandlers } from '../requestContext.ts';
import { estimateEvaluation } from './estimateEvaluation.ts';
import type { EvaluationContext } from './evaluationContext.ts';
import { evaluationReport } from './evaluationReport.ts';
import { evaluationRuns } from './evaluationRuns.ts';
import { runEvaluation } from './runEvaluation.ts';
import { tryCases } from './tryCases.ts';

/** Answers what is asked about evaluations, with what this machine has. */
export const evaluationRequests: RequestHandlers<keyof EvaluationRequests> = {
  estimateEvaluation: (params, context, signal) =>
    estimateEvaluation(params, evaluationContext(context), signal),
  evaluate: (params, context, signal) => runEvaluation(params, evaluationContext(context), signal),
  tryCases: (params, context, signal) => tryCases(params, evaluationContext(context), signal),
  evaluationRuns: ({ uris }, context) => evaluationRuns(uris, evaluationContext(context).runs),
  evaluationReport: ({ runs }, context, signal) => evaluationReport(runs, evaluationContext(context), signal),
};

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
