import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { mergeShards, reportOf } from '../../lab/evaluation/reports/mergedRuns.ts';
import { type RecordedRun, recordedRun } from '../../lab/evaluation/reports/runStatistics.ts';
import { dataSetText } from '../../lab/evaluation/reports/summaryBlocks.ts';
import { runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { readRun } from '../../lab/evaluation/run/runJson.ts';
import type { RunningCell } from '../../lab/evaluation/run/runTrials.ts';
import type { EstimateJson } from '../../languageServer/jobs/evaluate/estimateRun.ts';
import { recordedProgress } from '../../languageServer/jobs/evaluate/evaluateSuite.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { displayPath, folderUri } from '../output/paths.ts';
import { printJson } from '../output/print.ts';
import { type Attempted, attemptSuite } from './attemptSuite.ts';
import { EvaluatedModels } from './evaluatedModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import { type GraphSuite, printEstimates, type ShownEstimate } from './graphSuites.ts';

/** One graph of a data set, and what is asked only about it. */
interface GraphRun {
  readonly title: string;
  readonly request: EvaluateRequest;
}

/**
 * Evaluates the suites of a data set, one graph after the other, each in a run folder of its own below --out, and prints a
 * table of all. A suite that can't be read does not stop the others. Once nothing more can be asked, no further graph is
 * started.
 *
 * @throws UserError when --out holds other runs.
 */
export async function evaluateDataSet(
  request: EvaluateRequest,
  graphs: readonly GraphSuite[],
  io: CommandIo,
): Promise<ExitCode> {
  const runs = graphs.map((suite) => graphRun(request, suite, io));
  await requireOwnFolders(request, runs, io);
  const models = await EvaluatedModels.open(request, io);
  const estimates: GraphEstimates[] = [];
  const recorded: RecordedRun[] = [];
  const left = new Set(runs);
  let code: ExitCode = 0;
  for (const run of runs) {
    const attempted = await attemptSuite(run.request, {
      models: models.forRun(run.request),
      label: `${run.title}: `,
      spentElsewhere: (cells) => spentOn(cells, runs, run, io),
      io,
    });
    if (attempted.kind === 'unreadable') {
      code = 2;
      continue;
    }
    left.delete(run);
    if (attempted.kind === 'estimated') {
      estimates.push({ graph: run.title, estimates: attempted.estimates });
      continue;
    }
    for (const note of attempted.notes) io.stderr.write(`${run.title}: ${note}\n`);
    recorded.push(await runOf(attempted, run));
    if (attempted.code !== 0) code = attempted.code;
    if (attempted.isStopped) break;
  }
  if (request.dryRun) await printEstimates(summedEstimates(estimates), request, io);
  else await printRuns(recorded, request, io);
  if (left.size > 0) {
    const titles = [...left].map(({ title }) => title).join(', ');
    io.stderr.write(`${counted(left.size, 'graph')} of ${graphs.length} left out: ${titles}.\n`);
  }
  return code;
}

function graphRun(request: EvaluateRequest, { folder, graph }: GraphSuite, io: CommandIo): GraphRun {
  // Nothing is written for a suite that can't be read.
  if (graph === undefined)
    return { title: displayPath(io.cwd, folder), request: { ...request, suite: folder } };
  const own = (parent: string | undefined) => parent && `${parent.replace(/[\\/]$/, '')}/${graph}`;
  const { out, replay, exportCases } = request;
  return {
    title: graph,
    request: {
      ...request,
      suite: folder,
      out: own(out),
      replay: own(replay),
      // Cases of different graphs have the same names, so prompts are named by their contents.
      exportCases: own(exportCases),
    },
  };
}

/** @throws UserError when a run would overwrite another one, before anything is asked for the others. */
async function requireOwnFolders(
  { out, resume, dryRun }: EvaluateRequest,
  runs: readonly GraphRun[],
  io: CommandIo,
): Promise<void> {
  if (out === undefined || dryRun) return;
  const holdsRun = async (folder: string) =>
    (await io.runs.read(folderUri(folder, io)).read(runFiles.run)) !== undefined;
  if (await holdsRun(out)) {
    throw new UserError(
      `--out ${out} holds the run of one suite. Give another folder, in which each graph gets its own folder.`,
    );
  }
  if (resume || (io.quarantined?.size ?? 0) > 0) return;
  for (const { request } of runs) {
    if (request.out === undefined || !(await holdsRun(request.out))) continue;
    throw new UserError(
      `--out ${out} already holds runs. Continue them with --resume, or give another folder.`,
    );
  }
}

/** What the runs on other graphs have spent so far, in USD. */
async function spentOn(
  cells: readonly RunningCell[],
  runs: readonly GraphRun[],
  current: GraphRun,
  io: CommandIo,
): Promise<number> {
  let sum = 0;
  for (const run of runs) {
    const { out } = run.request;
    if (run === current || out === undefined) continue;
    sum += (await recordedProgress(cells, io.runs.read(folderUri(out, io)))).spent;
  }
  return sum;
}

async function runOf(
  { folder }: Extract<Attempted, { kind: 'evaluated' }>,
  { title, request }: GraphRun,
): Promise<RecordedRun> {
  const reading = readRun((await folder.read(runFiles.run)) ?? '');
  if (reading.kind === 'read') return recordedRun(request.out ?? title, reading.value, folder);
  throw new UserError(`${request.out}/${runFiles.run} was changed by another program: ${reading.problem}.`);
}

async function printRuns(
  recorded: readonly RecordedRun[],
  { format, out }: EvaluateRequest,
  io: CommandIo,
): Promise<void> {
  const report = await reportOf(mergeShards(recorded), unaborted);
  if (format === 'json') await printJson(io, report);
  else if (recorded.length > 0) io.stdout.write(dataSetText(report));
  if (out !== undefined && recorded.length > 0) {
    io.stderr.write(
      `The runs are in ${out}, one for each graph. 'shacl-repair report ${out}/*' shows all of them.\n`,
    );
  }
}

/** The estimated cost of asking for one graph. */
interface GraphEstimates {
  readonly graph: string;
  readonly estimates: readonly EstimateJson[];
}

/**
 * The estimated cost of asking for all graphs of a data set. A cell counts for the graphs that it is run on, or for all if
 * there are none.
 */
function summedEstimates(graphs: readonly GraphEstimates[]): readonly ShownEstimate[] {
  const cells = [...new Set(graphs.flatMap(({ estimates }) => estimates.map(({ cell }) => cell)))];
  return cells.map((cell) => {
    const all = graphs.flatMap(({ graph, estimates }) =>
      estimates.filter((each) => each.cell === cell).map((estimate) => ({ graph, estimate })),
    );
    const run = all.filter(({ estimate }) => !estimate.notRun);
    const notRunOn = all.filter(({ estimate }) => estimate.notRun).map(({ graph }) => graph);
    const summed = sum(
      cell,
      (run.length > 0 ? run : all).map(({ estimate }) => estimate),
    );
    return run.length > 0 && notRunOn.length > 0 ? { ...summed, notRunOn } : summed;
  });
}

function sum(cell: string, estimates: readonly EstimateJson[]): EstimateJson {
  const total = (count: (each: EstimateJson) => number) =>
    estimates.reduce((all, each) => all + count(each), 0);
  const known = (cost: 'inputCost' | 'maxCost') =>
    estimates.some((each) => each[cost] === null) ? null : total((each) => each[cost]!);
  const requests = total((each) => each.requests);
  const inputTokens = total((each) => each.inputTokens);
  return {
    cell,
    requests,
    meanInputTokens: requests === 0 ? 0 : Math.round(inputTokens / requests),
    inputTokens,
    inputCost: known('inputCost'),
    maxCost: known('maxCost'),
    notRun: estimates.every(({ notRun }) => notRun),
  };
}
