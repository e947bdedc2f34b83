import path from 'node:path';
import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import {
  judgedCases,
  judgeSubmission,
  type Standing,
} from '../../lab/evaluation/leaderboard/judgeSubmission.ts';
import {
  type Leaderboard,
  leaderboardPage,
  ranked,
} from '../../lab/evaluation/leaderboard/leaderboardPage.ts';
import type { Figure } from '../../lab/evaluation/reports/figure.ts';
import { reportDataOf, reportHtml, reportPage } from '../../lab/evaluation/reports/html/reportHtml.ts';
import { reportLatex } from '../../lab/evaluation/reports/latex/reportLatex.ts';
import { mergeShards, reportOf } from '../../lab/evaluation/reports/mergedRuns.ts';
import { suiteTitle } from '../../lab/evaluation/reports/pooledGraphs.ts';
import { type MergedRun, type RecordedRun, recordedRun } from '../../lab/evaluation/reports/runStatistics.ts';
import { reportMarkdown } from '../../lab/evaluation/reports/summaryBlocks.ts';
import { csvHeader, csvRow } from '../../lab/evaluation/reports/writeReports.ts';
import { type RunFolder, runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { readRun, suiteHash } from '../../lab/evaluation/run/runJson.ts';
import { type EvaluatedSuite, openSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import { checkHtml, checkMarkdown, checkPage } from '../../lab/tasks/check/checkPages.ts';
import { type CheckReport, checkReport } from '../../lab/tasks/check/checkReport.ts';
import { type CheckJson, readCheck, recordedTrials } from '../../lab/tasks/check/checkRun.ts';
import { validatedSuite } from '../../languageServer/jobs/evaluate/evaluateSuite.ts';
import type { Watch } from '../../shacl/watch.ts';
import type { CliCommand } from '../command.ts';
import { choice, readOptions } from '../input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { timeBudgetOption, usualTimeBudgetHelp, watchOf } from '../input/timeBudget.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';

const maxFiles = 10_000;
const pageName = 'leaderboard.html';

/**
 * Judges all runs below a folder on the suites below it, and writes the page into it.
 *
 * @throws UserError when it has no suite, the page can't be written, or there is no time or memory left.
 */
async function writeLeaderboard(given: string, timeBudget: string | undefined, io: CommandIo): Promise<void> {
  const folder = uriOf(io.cwd, given).replace(/\/$/, '');
  const suites = await suitesBelow(folder, watchOf(io, timeBudget), io);
  if (suites.size === 0) {
    throw new UserError(`${given} has no suite. Put the suites, and the folders of the runs, into it.`);
  }
  const { runs, notJudged } = await runsBelow(folder, io);
  const standings = new Map<string, Standing[]>();
  const refused = [...notJudged];
  const progress = new ProgressLine(io.progress);
  try {
    for (const run of mergeShards(runs)) {
      const { sha256, name } = run.run.suite;
      const suite = suites.get(sha256);
      if (suite === undefined) {
        refused.push({
          submission: run.name,
          reason: `was made on another version of “${name}”: no suite here has its SHA-256, ${sha256}.`,
        });
        continue;
      }
      progress.show(`judging ${run.name}`);
      standings.set(sha256, [
        ...(standings.get(sha256) ?? []),
        ...(await judgeSubmission(run, suite, unaborted)),
      ]);
    }
  } finally {
    progress.end();
  }
  const board: Leaderboard = {
    suites: [...suites].map(([sha256, { suite }]) => ({
      name: suiteTitle(suite.description),
      sha256,
      cases: judgedCases(suite).length,
      standings: ranked(standings.get(sha256) ?? []),
    })),
    notJudged: refused,
  };
  await writePage(path.resolve(io.cwd, given, pageName), await leaderboardPage(board), io);
  const judged = board.suites.reduce((sum, { standings: { length } }) => sum + length, 0);
  io.stdout.write(
    `${given}/${pageName}: ${counted(judged, 'standing')} on ${counted(board.suites.length, 'suite')}\n`,
  );
  for (const { submission, reason } of refused) io.stderr.write(`${submission} ${reason}\n`);
}

async function suitesBelow(
  folder: string,
  watch: Watch,
  io: CommandIo,
): Promise<ReadonlyMap<string, EvaluatedSuite>> {
  const suites = new Map<string, EvaluatedSuite>();
  for (const uri of await filesBelow(folder, 'suite.json', io)) {
    const reading = await openSuite(uri.replace(/\/suite\.json$/, ''), io.fileSystem, unaborted);
    if (reading.kind !== 'suite') {
      const [problem] = reading.problems;
      throw new UserError(`${displayPath(io.cwd, uri)} can't be read as a suite: ${problem?.message}`);
    }
    suites.set(suiteHash(reading.suite), await validatedSuite(reading.suite, watch, unaborted));
  }
  return suites;
}

async function runsBelow(
  folder: string,
  io: CommandIo,
): Promise<{ readonly runs: readonly RecordedRun[]; readonly notJudged: Leaderboard['notJudged'] }> {
  const runs: RecordedRun[] = [];
  const notJudged: Leaderboard['notJudged'][number][] = [];
  for (const uri of await filesBelow(folder, runFiles.run, io)) {
    const own = uri.slice(0, -`/${runFiles.run}`.length);
    const name = decodeURIComponent(own.slice(folder.length + 1));
    const files = io.runs.read(own);
    const reading = readRun((await files.read(runFiles.run)) ?? '');
    if (reading.kind === 'read') runs.push(recordedRun(name, reading.value, files));
    else
      notJudged.push({
        submission: name,
        reason: `is not a run: in its ${runFiles.run}, ${reading.problem}.`,
      });
  }
  return { runs, notJudged };
}

async function filesBelow(folder: string, name: string, io: CommandIo): Promise<readonly string[]> {
  const found = await io.fileSystem.list(folder, `**/${name}`, { files: maxFiles, root: folder });
  return found.uris;
}

async function writePage(file: string, html: string, io: CommandIo): Promise<void> {
  const page = await io.openReport(file);
  try {
    await page.write(html);
    await page.publish();
  } catch (error) {
    await page.abandon();
    throw error;
  }
}

export const reportOptions = {
  format: {
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    help: "md (default), json, csv: a row for each trial, html: a page with charts and failures, latex: the paper's tables and what was done",
  },
  figures: {
    type: 'string',
    value: 'DIR',
    help: 'write every chart of the html page into DIR, as SVG and as PDF; also of a model check',
  },
  leaderboard: {
    type: 'string',
    value: 'DIR',
    help: 'judge all runs under DIR again, on the suites found there, and write DIR/leaderboard.html',
  },
  'time-budget': {
    ...timeBudgetOption,
    help: `with --leaderboard: end after so long without a page. ${usualTimeBudgetHelp}`,
  },
  help: helpOption,
} as const satisfies OptionTable;

/** `shacl-repair report`: 0 when it was printed, 2 when a run can't be read. */
export const report: CliCommand = async (args, io) => {
  const request = readArguments(args);
  if (request === 'help') {
    io.stdout.write(help);
    return 0;
  }
  if (request.leaderboard !== undefined) {
    await writeLeaderboard(request.leaderboard, request.timeBudget, io);
    return 0;
  }
  const parts: RecordedRun[] = [];
  for (const given of request.runs) {
    const part = await runPart(given, io);
    if (part.kind === 'run') {
      parts.push(part.run);
      continue;
    }
    if (request.runs.length > 1) throw new UserError(`${given} is a model check: give it alone.`);
    if (request.figures === undefined) await printCheck(part.report, request.format ?? 'md', io);
    else await writeFigures(await io.drawFigures('modelCheck', part.report), request.figures, io);
    return 0;
  }
  const runs = mergeShards(parts);
  if (request.figures === undefined) {
    await print(runs, request.format ?? 'md', io);
    return 0;
  }
  const data = await reportDataOf(runs, undefined, unaborted);
  await writeFigures(await io.drawFigures('evaluation', data), request.figures, io);
  return 0;
};

async function print(
  runs: readonly MergedRun[],
  format: EvaluationReportFormat,
  io: CommandIo,
): Promise<void> {
  switch (format) {
    case 'csv':
      io.stdout.writeExact(csvHeader());
      for (const run of runs) await printRows(run, io);
      break;
    case 'json':
      await printJson(io, await reportOf(runs, unaborted));
      break;
    case 'html': {
      const assets = await io.pageFiles(reportPage);
      io.stdout.writeExact(await reportHtml(runs, { assets }, unaborted));
      break;
    }
    case 'latex':
      io.stdout.writeExact(reportLatex(await reportOf(runs, unaborted, { byCases: true })));
      break;
    case 'md':
      io.stdout.write(reportMarkdown(await reportOf(runs, unaborted)));
  }
}

type Part =
  | { readonly kind: 'run'; readonly run: RecordedRun }
  | { readonly kind: 'check'; readonly report: CheckReport };

async function runPart(given: string, { cwd, runs }: CommandIo): Promise<Part> {
  const uri = uriOf(cwd, given.replace(/[\\/]run\.json$/, '')).replace(/\/$/, '');
  const name = displayPath(cwd, uri);
  const folder = runs.read(uri);
  const text = await folder.read(runFiles.run);
  if (text === undefined) {
    throw new UserError(
      `${name} has no ${runFiles.run}. Give the folder that 'shacl-repair evaluate --out' wrote or, for a data set of several graphs, the folders in it (${name}/*).`,
    );
  }
  const check = readCheck(text);
  if (check) return { kind: 'check', report: await recordedCheck(check, folder) };
  const reading = readRun(text);
  if (reading.kind === 'read') return { kind: 'run', run: recordedRun(name, reading.value, folder) };
  throw new UserError(
    `${name}/${runFiles.run} is not as evaluate writes it: ${reading.problem}. Run evaluate again, or take a whole copy of the folder.`,
  );
}

async function printRows({ name, run, trials }: MergedRun, { stdout }: CommandIo): Promise<void> {
  const cells = new Map(run.cells.map((cell) => [cell.id, { ...cell, run: name, graph: run.suite.graph }]));
  for await (const trial of trials()) {
    const cell = cells.get(trial.cell);
    if (!cell) continue;
    stdout.writeExact(csvRow(trial, cell));
    await stdout.drained();
  }
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = readOptions(args, { options: reportOptions });
  if (values.help) return 'help';
  const { leaderboard, figures } = values;
  const format = choice('format', values.format, reportFormats);
  if (
    leaderboard !== undefined &&
    (positionals.length > 0 || format !== undefined || figures !== undefined)
  ) {
    throw new UserError(
      '--leaderboard judges all runs of its folder: leave out other runs, --format and --figures.',
    );
  }
  if (figures !== undefined && format !== undefined) {
    throw new UserError('--figures writes SVG and PDF files: leave out --format.');
  }
  if (leaderboard === undefined && positionals.length === 0) {
    throw new UserError("give the folders of runs, as 'shacl-repair evaluate --out' writes them.");
  }
  return {
    runs: positionals,
    leaderboard,
    timeBudget: values['time-budget'],
    figures,
    format,
  };
}

const help = `Usage: shacl-repair report RUN... [options]
       shacl-repair report --leaderboard DIR

Shows what evaluations came to. RUN is a folder that 'shacl-repair evaluate --out' wrote, be it complete or not.
Shards of one evaluation are put together; different evaluations are compared with the first. The folder that
'shacl-repair model-check --out' wrote is shown alone, as md, json or html.

${optionsHelp(reportOptions)}

Exit codes: 0 done, 2 a run can't be read.
`;

/** The report of a model check, complete or not. */
export function recordedCheck(json: CheckJson, folder: Pick<RunFolder, 'lines'>): Promise<CheckReport> {
  return checkReport(json, recordedTrials(folder));
}

/** @throws UserError when model checks have no report of the format. */
export async function printCheck(
  report: CheckReport,
  format: EvaluationReportFormat,
  io: CommandIo,
): Promise<void> {
  switch (format) {
    case 'md':
      io.stdout.write(checkMarkdown(report));
      break;
    case 'json':
      await printJson(io, report);
      break;
    case 'html':
      io.stdout.writeExact(await checkHtml(report, await io.pageFiles(checkPage)));
      break;
    case 'csv':
    case 'latex':
      throw new UserError(`a model check has no report as ${format}: give md, json or html.`);
  }
}

/**
 * Writes figures into a folder, each as SVG and as PDF, and prints a description of each.
 *
 * @throws UserError when there is nothing to draw, or a file can't be written.
 */
export async function writeFigures(
  figures: readonly Figure[],
  given: string,
  { cwd, openReport, stdout, writeBytes }: CommandIo,
): Promise<void> {
  if (figures.length === 0) throw new UserError('there are no recorded results to draw yet.');
  const write = async (name: string, text: string) => {
    const file = await openReport(path.resolve(cwd, given, name));
    try {
      await file.write(text);
      await file.publish();
    } catch (error) {
      await file.abandon();
      throw error;
    }
  };
  for (const { name, title, note, svg, pdf } of figures) {
    await write(`${name}.svg`, svg);
    await writeBytes(path.resolve(cwd, given, `${name}.pdf`), pdf);
    stdout.write(`${name}: ${title}.${note === '' ? '' : ` ${note}`}\n`);
  }
  stdout.write(`${counted(figures.length, 'figure')} in ${given}, each as SVG and PDF.\n`);
}

/** How a report can be printed. */
export const reportFormats = ['md', 'json', 'csv', 'html', 'latex'] as const;
export type EvaluationReportFormat = (typeof reportFormats)[number];
