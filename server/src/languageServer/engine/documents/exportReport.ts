import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { type ReportFormat, reportPieces } from '../../../service/report/reportText.ts';
import { validationRunOf } from '../../../service/report/validationRun.ts';
import { runVerdict } from '../../../service/report/verdict.ts';
import { relativePath } from '../../../workspace/project/uris.ts';

/**
 * The report about an analysis as the content of a file: what the command line prints for the same files.
 *
 * @param folders the uris of the workspace's folders, below which files are named by their paths.
 */
export async function exportReport(
  analysis: UnitAnalysis,
  format: ReportFormat,
  folders: readonly string[],
): Promise<string> {
  const { status, ms } = analysis.report;
  const nameOf = (uri: string) =>
    folders.map((folder) => relativePath(folder, uri)).find((path) => path !== undefined) ?? uri;
  const run = await validationRunOf([analysis]);
  const verdict = runVerdict(run);
  const options = { engine: status.engine, ms, nameOf, verdict, baseline: verdict.baseline };
  return [...reportPieces(run, format, options)].join('');
}
