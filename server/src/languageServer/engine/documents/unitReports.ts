import { wholeJson } from '../../../base/jsonText.ts';
import { markdownReport } from '../../../base/report/markdownReport.ts';
import { heading } from '../../../base/report/report.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { coverageBlocks, judgedText } from '../../../service/report/coverageBlocks.ts';
import { type CoverageJson, coverageJson } from '../../../service/report/coverageJson.ts';
import { type ReportFormat, reportPieces } from '../../../service/report/reportText.ts';
import { runCoverage } from '../../../service/report/runCoverage.ts';
import { validationRunOf } from '../../../service/report/validationRun.ts';
import { runVerdict } from '../../../service/report/verdict.ts';
import { relativePath } from '../../../workspace/project/uris.ts';
import type { CoverageAnswer } from '../../protocol/editor/protocol.ts';

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
  const nameOf = nameWithin(folders);
  const run = await validationRunOf([analysis]);
  const verdict = runVerdict(run);
  const options = { engine: status.engine, ms, nameOf, verdict, baseline: verdict.baseline };
  return [...reportPieces(run, format, options)].join('');
}

/** What the shapes look at. */
export function coverageOf(analysis: UnitAnalysis, folders: readonly string[]): CoverageAnswer {
  const coverage = runCoverage({ analyses: [analysis] });
  const nameOf = nameWithin(folders);
  const { verdict, reasons } = analysis.report.status;
  const options = { nameOf, hasNotChecked: analysis.notChecked.length > 0 };
  return {
    verdict,
    reasons,
    summary: judgedText(coverage),
    markdown: markdownReport([
      heading(1, ['Coverage of ', nameOf(analysis.report.uri)]),
      ...coverageBlocks(coverage, options),
    ]),
    coverage: wholeJson<CoverageJson>(coverageJson(coverage)),
  };
}

function nameWithin(folders: readonly string[]): (uri: string) => string {
  return (uri) =>
    folders.map((folder) => relativePath(folder, uri)).find((path) => path !== undefined) ?? uri;
}
