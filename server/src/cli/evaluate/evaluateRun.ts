import type { Batches } from '../../evaluation/requests/batches.ts';
import { type RunFolder, runFiles } from '../../evaluation/run/runFolder.ts';
import type { RunEnd } from '../../evaluation/run/runJobs.ts';
import { type RunJson, selectedCases } from '../../evaluation/run/runJson.ts';
import { type RunningCell, runTrials } from '../../evaluation/run/runTrials.ts';
import { trialKey } from '../../evaluation/run/trial.ts';
import { recordedTrials, recordTrial } from '../../evaluation/run/trialLog.ts';
import type { EvaluatedSuite } from '../../evaluation/suite/evaluatedSuite.ts';
import { ModelError } from '../../llm/model/languageModel.ts';
import { type CrossChecker, referenceCrossCheck } from '../../vio/cases/crossCheck.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { counted } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { UnreadableLines } from '../output/unreadableLines.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import type { EvaluateSession } from './evaluateSession.ts';

/**
 * Runs what is not recorded yet.
 *
 * @returns why it stopped before the end, for people; undefined when it did not.
 */
export async function runAll(
  cells: readonly RunningCell[],
  { json, folder }: { readonly json: RunJson; readonly folder: RunFolder },
  { request, suite, models, progress, io }: EvaluateSession,
): Promise<string | undefined> {
  const { done, spent } = await recorded(cells, folder, request, io);
  const running = cells.filter(({ notRun }) => notRun === null);
  const all = json.selected.cases * json.repeat * running.length;
  if (done.size >= all) return undefined;
  const ids = [...new Set(running.flatMap(({ model }) => (model === null ? [] : [model])))];
  tellNotChecked(suite, io);
  if (request.crossCheck === 'all') progress.show('asking rdf-validate-shacl about the graph as it is');
  const crossCheck = request.crossCheck === 'all' ? await checkerOf(suite) : undefined;
  try {
    const tell = (text: string) => progress.show(text);
    const batches = ids.length > 0 ? await models.start(ids, { spent, folder, tell }) : undefined;
    const runOnce = () =>
      runTrials(
        { cells, cases: selectedCases(suite.suite, request), repeat: json.repeat },
        { suite, crossCheck },
        {
          done,
          concurrency: request.concurrency ?? (ids.length > 0 ? models.limits.concurrency : 1),
          async record(trial) {
            await recordTrial(folder, trial);
            done.add(trialKey(trial));
            progress.show(`${done.size} of ${counted(all, 'trial')}`);
          },
        },
        unaborted,
      );
    const { unanswered, reason } = await (batches ? inBatches(runOnce, batches) : runOnce());
    return reason && `${counted(unanswered, 'trial')} got no answer. ${reason.message}`;
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
}

/** What is left out of the shapes since it took too long; other things are told where the suite is generated. */
function tellNotChecked({ suite, graph }: EvaluatedSuite, { stderr }: CommandIo): void {
  const known = new Set(suite.input.shapes.notChecked.map(({ reason }) => reason));
  for (const { reason } of graph.recorded.result.notChecked) {
    if (!known.has(reason)) stderr.write(`Not checked: ${printable(reason)}\n`);
  }
}

/** Runs trials as far as answers are there, has the others answered, and so on: each round of a conversation is one. */
async function inBatches(runOnce: () => Promise<RunEnd>, batches: Batches): Promise<RunEnd> {
  // What an earlier process handed in is not to be handed in again.
  await batches.settle(unaborted);
  for (;;) {
    const end = await runOnce();
    if (end.postponed === 0) return end;
    if ((await batches.settle(unaborted)) > 0) continue;
    throw new ModelError('server', 'A batch ended without a single answer.');
  }
}

async function checkerOf({ graph: { recorded, term }, prefixes }: EvaluatedSuite): Promise<CrossChecker> {
  return (await referenceCrossCheck({ recorded, prefixes, term }, unaborted)).check;
}

/** Which trials there are already, and what was spent on them in USD. */
async function recorded(
  cells: readonly RunningCell[],
  folder: RunFolder,
  { out }: EvaluateRequest,
  io: CommandIo,
): Promise<{ readonly done: Set<string>; readonly spent: number }> {
  const prices = new Map(cells.map(({ id, price }) => [id, price]));
  const done = new Set<string>();
  const unreadable = new UnreadableLines();
  let spent = 0;
  for await (const trial of recordedTrials(folder, unreadable.add)) {
    done.add(trialKey(trial));
    for (const { asked } of trial.rounds) {
      if (asked && !asked.fromCache) spent += prices.get(trial.cell)?.(asked.usage) ?? 0;
    }
  }
  unreadable.tell(`${out}/${runFiles.trials}`, io);
  if (done.size > 0) io.stderr.write(`Going on: ${counted(done.size, 'trial')} recorded.\n`);
  return { done, spent };
}
