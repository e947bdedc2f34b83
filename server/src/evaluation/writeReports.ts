import { type RunFolder, runFiles } from './runFolder.ts';
import type { RunJson } from './runJson.ts';
import { type RunReport, runStatistics } from './runStatistics.ts';
import { statisticsMarkdown } from './statisticsMarkdown.ts';
import { summaryOf } from './summary.ts';
import { summaryMarkdown } from './summaryMarkdown.ts';
import { recordedTrials } from './trialLog.ts';
import { csvHeader, csvRow } from './trialsCsv.ts';

/**
 * Sums up what is recorded of a run, complete or not, in report.json, report.md and report.csv.
 *
 * @throws the signal's reason when aborted.
 */
export async function writeReports(run: RunJson, folder: RunFolder, signal: AbortSignal): Promise<RunReport> {
  const trials = () => recordedTrials(folder);
  const summary = await summaryOf(run, trials());
  const statistics = await runStatistics([{ name: run.suite.name, run, trials }], signal);
  const report = { ...summary, statistics };
  await folder.write(runFiles.json, [`${JSON.stringify(report, null, 2)}\n`]);
  await folder.write(runFiles.markdown, [summaryMarkdown(summary), '\n', statisticsMarkdown(statistics)]);
  await folder.write(runFiles.csv, rows(run, folder));
  return report;
}

async function* rows({ suite, cells }: RunJson, folder: RunFolder): AsyncIterable<string> {
  const known = new Map(cells.map((cell) => [cell.id, { ...cell, run: suite.name }]));
  yield csvHeader();
  for await (const trial of recordedTrials(folder)) {
    const cell = known.get(trial.cell);
    if (cell) yield csvRow(trial, cell);
  }
}
