import { wholeJson } from '../../../base/jsonText.ts';
import { markdownReport } from '../../../base/report/markdownReport.ts';
import { heading } from '../../../base/report/report.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { coverageBlocks, judgedText } from '../../../service/report/coverageBlocks.ts';
import { type CoverageJson, coverageJson } from '../../../service/report/coverageJson.ts';
import { runCoverage } from '../../../service/report/runCoverage.ts';
import { relativePath } from '../../../workspace/project/uris.ts';
import type { CoverageAnswer } from '../../protocol/editor/protocol.ts';

/** What the shapes look at. */
export function coverageOf(analysis: UnitAnalysis, folders: readonly string[]): CoverageAnswer {
  const coverage = runCoverage({ analyses: [analysis] });
  const nameOf = (uri: string) =>
    folders.map((folder) => relativePath(folder, uri)).find((path) => path !== undefined) ?? uri;
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
