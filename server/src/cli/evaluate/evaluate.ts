import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { reportPage } from '../../evaluation/reports/html/reportHtml.ts';
import type { Summary } from '../../evaluation/reports/summary.ts';
import { summaryText } from '../../evaluation/reports/summaryMarkdown.ts';
import { writeReports } from '../../evaluation/reports/writeReports.ts';
import { type RunFolder, RunInMemory, runFiles } from '../../evaluation/run/runFolder.ts';
import { differenceOf, type RunJson, readRun, runJson } from '../../evaluation/run/runJson.ts';
import type { RunningCell } from '../../evaluation/run/runTrials.ts';
import { EvaluatedSuite, type EvaluatedSuiteOptions } from '../../evaluation/suite/evaluatedSuite.ts';
import { openSuite } from '../../evaluation/suite/openSuite.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import { pathBetween } from '../../jobs/evaluate/pathBetween.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import type { Command } from '../command.ts';
import { displayPath, uriOf } from '../input/paths.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { printable } from '../output/style.ts';
import { asBefore, dryRun, withinLimit } from './evaluateLimits.ts';
import { EvaluatedModels } from './evaluateModels.ts';
import { type EvaluateRequest, evaluateHelp, evaluateRequest } from './evaluateRequest.ts';
import { runAll } from './evaluateRun.ts';
import type { EvaluateSession } from './evaluateSession.ts';
import { systemCells } from './evaluateSystems.ts';

/** `shacl-repair evaluate`: 0 when all trials are recorded, 2 when not. */
export const evaluate: Command = async (args, io) => {
  const request = evaluateRequest(args, io.env);
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
    const session: EvaluateSession = { request, suite, models, progress, io };
    return request.dryRun ? await dryRun(cells, session) : await run(cells, session);
  } finally {
    progress.end();
  }
};

async function run(cells: readonly RunningCell[], session: EvaluateSession): Promise<ExitCode> {
  const { request, suite, io } = session;
  const out = request.out === undefined ? undefined : uriOf(io.cwd, request.out).replace(/\/$/, '');
  const suiteFolder = out === undefined ? null : pathBetween(out, suiteUri(request.suite, io));
  const folder = out === undefined ? new RunInMemory() : await io.runs.open(out);
  try {
    const before = await earlierRun(folder, request, io);
    const checked = before ? asBefore(cells, before) : await withinLimit(cells, session);
    const json = await runJson(suite.suite, { ...request, cells: checked, suiteFolder, version });
    if (before) requireSame(before, json, request.out!);
    else await folder.write(runFiles.run, [`${JSON.stringify(json, null, 2)}\n`]);
    const stop = await runAll(checked, { json, folder }, session);
    return await finish(json, folder, stop, session);
  } finally {
    await folder.close();
  }
}

function suiteUri(given: string, { cwd }: CommandIo): string {
  return uriOf(cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
}

async function loadedSuite(given: string, io: CommandIo): Promise<LoadedSuite | undefined> {
  const folder = suiteUri(given, io);
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
    throw new UserError(
      `--out ${out} holds a run already. Go on with it by --resume, or give another folder.`,
    );
  }
  const reading = readRun(text);
  if (reading.kind === 'read') return reading.value;
  throw new UserError(`${out}/${runFiles.run} is no run of ours: ${reading.problem}. Give another folder.`);
}

/** Trials of different runs in one file would be worth nothing. */
function requireSame(before: RunJson, now: RunJson, out: string): void {
  const difference = differenceOf(before, now);
  if (difference === undefined) return;
  throw new UserError(
    `--out ${out} holds a run with ${differences[difference] ?? 'other options'}. Give the same options as before to go on with it, or another folder.`,
  );
}

const differences: Readonly<Record<string, string>> = {
  suite: 'another suite',
  cells: 'other systems, or other options of models',
  repeat: 'another --repeat',
  shard: 'another --shard',
};

/** Sums up what is recorded, writes and prints it. */
async function finish(
  run: RunJson,
  folder: RunFolder,
  stop: string | undefined,
  { request: { format, out }, progress, io }: EvaluateSession,
): Promise<ExitCode> {
  const assets = out === undefined ? undefined : await io.pageFiles(reportPage);
  const report = await writeReports(run, folder, assets, unaborted);
  progress.end();
  if (format === 'json') await printJson(io, report);
  else io.stdout.write(summaryText(report));
  if (stop !== undefined) {
    io.stderr.write(`${stop}\nWhat is recorded is kept; the same command with --resume goes on.\n`);
  }
  if (out !== undefined) io.stderr.write(`The run is in ${out}.\n`);
  return isComplete(report) ? 0 : 2;
}

function isComplete({ cells }: Summary): boolean {
  return cells.every(({ missing }) => missing === 0);
}
