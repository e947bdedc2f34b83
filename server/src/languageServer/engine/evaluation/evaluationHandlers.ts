import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../../base/userError.ts';
import { reportHtml, reportPage } from '../../../lab/evaluation/reports/html/reportHtml.ts';
import { mergeShards } from '../../../lab/evaluation/reports/mergedRuns.ts';
import { type RecordedRun, recordedRun } from '../../../lab/evaluation/reports/runStatistics.ts';
import { paperLimit } from '../../../lab/evaluation/run/estimateCells.ts';
import { runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import { type Cell, readRun, selectedCases } from '../../../lab/evaluation/run/runJson.ts';
import { recordedTrials } from '../../../lab/evaluation/run/trialLog.ts';
import { requireInside } from '../../../platform/files/named.ts';
import { nodeFileSystem } from '../../../platform/reading/fileSystem.ts';
import { pageFiles } from '../../../platform/reading/shippedFiles.ts';
import { fileNameOfUri, folderOf, normalizeUri, resolvePath } from '../../../workspace/project/uris.ts';
import { estimateRun } from '../../jobs/evaluate/estimateRun.ts';
import { programSystem, requireExecutable } from '../../jobs/evaluate/evaluateSuite.ts';
import { nodeRuns } from '../../jobs/files/nodeRuns.ts';
import { openAnswers } from '../../jobs/models/openModel.ts';
import type { Runs } from '../../jobs/ports.ts';
import type {
  EstimatedEvaluation,
  EvaluationPlan,
  EvaluationReport,
  EvaluationRunInfo,
  Failure,
} from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup } from '../../protocol/engine/requests.ts';
import { failed } from '../../protocol/failures.ts';
import type { evaluationMethods } from '../../protocol/methods/evaluationMethods.ts';
import type { MethodHandlers, RequestContext, SetupContext } from '../requestContext.ts';
import {
  chosenCells,
  type EvaluationContext,
  readySuite,
  runningCells,
  type WithSetup,
} from './evaluationContext.ts';
import { runEvaluation } from './runEvaluation.ts';
import { tryCases } from './tryCases.ts';

/** Answers requests about evaluations, with the resources of this machine. */
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

/** What is known about runs. Files that are something else, or can't be read, are left out. */
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

/** Estimates what an evaluation would cost. Nothing is sent to models. */
export async function estimateEvaluation(
  { uri, plan, cases: asked, setup }: WithSetup<'shaclRepair/estimateEvaluation'>,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<EstimatedEvaluation> {
  const planned = await plannedCells(plan, setup, context);
  if ('kind' in planned) return planned;
  const ready = await readySuite(uri, context, signal);
  if (ready.kind === 'failed') return ready;
  const { suite } = ready;
  const selected = selectedCases(suite.suite, planned);
  const wanted = asked && new Set(asked);
  const cases = wanted ? suite.suite.cases.filter(({ json }) => wanted.has(json.id)) : selected;
  const running = await runningCells(planned.cells, suite.suite, { setup, context, wrap: (model) => model });
  if ('kind' in running) return running;
  const open = running.filter(({ notRun }) => notRun === null);
  const left = (id: string) => Math.max(0, cases.length * planned.repeat - (planned.recorded.get(id) ?? 0));
  const tell = (count: number) => {
    const message = `estimating: ${count} of ${cases.length} cases`;
    context.progress(message, { kind: 'evaluated', message });
  };
  const extentOf = ({ id, parameters }: Cell) => ({
    cases: left(id),
    repeat: 1,
    rounds: Number(parameters.rounds ?? 1),
  });
  const estimates = await estimateRun(open, suite, { cases, limit: paperLimit, tell, extentOf }, signal);
  return {
    kind: 'estimated',
    trials: open.reduce((sum, { id }) => sum + left(id), 0),
    cells: estimates.map(({ cell, requests, inputTokens, maxCost, notRun }) => ({
      cell,
      requests,
      inputTokens,
      maxCost,
      notRun: plan.kind === 'begin' && notRun,
    })),
  };
}

interface Planned {
  readonly cells: readonly Cell[];
  readonly repeat: number;
  readonly shard: { readonly index: number; readonly of: number };
  readonly includeFragile: boolean;
  /** Attempts that are recorded, by cell. */
  readonly recorded: ReadonlyMap<string, number>;
}

async function plannedCells(
  plan: EvaluationPlan,
  setup: EvaluationSetup,
  { runs }: EvaluationContext,
): Promise<Planned | Failure> {
  if (plan.kind === 'begin') {
    const cells = chosenCells(plan, setup);
    if ('kind' in cells) return cells;
    return { cells, repeat: 1, shard: { index: 1, of: 1 }, includeFragile: false, recorded: new Map() };
  }
  const folder = runs.read(plan.run);
  const reading = readRun((await folder.read(runFiles.run)) ?? '');
  if (reading.kind === 'misfit') {
    return failed(`${runFiles.run} of the run can't be read: ${reading.problem}. Begin a new run.`);
  }
  const recorded = new Map<string, number>();
  for await (const { cell } of recordedTrials(folder)) recorded.set(cell, (recorded.get(cell) ?? 0) + 1);
  return { ...reading.value, recorded };
}
