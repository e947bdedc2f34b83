import { createHash } from 'node:crypto';
import {
  type Estimate,
  estimateCell,
  type InputLimit,
  inputOf,
  isSurelyWithin,
  paperLimit,
} from '../evaluation/estimate.ts';
import { EvaluatedSuite, type EvaluatedSuiteOptions } from '../evaluation/evaluatedSuite.ts';
import { openSuite } from '../evaluation/openSuite.ts';
import { type RunningCell, runTrials } from '../evaluation/run.ts';
import { type RunFolder, RunInMemory, runFiles } from '../evaluation/runFolder.ts';
import { type RunJson, readRun, runJson, selectedCases } from '../evaluation/runJson.ts';
import { type RunReport, runStatistics } from '../evaluation/runStatistics.ts';
import { statisticsMarkdown } from '../evaluation/statisticsMarkdown.ts';
import { type Summary, summaryOf } from '../evaluation/summary.ts';
import { summaryMarkdown, summaryText } from '../evaluation/summaryMarkdown.ts';
import { trialKey } from '../evaluation/trial.ts';
import { recordedTrials, recordTrial } from '../evaluation/trialLog.ts';
import { csvHeader, csvRow } from '../evaluation/trialsCsv.ts';
import { termPrinter } from '../ide/termPrinter.ts';
import { ModelError } from '../llm/languageModel.ts';
import { dollars } from '../llm/spending.ts';
import { type CrossChecker, referenceCrossCheck } from '../vio/crossCheck.ts';
import type { LoadedSuite } from '../vio/suite/readSuite.ts';
import type { Command } from './command.ts';
import { estimateJson, estimateText } from './evaluateEstimate.ts';
import { EvaluatedModels } from './evaluateModels.ts';
import { type EvaluateRequest, evaluateHelp, evaluateRequest } from './evaluateRequest.ts';
import { systemCells } from './evaluateSystems.ts';
import { CommandError, type CommandIo, type ExitCode } from './io.ts';
import { displayPath, uriOf } from './paths.ts';
import { counted } from './print.ts';
import { ProgressLine } from './progressLine.ts';
import { printable } from './style.ts';
import { version } from './version.ts';
import { unaborted } from './workspace.ts';

/** `shacl-repair evaluate`: 0 when all trials are recorded, 2 when not. */
export const evaluate: Command = async (args, io) => {
  const request = evaluateRequest(args);
  if (request === 'help') {
    io.stdout.write(evaluateHelp);
    return 0;
  }
  const loaded = await loadedSuite(request.suite, io);
  if (!loaded) return 2;
  const models = await EvaluatedModels.open(request, io);
  const cells = await systemCells({ request, suite: loaded, models, io });
  const progress = new ProgressLine(io.progress);
  try {
    const suite = await EvaluatedSuite.of(loaded, suiteOptions(loaded, io), unaborted);
    const session: Session = { request, suite, models, progress, io };
    return request.dryRun ? await dryRun(cells, session) : await run(cells, session);
  } finally {
    progress.end();
  }
};

interface Session {
  readonly request: EvaluateRequest;
  readonly suite: EvaluatedSuite;
  readonly models: EvaluatedModels;
  readonly progress: ProgressLine;
  readonly io: CommandIo;
}

async function run(cells: readonly RunningCell[], session: Session): Promise<ExitCode> {
  const { request, suite, io } = session;
  const out = request.out === undefined ? undefined : uriOf(io.cwd, request.out).replace(/\/$/, '');
  const folder = out === undefined ? new RunInMemory() : await io.runs.open(out);
  try {
    const before = await earlierRun(folder, request, io);
    const checked = before ? asBefore(cells, before) : await withinLimit(cells, session);
    const json = runJson(suite.suite, { ...request, cells: checked, version }, sha256);
    if (before) requireSame(before, json, request.out!);
    else await folder.write(runFiles.run, [`${JSON.stringify(json, null, 2)}\n`]);
    const stop = await runAll(checked, { json, folder }, session);
    return await finish(json, folder, stop, session);
  } finally {
    await folder.close();
  }
}

async function loadedSuite(given: string, io: CommandIo): Promise<LoadedSuite | undefined> {
  const folder = uriOf(io.cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
  const reading = await openSuite(folder, io.fileSystem, unaborted);
  if (reading.kind === 'suite') return reading.suite;
  for (const { file, line, message } of reading.problems) {
    const place = [displayPath(io.cwd, `${folder}/${file}`), ...(line === undefined ? [] : [line])].join(':');
    io.stderr.write(`${place}: ${printable(message)}\n`);
  }
  return undefined;
}

function suiteOptions(
  { graph, manifest }: LoadedSuite,
  { probe, quarantined }: CommandIo,
): EvaluatedSuiteOptions {
  const term = termPrinter([graph.prefixes, manifest.prefixes]);
  return { term, ...(probe && { probe }), ...(quarantined && { quarantined }) };
}

/** What the folder says of the run that is to go on; undefined for a new one. */
async function earlierRun(
  folder: RunFolder,
  { resume, out }: EvaluateRequest,
  { quarantined }: CommandIo,
): Promise<RunJson | undefined> {
  const text = await folder.read(runFiles.run);
  if (text === undefined) return undefined;
  // A command that begins again without a constraint that took too long goes on, too.
  if (!resume && (quarantined?.size ?? 0) === 0) {
    throw new CommandError(
      `--out ${out} holds a run already. Go on with it by --resume, or give another folder.`,
    );
  }
  const run = readRun(text);
  if (run) return run;
  throw new CommandError(`${out}/${runFiles.run} is no run of ours. Give another folder.`);
}

/** What was left out is left out again. */
function asBefore(cells: readonly RunningCell[], { cells: before }: RunJson): readonly RunningCell[] {
  return cells.map((cell) => ({
    ...cell,
    notRun: before.find(({ id }) => id === cell.id)?.notRun ?? null,
  }));
}

/** Trials of different runs in one file would be worth nothing. */
function requireSame(before: RunJson, now: RunJson, out: string): void {
  const { generator: _, ...fields } = now;
  const different = Object.entries(fields).find(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof RunJson]),
  );
  if (different === undefined) return;
  throw new CommandError(
    `--out ${out} holds a run with ${differences[different[0]] ?? 'other options'}. Give the same options as before to go on with it, or another folder.`,
  );
}

const differences: Readonly<Record<string, string>> = {
  suite: 'another suite',
  cells: 'other systems, or other options of models',
  repeat: 'another --repeat',
  shard: 'another --shard',
};

/** Cells whose input is too expensive are not run. */
async function withinLimit(
  cells: readonly RunningCell[],
  { request, suite, progress }: Session,
): Promise<readonly RunningCell[]> {
  const limit = limitOf(request);
  const asking = cells.filter(({ repair }) => repair.firstRequest);
  if (asking.length === 0 || isSurelyWithin(suite, asking, limit)) return cells;
  const cases = selectedCases(suite.suite, { ...request, shard: wholeSuite });
  const checked: RunningCell[] = [];
  for (const cell of cells) {
    progress.show(`estimating the input of ${cell.id}`);
    const estimate = await estimateCell(cell, suite, cases, limit, unaborted);
    checked.push(estimate?.isOver ? { ...cell, notRun: whyOver(estimate, limit) } : cell);
  }
  return checked;
}

/** All shards have to leave out the same. */
const wholeSuite = { index: 1, of: 1 };

function limitOf({ maxInputCost }: EvaluateRequest): InputLimit {
  return maxInputCost === undefined ? paperLimit : { ...paperLimit, meanCost: maxInputCost };
}

function whyOver({ cell, inputTokens, requests }: Estimate, { meanCost, meanTokens }: InputLimit): string {
  const mean = Math.round(inputTokens / requests);
  const tokens = `about ${mean.toLocaleString('en')} tokens of input a request`;
  const cost = cell.price?.(inputOf(mean));
  return cost === undefined
    ? `${tokens}, more than ${meanTokens.toLocaleString('en')}`
    : `${tokens}, ${dollars(cost)}, more than ${dollars(meanCost)} (--max-input-cost)`;
}

/** Says what asking would take. Nothing is sent. */
async function dryRun(
  cells: readonly RunningCell[],
  { request, suite, progress, io }: Session,
): Promise<ExitCode> {
  const cases = selectedCases(suite.suite, request);
  const limit = limitOf(request);
  const estimates: Estimate[] = [];
  for (const cell of cells) {
    progress.show(`estimating the input of ${cell.id}`);
    const estimate = await estimateCell(cell, suite, cases, limit, unaborted);
    if (estimate) estimates.push(estimate);
  }
  const all = { cases: cases.length, repeat: request.repeat, rounds: request.rounds, limit };
  const json = estimates.map((estimate) => estimateJson(estimate, all));
  io.stdout.write(request.format === 'json' ? `${JSON.stringify(json, null, 2)}\n` : estimateText(json));
  return 0;
}

/**
 * Runs what is not recorded yet.
 *
 * @returns why it stopped before the end, for people; undefined when it did not.
 */
async function runAll(
  cells: readonly RunningCell[],
  { json, folder }: { readonly json: RunJson; readonly folder: RunFolder },
  { request, suite, models, progress, io }: Session,
): Promise<string | undefined> {
  const { done, spent } = await recorded(cells, folder, request, io);
  const running = cells.filter(({ notRun }) => notRun === null);
  const all = json.selected.cases * json.repeat * running.length;
  if (done.size >= all) return undefined;
  const ids = [...new Set(running.flatMap(({ model }) => (model === null ? [] : [model])))];
  if (ids.length > 0) await models.start(ids, spent);
  if (request.crossCheck === 'all') progress.show('asking rdf-validate-shacl about the graph as it is');
  const crossCheck = request.crossCheck === 'all' ? await checkerOf(suite) : undefined;
  let count = done.size;
  try {
    const { unanswered, reason } = await runTrials(
      { cells, cases: selectedCases(suite.suite, request), repeat: json.repeat },
      { suite, crossCheck },
      {
        done,
        concurrency: request.concurrency ?? (ids.length > 0 ? models.limits.concurrency : 1),
        async record(trial) {
          await recordTrial(folder, trial);
          progress.show(`${++count} of ${counted(all, 'trial')}`);
        },
      },
      unaborted,
    );
    return reason && `${counted(unanswered, 'trial')} got no answer. ${reason.message}`;
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
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
): Promise<{ readonly done: ReadonlySet<string>; readonly spent: number }> {
  const prices = new Map(cells.map(({ id, price }) => [id, price]));
  const done = new Set<string>();
  const unreadable: number[] = [];
  let spent = 0;
  for await (const trial of recordedTrials(folder, (line) => unreadable.push(line))) {
    done.add(trialKey(trial));
    for (const { asked } of trial.rounds) {
      if (asked && !asked.fromCache) spent += prices.get(trial.cell)?.(asked.usage) ?? 0;
    }
  }
  if (unreadable.length > 0) {
    const lines = counted(unreadable.length, 'line');
    io.stderr.write(
      `${out}/${runFiles.trials}:${unreadable[0]}: ${lines} can't be read; these trials are run again.\n`,
    );
  }
  if (done.size > 0) io.stderr.write(`Going on: ${counted(done.size, 'trial')} recorded.\n`);
  return { done, spent };
}

/** Sums up what is recorded, writes and prints it. */
async function finish(
  run: RunJson,
  folder: RunFolder,
  stop: string | undefined,
  { request: { format, out }, progress, io }: Session,
): Promise<ExitCode> {
  const summary = await summaryOf(run, recordedTrials(folder));
  const trials = () => recordedTrials(folder);
  const statistics = await runStatistics([{ name: run.suite.name, run, trials }], unaborted);
  const json = `${JSON.stringify({ ...summary, statistics } satisfies RunReport, null, 2)}\n`;
  await folder.write(runFiles.json, [json]);
  await folder.write(runFiles.markdown, [summaryMarkdown(summary), '\n', statisticsMarkdown(statistics)]);
  await folder.write(runFiles.csv, csvOf(run, folder));
  progress.end();
  io.stdout.write(format === 'json' ? json : summaryText(summary));
  if (stop !== undefined) {
    io.stderr.write(`${stop}\nWhat is recorded is kept; the same command with --resume goes on.\n`);
  }
  if (out !== undefined) io.stderr.write(`The run is in ${out}.\n`);
  return isComplete(summary) ? 0 : 2;
}

function isComplete({ cells }: Summary): boolean {
  return cells.every(({ missing }) => missing === 0);
}

async function* csvOf({ suite, cells }: RunJson, folder: RunFolder): AsyncIterable<string> {
  const known = new Map(cells.map((cell) => [cell.id, { ...cell, run: suite.name }]));
  yield csvHeader();
  for await (const trial of recordedTrials(folder)) {
    const cell = known.get(trial.cell);
    if (cell) yield csvRow(trial, cell);
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
