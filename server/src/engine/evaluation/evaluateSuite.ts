import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { reportPage } from '../../evaluation/reports/html/reportHtml.ts';
import { writeReports } from '../../evaluation/reports/writeReports.ts';
import { PromptLog } from '../../evaluation/requests/promptLog.ts';
import { paperLimit, withoutExpensive } from '../../evaluation/run/estimateCells.ts';
import { type RunFolder, runFiles } from '../../evaluation/run/runFolder.ts';
import type { RunEnd } from '../../evaluation/run/runJobs.ts';
import {
  type Cell,
  differenceOf,
  type RunJson,
  readRun,
  runJson,
  selectedCases,
} from '../../evaluation/run/runJson.ts';
import { type RunningCell, runTrials } from '../../evaluation/run/runTrials.ts';
import { trialKey } from '../../evaluation/run/trial.ts';
import { recordedTrials, recordTrial } from '../../evaluation/run/trialLog.ts';
import type { EvaluatedSuite } from '../../evaluation/suite/evaluatedSuite.ts';
import { pathBetween } from '../../jobs/evaluate/pathBetween.ts';
import { cachedModel } from '../../llm/model/cachedModel.ts';
import { ModelError } from '../../llm/model/languageModel.ts';
import { fileNameOfUri, folderOf } from '../../project/uris.ts';
import type { Evaluated, Failure } from '../../protocol/editor/protocol.ts';
import type { RequestParams } from '../../protocol/engine/requests.ts';
import { failed, failureOf } from '../../protocol/failures.ts';
import { type CrossChecker, referenceCrossCheck } from '../../vio/cases/crossCheck.ts';
import type { LoadedCase } from '../../vio/suite/readSuite.ts';
import {
  chosenCells,
  type EvaluationContext,
  type ReadySuite,
  readySuite,
  runningCells,
} from './evaluationContext.ts';

/**
 * Has systems attempt the cases of a suite, in a folder that the command line can go on with, and the other way round.
 *
 * @throws the signal's reason when aborted; what is recorded is kept then, and not summed up yet.
 */
export async function evaluateSuite(
  params: RequestParams<'evaluate'>,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<Evaluated> {
  const { uri, run, choice, setup } = params;
  if (!run.startsWith('file:'))
    return failed(`${fileNameOfUri(run)} can only be on a disk. Choose a folder there.`);
  try {
    // A folder without a run is not to be left behind by what can't be evaluated.
    const chosen = choice && chosenCells(choice, setup);
    if (chosen && 'kind' in chosen) return chosen;
    context.progress('reading the suite', { kind: 'evaluated', message: 'reading the suite' });
    const ready = await readySuite(uri, context, signal);
    if (ready.kind === 'failed') return ready;
    const folder = await context.runs.open(run);
    try {
      return await inFolder(params, { ready, folder, chosen }, context, signal);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (error instanceof UserError) return failed(error.message);
    throw error;
  }
}

interface Opened {
  readonly ready: ReadySuite;
  readonly folder: RunFolder;
  readonly chosen: readonly Cell[] | undefined;
}

async function inFolder(
  { uri, run, setup }: RequestParams<'evaluate'>,
  { ready: { suite, notes }, folder, chosen }: Opened,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<Evaluated> {
  const before = await earlierRun(folder, run, chosen !== undefined);
  if (before && 'kind' in before) return before;
  const answers = await context.openAnswers(URI.parse(run).fsPath, (problem) => say(problem, context));
  const prompts = await PromptLog.open(folder);
  const running = await runningCells(chosen ?? before!.cells, suite.suite, {
    setup,
    context,
    wrap: (model) => prompts.model(cachedModel(model, setup.model!.url, answers)),
  });
  if ('kind' in running) return running;
  const cells = before
    ? running
    : await affordable(running, suite, selectedCases(suite.suite, newRun), context, signal);
  const json = await runJson(suite.suite, {
    ...(before ?? newRun),
    cells,
    suiteFolder: pathBetween(run, folderOf(uri)),
    version,
  });
  const difference = before && differenceOf(before, json);
  if (difference !== undefined) return failed(differences[difference] ?? otherVersion);
  if (!before) await folder.write(runFiles.run, [`${JSON.stringify(json, null, 2)}\n`]);
  const opened = { json, folder, suite, concurrency: setup.concurrency };
  const all = json.selected.cases * json.repeat * cells.filter(({ notRun }) => notRun === null).length;
  const { recorded, stopped } = await runRest(cells, all, opened, context, signal);
  say('writing the report', context);
  await writeReports(json, folder, await context.pageFiles(reportPage), signal);
  return { kind: 'evaluated', recorded, all, stopped, notes: [...notes, ...whatIsNotRun(cells)] };
}

const newRun = {
  repeat: 1,
  shard: { index: 1, of: 1 },
  includeFragile: false,
  crossCheck: 'all',
} as const;

const otherVersion =
  'The run was begun with other options, or by another version of SHACL Repair. Begin a new run.';
const differences: Readonly<Record<string, string>> = {
  suite: 'The suite has changed since the run was begun. Begin a new run, or put the suite back as it was.',
};

async function earlierRun(
  folder: RunFolder,
  run: string,
  isNew: boolean,
): Promise<RunJson | Failure | undefined> {
  const name = fileNameOfUri(run);
  const text = await folder.read(runFiles.run);
  if (text === undefined) {
    return isNew ? undefined : failed(`${name} has no ${runFiles.run} any more. Begin a new run.`);
  }
  if (isNew) return failed(`${name} holds a run already. Go on with it, or choose another folder.`);
  const reading = readRun(text);
  return reading.kind === 'read'
    ? reading.value
    : failed(
        `${name}/${runFiles.run} is not as SHACL Repair writes it: ${reading.problem}. Begin a new run.`,
      );
}

/** Cells whose input is too expensive are not run. */
export function affordable(
  cells: readonly RunningCell[],
  suite: EvaluatedSuite,
  cases: readonly LoadedCase[],
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<readonly RunningCell[]> {
  const tell = (count: number) => say(`estimating input: ${count} of ${cases.length} cases`, context);
  return withoutExpensive(cells, suite, { cases, limit: paperLimit, tell }, signal);
}

/** In sentences. */
export function whatIsNotRun(cells: readonly Cell[]): readonly string[] {
  return cells.flatMap(({ id, notRun }) => (notRun === null ? [] : [`${id} is not run: ${notRun}.`]));
}

interface Rest {
  readonly json: RunJson;
  readonly folder: RunFolder;
  readonly suite: EvaluatedSuite;
  readonly concurrency: number;
}

/** Runs what is not recorded yet. */
async function runRest(
  cells: readonly RunningCell[],
  all: number,
  { json, folder, suite, concurrency }: Rest,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<{ readonly recorded: number; readonly stopped: Failure | undefined }> {
  const done = new Set<string>();
  for await (const trial of recordedTrials(folder)) done.add(trialKey(trial));
  const tell = trialProgress(context, all);
  tell(done.size);
  if (done.size >= all) return { recorded: done.size, stopped: undefined };
  const asksModel = cells.some(({ model, notRun }) => model !== null && notRun === null);
  const record = async (trial: Parameters<typeof recordTrial>[1]) => {
    await recordTrial(folder, trial);
    done.add(trialKey(trial));
    tell(done.size);
  };
  try {
    const crossCheck = json.crossCheck === 'all' ? await checkerOf(suite, context, signal) : undefined;
    const end = await runTrials(
      { cells, cases: selectedCases(suite.suite, json), repeat: json.repeat },
      { suite, crossCheck },
      { done: new Set(done), record, concurrency: asksModel ? concurrency : 1 },
      signal,
    );
    return { recorded: done.size, stopped: unanswered(end) };
  } catch (error) {
    if (error instanceof ModelError) return { recorded: done.size, stopped: failureOf(error) };
    throw error;
  }
}

/** Why trials have no answer; undefined when all have one. */
export function unanswered({ unanswered, reason }: RunEnd): Failure | undefined {
  if (!reason) return undefined;
  const count = unanswered === 1 ? '1 attempt' : `${unanswered} attempts`;
  return { ...failureOf(reason), message: `${count} got no answer. ${reason.message}` };
}

async function checkerOf(
  { graph: { recorded, term }, prefixes }: EvaluatedSuite,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<CrossChecker> {
  say('asking rdf-validate-shacl about the graph as it is', context);
  return (await referenceCrossCheck({ recorded, prefixes, term }, signal)).check;
}

function say(message: string, { progress }: EvaluationContext): void {
  progress(message, { kind: 'evaluated', message });
}

/** Between two messages about how far a run is, in ms. */
const interval = 50;

/** Says how many trials are recorded, not more often than people can see. */
function trialProgress({ progress }: EvaluationContext, all: number): (recorded: number) => void {
  let [told, time] = [0, 0];
  return (recorded) => {
    const now = performance.now();
    if (now - time < interval && recorded < all) return;
    const message = `${recorded.toLocaleString('en')} of ${all.toLocaleString('en')} attempts`;
    const increment = all === 0 ? 0 : (100 * (recorded - told)) / all;
    [told, time] = [recorded, now];
    progress(message, { kind: 'evaluated', message, increment });
  };
}
