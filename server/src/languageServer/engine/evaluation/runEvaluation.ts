import { URI } from 'vscode-uri';
import { UserError } from '../../../base/userError.ts';
import { PromptLog } from '../../../lab/evaluation/requests/promptLog.ts';
import { paperLimit } from '../../../lab/evaluation/run/estimateCells.ts';
import { type RunFolder, runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import { type Cell, type RunJson, readRun } from '../../../lab/evaluation/run/runJson.ts';
import { CaseFiles } from '../../../lab/evaluation/systems/personSystem.ts';
import { cachedModel } from '../../../repair/llm/model/cachedModel.ts';
import { fileNameOfUri, folderOf } from '../../../workspace/project/uris.ts';
import {
  type EvaluationNews,
  type EvaluationStop,
  evaluateSuite,
  pathBetween,
} from '../../jobs/evaluate/evaluateSuite.ts';
import type { Evaluated, Failure } from '../../protocol/editor/protocol.ts';
import { failed, failureOf } from '../../protocol/failures.ts';
import {
  chosenCells,
  type EvaluationContext,
  type ReadySuite,
  readySuite,
  runningCells,
  type WithSetup,
} from './evaluationContext.ts';

/**
 * Has systems attempt the cases of a suite. The command line can continue in the folder, and an editor in a folder of the
 * command line.
 *
 * @throws the signal's reason when aborted; what is recorded is kept then, and not summed up yet.
 */
export async function runEvaluation(
  params: WithSetup<'shaclRepair/evaluate'>,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<Evaluated> {
  const { uri, run, choice, setup } = params;
  if (!run.startsWith('file:'))
    return failed(`${fileNameOfUri(run)} has to be a folder on a local disk. Choose one.`);
  try {
    // Choices that can't be evaluated must not leave an empty folder behind.
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
  { uri, run, setup }: WithSetup<'shaclRepair/evaluate'>,
  { ready: { suite, notes }, folder, chosen }: Opened,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<Evaluated> {
  const before = await earlierRun(folder, run, chosen !== undefined);
  if (before && 'kind' in before) return before;
  const answers = await context.openAnswers(URI.parse(run).fsPath, (problem) => say(problem, context));
  const prompts = await PromptLog.open(folder);
  const suiteFolder = pathBetween(run, folderOf(uri));
  const caseFiles = new CaseFiles(folder, `${suiteFolder}/manifest.ttl`);
  const running = await runningCells(chosen ?? before!.cells, suite.suite, {
    setup,
    context,
    caseFiles,
    wrap: (model) => prompts.model(cachedModel(model, setup.model!.url, answers)),
  });
  if ('kind' in running) return running;
  const evaluation = await evaluateSuite(
    {
      ...(before ?? newRun),
      suite,
      cells: running,
      before,
      suiteFolder,
      limit: paperLimit,
      concurrency: { models: setup.concurrency, others: 1 },
    },
    { folder, observe: stepsTo(context), pageFiles: context.pageFiles },
    signal,
  );
  if (evaluation.kind === 'otherRun') return failed(differences[evaluation.difference] ?? otherVersion);
  const { recorded, all, cells, stopped } = evaluation;
  const waiting = [...caseFiles.unreadable.map(({ name }) => name), ...caseFiles.waiting];
  return {
    kind: 'evaluated',
    recorded,
    all,
    stopped: stopped && unanswered(stopped),
    notes: [...notes, ...reasonsNotRun(cells), ...caseFiles.unreadable.map(({ problem }) => problem)],
    ...(waiting.length > 0 && { waiting: waiting.map((name) => `${run}/${name}`) }),
  };
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
  suite: 'The suite has changed since the run was begun. Begin a new run, or restore the suite.',
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
  if (isNew) return failed(`${name} already holds a run. Continue it, or choose another folder.`);
  const reading = readRun(text);
  return reading.kind === 'read'
    ? reading.value
    : failed(
        `${name}/${runFiles.run} is not as SHACL Repair writes it: ${reading.problem}. Begin a new run.`,
      );
}

/** In sentences. */
export function reasonsNotRun(cells: readonly Cell[]): readonly string[] {
  return cells.flatMap(({ id, notRun }) => (notRun === null ? [] : [`${id} is not run: ${notRun}.`]));
}

/** Why trials have no answer. */
export function unanswered({ error, unanswered }: EvaluationStop): Failure {
  if (unanswered === undefined) return failureOf(error);
  const count = unanswered === 1 ? '1 attempt' : `${unanswered} attempts`;
  return { ...failureOf(error), message: `${count} got no answer. ${error.message}` };
}

function say(message: string, { progress }: Pick<EvaluationContext, 'progress'>): void {
  progress(message, { kind: 'evaluated', message });
}

/** Says how far a run is. */
export function stepsTo(context: Pick<EvaluationContext, 'progress'>): (step: EvaluationNews) => void {
  let tell: ((recorded: number) => void) | undefined;
  return (step) => {
    switch (step.kind) {
      case 'estimating':
        say(`estimating input: ${step.cases} of ${step.of} cases`, context);
        break;
      case 'read':
        tell = trialProgress(context, step.all);
        tell(step.recorded);
        break;
      case 'begun':
        break;
      case 'askingReference':
        say('asking rdf-validate-shacl about the graph as it is', context);
        break;
      case 'recorded':
        tell?.(step.recorded);
        break;
      case 'reporting':
        say('writing the report', context);
    }
  };
}

/** The time between two progress messages of a run, in ms. */
const interval = 50;

/** Reports how many trials are recorded, no more often than people can see. */
function trialProgress(
  { progress }: Pick<EvaluationContext, 'progress'>,
  all: number,
): (recorded: number) => void {
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
