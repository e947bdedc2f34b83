import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/programs.ts';
import { nodeRuns } from '../../jobs/files/runFolders.ts';
import { openAnswers } from '../../jobs/models/openModel.ts';
import type { LanguageModel } from '../../llm/model/languageModel.ts';
import { requireInside } from '../../platform/files/named.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import { pageFiles } from '../../platform/reading/pageFiles.ts';
import type {
  EvaluationAnswers,
  EvaluationQuestion,
  EvaluationStep,
} from '../../protocol/engine/evaluationMessages.ts';
import type { RecordingOptions } from '../../shacl/incremental/recordedValidation.ts';
import { estimateEvaluation } from './estimateEvaluation.ts';
import { evaluateSuite } from './evaluateSuite.ts';
import type { EvaluationWorld } from './evaluationContext.ts';
import { evaluationReport } from './evaluationReport.ts';
import { evaluationRuns } from './evaluationRuns.ts';
import { tryCases } from './tryCases.ts';

interface Asked {
  /** Of the workspace. */
  readonly folders: readonly string[];
  readonly validation: RecordingOptions;
  readonly model: (id: string) => LanguageModel;
  readonly step: (message: string, step: EvaluationStep) => void;
}

/** Answers what is asked about evaluations, with what this machine has. */
export function answerEvaluationQuestion(
  question: EvaluationQuestion,
  asked: Asked,
  signal: AbortSignal,
): Promise<EvaluationAnswers[EvaluationQuestion['ask']]> {
  const { folders, ...rest } = asked;
  const note = (message: string) => asked.step(message, { kind: 'evaluated', message });
  const runs = nodeRuns(note, (folder, use) => requireInside(folder, folders.map(fsPath), use));
  const world: EvaluationWorld = {
    ...rest,
    fileSystem: nodeFileSystem,
    runs,
    openAnswers,
    pageFiles,
    program,
  };
  switch (question.ask) {
    case 'estimateEvaluation':
      return estimateEvaluation(question, world, signal);
    case 'evaluate':
      return evaluateSuite(question, world, signal);
    case 'tryCases':
      return tryCases(question, world, signal);
    case 'evaluationRuns':
      return evaluationRuns(question.uris, runs);
    case 'evaluationReport':
      return evaluationReport(question.runs, world, signal);
  }
}

function fsPath(uri: string): string {
  return URI.parse(uri).fsPath;
}

async function program(file: string, timeout: number) {
  if (!path.isAbsolute(file)) throw new UserError(`${file} is not started: give its absolute path.`);
  await requireExecutable(file, file);
  return programSystem(file, path.dirname(file), timeout);
}
