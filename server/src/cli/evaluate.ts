import { createHash } from 'node:crypto';
import { EvaluatedSuite } from '../evaluation/evaluatedSuite.ts';
import { type RunningCell, runTrials } from '../evaluation/run.ts';
import { type RunFolder, RunInMemory, runFiles } from '../evaluation/runFolder.ts';
import { type RunJson, runJson, selectedCases } from '../evaluation/runJson.ts';
import { type Summary, summaryOf } from '../evaluation/summary.ts';
import { summaryMarkdown, summaryText } from '../evaluation/summaryMarkdown.ts';
import { plainSystems } from '../evaluation/systems/index.ts';
import { trialKey } from '../evaluation/trial.ts';
import { recordedTrials, recordTrial } from '../evaluation/trialLog.ts';
import { csvHeader, csvRow } from '../evaluation/trialsCsv.ts';
import { termPrinter } from '../ide/termPrinter.ts';
import { referenceCrossCheck } from '../vio/crossCheck.ts';
import { type LoadedSuite, readSuite } from '../vio/suite/readSuite.ts';
import type { Command } from './command.ts';
import { type EvaluateRequest, evaluateHelp, evaluateRequest } from './evaluateRequest.ts';
import { CommandError, type CommandIo, type ExitCode } from './io.ts';
import { oneOf } from './options.ts';
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
  const suite = await loadedSuite(request.suite, io);
  if (!suite) return 2;
  const cells = cellsOf(request, suite);
  const run = runJson(suite, { ...request, cells, version }, sha256);
  const out = request.out === undefined ? undefined : uriOf(io.cwd, request.out).replace(/\/$/, '');
  const folder = out === undefined ? new RunInMemory() : await io.runs.open(out);
  try {
    const done = await begin(run, folder, request, io);
    await runAll(suite, cells, { request, run, folder, done }, io);
    return await finish(run, folder, request, io);
  } finally {
    await folder.close();
  }
};

async function loadedSuite(given: string, io: CommandIo): Promise<LoadedSuite | undefined> {
  const folder = uriOf(io.cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
  const reading = await readSuite(folder, io.fileSystem, unaborted);
  if (reading.kind === 'suite') return reading.suite;
  for (const { file, line, message } of reading.problems) {
    const place = [displayPath(io.cwd, `${folder}/${file}`), ...(line === undefined ? [] : [line])].join(':');
    io.stderr.write(`${place}: ${printable(message)}\n`);
  }
  return undefined;
}

function cellsOf({ systems }: EvaluateRequest, suite: LoadedSuite): readonly RunningCell[] {
  const changes = new Map(suite.cases.map(({ json, change }) => [json.id, change]));
  return systems.map((id) => {
    const system = Object.hasOwn(plainSystems, id) ? plainSystems[id] : undefined;
    if (!system)
      throw new CommandError(`--system can't be '${id}': give ${oneOf(Object.keys(plainSystems))}.`);
    const repair = system({ changeOf: (caseId) => changes.get(caseId)! });
    return { id, system: id, strategy: null, model: null, parameters: {}, notRun: null, repair };
  });
}

/** Writes down what the run is about, and finds out what is recorded of it already. */
async function begin(
  run: RunJson,
  folder: RunFolder,
  { resume, out }: EvaluateRequest,
  io: CommandIo,
): Promise<ReadonlySet<string>> {
  const before = await folder.read(runFiles.run);
  // A command that begins again without a constraint that took too long goes on, too.
  const goesOn = resume || (io.quarantined?.size ?? 0) > 0;
  if (before !== undefined && !goesOn) {
    throw new CommandError(
      `--out ${out} holds a run already. Go on with it by --resume, or give another folder.`,
    );
  }
  if (before !== undefined) requireSame(before, run, out!);
  const done = new Set<string>();
  const unreadable: number[] = [];
  for await (const trial of recordedTrials(folder, (line) => unreadable.push(line)))
    done.add(trialKey(trial));
  if (unreadable.length > 0) {
    io.stderr.write(
      `${out}/${runFiles.trials}:${unreadable[0]}: ${counted(unreadable.length, 'line')} can't be read; these trials are run again.\n`,
    );
  }
  if (resume && done.size > 0) io.stderr.write(`Going on: ${counted(done.size, 'trial')} are recorded.\n`);
  if (before === undefined) await folder.write(runFiles.run, [`${JSON.stringify(run, null, 2)}\n`]);
  return done;
}

/** Trials of different runs in one file would be worth nothing. */
function requireSame(before: string, run: RunJson, out: string): void {
  const { generator: _, ...now } = run;
  let then: Partial<RunJson>;
  try {
    then = JSON.parse(before);
  } catch {
    throw new CommandError(`${out}/${runFiles.run} is no run of ours. Give another folder.`);
  }
  const different = Object.entries(now).find(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name as keyof RunJson]),
  );
  if (different === undefined) return;
  throw new CommandError(
    `--out ${out} holds a run with ${differences[different[0]] ?? 'other options'}. Give the same options as before to go on with it, or another folder.`,
  );
}

const differences: Readonly<Record<string, string>> = {
  suite: 'another suite',
  cells: 'other systems',
  repeat: 'another --repeat',
  shard: 'another --shard',
};

interface Work {
  readonly request: EvaluateRequest;
  readonly run: RunJson;
  readonly folder: RunFolder;
  readonly done: ReadonlySet<string>;
}

async function runAll(
  loaded: LoadedSuite,
  cells: readonly RunningCell[],
  { request, run, folder, done }: Work,
  { probe, quarantined, progress: output }: CommandIo,
): Promise<void> {
  const all = run.selected.cases * run.repeat * cells.length;
  if (done.size >= all) return;
  const progress = new ProgressLine(output);
  const term = termPrinter([loaded.graph.prefixes, loaded.manifest.prefixes]);
  const options = { term, ...(probe && { probe }), ...(quarantined && { quarantined }) };
  const suite = await EvaluatedSuite.of(loaded, options, unaborted);
  if (request.crossCheck === 'all') progress.show('asking rdf-validate-shacl about the graph as it is');
  const { recorded } = suite.graph;
  const reference =
    request.crossCheck === 'all'
      ? await referenceCrossCheck({ recorded, prefixes: suite.prefixes, term }, unaborted)
      : undefined;
  let count = done.size;
  try {
    await runTrials(
      { cells, cases: selectedCases(loaded, request), repeat: run.repeat },
      { suite, crossCheck: reference?.check },
      {
        done,
        concurrency: request.concurrency ?? 1,
        async record(trial) {
          await recordTrial(folder, trial);
          progress.show(`${++count} of ${counted(all, 'trial')}`);
        },
      },
      unaborted,
    );
  } finally {
    progress.end();
  }
}

/** Sums up what is recorded, writes and prints it. */
async function finish(
  run: RunJson,
  folder: RunFolder,
  { format, out }: EvaluateRequest,
  io: CommandIo,
): Promise<ExitCode> {
  const summary = await summaryOf(run, recordedTrials(folder));
  const json = `${JSON.stringify(summary, null, 2)}\n`;
  await folder.write(runFiles.json, [json]);
  await folder.write(runFiles.markdown, [summaryMarkdown(summary)]);
  await folder.write(runFiles.csv, csvOf(run, folder));
  io.stdout.write(format === 'json' ? json : summaryText(summary));
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
