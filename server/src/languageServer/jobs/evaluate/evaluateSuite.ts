import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { URI } from 'vscode-uri';
import { UserError } from '../../../base/userError.ts';
import { version } from '../../../base/version.ts';
import { reportPage } from '../../../lab/evaluation/reports/html/reportHtml.ts';
import type { RunReport } from '../../../lab/evaluation/reports/runStatistics.ts';
import { writeReports } from '../../../lab/evaluation/reports/writeReports.ts';
import type { Batches } from '../../../lab/evaluation/requests/batches.ts';
import { type InputLimit, withoutExpensive } from '../../../lab/evaluation/run/estimateCells.ts';
import { type RunFolder, runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import type { RunEnd } from '../../../lab/evaluation/run/runJobs.ts';
import { differenceOf, type RunJson, runJson, selectedCases } from '../../../lab/evaluation/run/runJson.ts';
import { type RunningCell, runTrials } from '../../../lab/evaluation/run/runTrials.ts';
import { trialKey } from '../../../lab/evaluation/run/trial.ts';
import { type OnUnreadable, recordedTrials, recordTrial } from '../../../lab/evaluation/run/trialLog.ts';
import { EvaluatedSuite, type EvaluatedSuiteOptions } from '../../../lab/evaluation/suite/evaluatedSuite.ts';
import type { RunProgram } from '../../../lab/evaluation/systems/commandSystem.ts';
import { programRunner } from '../../../platform/processes/programRunner.ts';
import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { type CrossChecker, referenceCrossCheck } from '../../../vio/cases/crossCheck.ts';
import type { LoadedCase, LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { mixedGraph } from '../../../vio/suite/suiteJson.ts';
import type { PageFiles } from '../ports.ts';

/** The systems of a run and the cases that they attempt. */
export interface EvaluationRun
  extends Pick<RunJson, 'repeat' | 'shard' | 'includeFragile' | 'crossCheck' | 'suiteFolder'> {
  readonly suite: EvaluatedSuite;
  readonly cells: readonly RunningCell[];
  /** What the folder records about the run to continue; undefined for a new run. */
  readonly before: RunJson | undefined;
  /** Cells with a larger input are not run. */
  readonly limit: InputLimit;
  /** The number of parallel attempts, for systems that ask models and for other systems. */
  readonly concurrency: { readonly models: number; readonly others: number };
}

export interface EvaluationPorts {
  /** The folder that keeps the run, so that another run can continue it. */
  readonly folder: RunFolder;
  /** Called with the progress of the run. */
  readonly observe: (step: EvaluationNews) => void;
  readonly onUnreadable?: OnUnreadable;
  /**
   * Prepares the models with these ids to answer. When it returns batches, the run waits for them.
   *
   * @param spent the cost of the recorded answers so far, in USD.
   */
  readonly startModels?: (ids: readonly string[], spent: number) => Promise<Batches | undefined>;
  /** Undefined when the run keeps no report page. */
  readonly pageFiles: PageFiles | undefined;
}

export type EvaluationNews =
  | { readonly kind: 'estimating'; readonly cases: number; readonly of: number }
  /** How many trials were recorded before this run. */
  | { readonly kind: 'read'; readonly recorded: number; readonly all: number }
  /** There are trials left to run. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'askingReference' }
  | { readonly kind: 'recorded'; readonly recorded: number; readonly all: number }
  | { readonly kind: 'reporting' };

export type SuiteEvaluation =
  | {
      readonly kind: 'evaluated';
      readonly report: RunReport;
      readonly cells: readonly RunningCell[];
      readonly recorded: number;
      readonly all: number;
      readonly stopped: EvaluationStop | undefined;
    }
  /** The folder holds a run with other trials. `difference` is the field of run.json that differs. */
  | { readonly kind: 'otherRun'; readonly difference: keyof RunJson };

/** Why a run stopped early. */
export interface EvaluationStop {
  readonly error: ModelError;
  /** The number of trials without an answer; undefined when no request could be made. */
  readonly unanswered: number | undefined;
}

/**
 * Has systems attempt the cases of a suite. Recorded attempts are kept, however the run ends, and the next run in the
 * same folder does not repeat them.
 *
 * @throws the signal's reason when aborted.
 */
export async function evaluateSuite(
  run: EvaluationRun,
  ports: EvaluationPorts,
  signal: AbortSignal,
): Promise<SuiteEvaluation> {
  const { suite, before } = run;
  // All shards must leave out the same cells.
  const cases = selectedCases(suite.suite, { ...run, shard: { index: 1, of: 1 } });
  const cells = before
    ? asBefore(run.cells, before)
    : await affordableCells(run, cases, ports.observe, signal);
  const json = await runJson(suite.suite, { ...run, cells, version });
  const difference = before && differenceOf(before, json);
  if (difference !== undefined) return { kind: 'otherRun', difference };
  if (!before) await ports.folder.write(runFiles.run, [`${JSON.stringify(json, null, 2)}\n`]);
  const outcome = await runRest({ ...run, cells }, json, ports, signal);
  ports.observe({ kind: 'reporting' });
  const report = await writeReports(json, ports.folder, await ports.pageFiles?.(reportPage), signal);
  return { kind: 'evaluated', report, cells, ...outcome };
}

/** Leaves out the cells that the earlier run left out. */
function asBefore(cells: readonly RunningCell[], { cells: before }: RunJson): readonly RunningCell[] {
  return cells.map((cell) => ({
    ...cell,
    notRun: before.find(({ id }) => id === cell.id)?.notRun ?? null,
  }));
}

/** Marks the cells whose input for these cases is too expensive, so that they are not run. */
export function affordableCells(
  { cells, suite, limit }: Pick<EvaluationRun, 'cells' | 'suite' | 'limit'>,
  cases: readonly LoadedCase[],
  observe: (step: EvaluationNews) => void,
  signal: AbortSignal,
): Promise<readonly RunningCell[]> {
  const tell = (count: number) => observe({ kind: 'estimating', cases: count, of: cases.length });
  return withoutExpensive(cells, suite, { cases, limit, tell }, signal);
}

/** Runs the trials that are not recorded yet. */
async function runRest(
  { suite, cells, concurrency }: EvaluationRun,
  json: RunJson,
  { folder, observe, onUnreadable, startModels }: EvaluationPorts,
  signal: AbortSignal,
): Promise<{
  readonly recorded: number;
  readonly all: number;
  readonly stopped: EvaluationStop | undefined;
}> {
  const { done, spent } = await recordedProgress(cells, folder, onUnreadable);
  const running = cells.filter(({ notRun }) => notRun === null);
  const all = json.selected.cases * json.repeat * running.length;
  observe({ kind: 'read', recorded: done.size, all });
  if (done.size >= all) return { recorded: done.size, all, stopped: undefined };
  observe({ kind: 'begun' });
  const models = [...new Set(running.flatMap(({ model }) => (model === null ? [] : [model])))];
  const crossCheck = json.crossCheck === 'all' ? await referenceChecker(suite, observe, signal) : undefined;
  try {
    const batches = models.length > 0 ? await startModels?.(models, spent) : undefined;
    const runOnce = () =>
      runTrials(
        { cells, cases: selectedCases(suite.suite, json), repeat: json.repeat },
        { suite, crossCheck },
        {
          done,
          concurrency: models.length > 0 ? concurrency.models : concurrency.others,
          async record(trial) {
            await recordTrial(folder, trial);
            done.add(trialKey(trial));
            observe({ kind: 'recorded', recorded: done.size, all });
          },
        },
        signal,
      );
    const end = await (batches ? inBatches(runOnce, batches, signal) : runOnce());
    return { recorded: done.size, all, stopped: stopOf(end) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { recorded: done.size, all, stopped: { error, unanswered: undefined } };
  }
}

/** Why trials have no answer; undefined when all have one. */
export function stopOf({ unanswered, reason }: RunEnd): EvaluationStop | undefined {
  return reason && { error: reason, unanswered };
}

/** The recorded trials of cells in the folder of a run, and their cost in USD. */
export async function recordedProgress(
  cells: readonly RunningCell[],
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: OnUnreadable,
): Promise<{ readonly done: Set<string>; readonly spent: number }> {
  const prices = new Map(cells.map(({ id, price }) => [id, price]));
  const done = new Set<string>();
  let spent = 0;
  for await (const trial of recordedTrials(folder, onUnreadable)) {
    done.add(trialKey(trial));
    for (const { asked } of trial.rounds) {
      if (asked && !asked.fromCache) spent += prices.get(trial.cell)?.(asked.usage) ?? 0;
    }
  }
  return { done, spent };
}

/**
 * Runs trials as far as their answers are available, then has the pending requests answered, and repeats that. Each
 * turn answers one round of the conversations.
 */
async function inBatches(
  runOnce: () => Promise<RunEnd>,
  batches: Batches,
  signal: AbortSignal,
): Promise<RunEnd> {
  // Requests that an earlier process submitted must not be submitted again.
  await batches.settle(signal);
  for (;;) {
    const end = await runOnce();
    if (end.postponed === 0) return end;
    if ((await batches.settle(signal)) > 0) continue;
    throw new ModelError('server', 'A batch ended without a single answer.');
  }
}

async function referenceChecker(
  { graph: { recorded, term }, prefixes }: EvaluatedSuite,
  observe: (step: EvaluationNews) => void,
  signal: AbortSignal,
): Promise<CrossChecker> {
  observe({ kind: 'askingReference' });
  return (await referenceCrossCheck({ recorded, prefixes, term }, signal)).check;
}

/** The relative path from one folder to another, with slashes; absolute when there is no relative path. */
export function pathBetween(folderUri: string, toUri: string): string {
  return path.relative(URI.parse(folderUri).fsPath, URI.parse(toUri).fsPath).replaceAll('\\', '/');
}

/** Validates the graph of a suite before systems attempt its cases. Rejects with the signal's reason when aborted. */
export function validatedSuite(
  suite: LoadedSuite,
  validation: EvaluatedSuiteOptions,
  signal: AbortSignal,
): Promise<EvaluatedSuite> {
  const term = termPrinter([suite.graph.prefixes, suite.manifest.prefixes]);
  return EvaluatedSuite.of(suite, { ...validation, term }, signal);
}

/** What people should know about a suite before they evaluate systems on it, in sentences. */
export function suiteNotes(suite: EvaluatedSuite): readonly string[] {
  const mixed = mixedGraph(suite.suite.description);
  return [
    ...(mixed === undefined ? [] : [mixed]),
    ...leftOut(suite).map((reason) => `Not checked: ${reason}`),
  ];
}

/** The shapes that were skipped because they took too long. Other gaps were reported when the suite was generated. */
function leftOut({ suite, graph }: EvaluatedSuite): readonly string[] {
  const known = new Set(suite.input.shapes.notChecked.map(({ reason }) => reason));
  return graph.recorded.result.notChecked.map(({ reason }) => reason).filter((reason) => !known.has(reason));
}

/**
 * Makes a program usable as a repair system.
 *
 * @param file the absolute path of the program.
 * @param workingFolder the folder that it is started in.
 * @param timeout the time limit for a case, in seconds.
 */
export function programSystem(file: string, workingFolder: string, timeout: number): RunProgram {
  return programRunner(file, workingFolder, { milliseconds: 1000 * timeout, maxOutput: 1 << 20 });
}

/** @param name the name that the user gave the file. @throws UserError when the file can't be executed. */
export async function requireExecutable(file: string, name: string): Promise<void> {
  try {
    await access(file, constants.X_OK);
  } catch {
    throw new UserError(
      `${name} can't be started: there is no such file, or it is not executable (chmod +x).`,
    );
  }
}
