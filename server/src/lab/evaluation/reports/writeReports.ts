import type { PageAssets } from '../../../base/pages/selfContainedPage.ts';
import { markdownPieces } from '../../../base/report/markdownReport.ts';
import { type RunFolder, runFiles } from '../run/runFolder.ts';
import type { RunJson } from '../run/runJson.ts';
import { recordedTrials } from '../run/trialLog.ts';
import { reportHtml } from './html/reportHtml.ts';
import { mergeShards } from './mergedRuns.ts';
import { recordedRun } from './recordedRun.ts';
import { type RunReport, runStatistics } from './runStatistics.ts';
import { statisticsBlocks } from './statisticsBlocks.ts';
import { summaryOf } from './summary.ts';
import { summaryBlocks } from './summaryBlocks.ts';
import { csvHeader, csvRow } from './trialsCsv.ts';

/**
 * Summarizes the recorded trials of a run, complete or not, in report.json, report.md, report.csv and report.html.
 *
 * @param assets the files of `reportPage`; undefined for no page.
 * @throws the signal's reason when aborted.
 */
export async function writeReports(
  run: RunJson,
  folder: RunFolder,
  assets: PageAssets | undefined,
  signal: AbortSignal,
): Promise<RunReport> {
  const recorded = recordedRun(run.suite.name, run, folder);
  const summary = await summaryOf(run, recorded.trials());
  const statistics = await runStatistics([recorded], signal);
  const report = { ...summary, statistics };
  await folder.write(runFiles.json, [`${JSON.stringify(report, null, 2)}\n`]);
  await folder.write(
    runFiles.markdown,
    markdownPieces([...summaryBlocks(summary), ...statisticsBlocks(statistics)]),
  );
  await folder.write(runFiles.csv, rows(run, folder));
  if (assets) {
    const html = await reportHtml(mergeShards([recorded]), { assets, statistics }, signal);
    await folder.write(runFiles.html, [html]);
  }
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
