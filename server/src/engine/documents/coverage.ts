import { wholeJson } from '../../base/jsonText.ts';
import { escapeMarkdownLine as inline } from '../../base/markdown.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { relativePath } from '../../project/uris.ts';
import type { CoverageAnswer } from '../../protocol/editor/protocol.ts';
import { type CoverageJson, coverageJson } from '../../report/coverageJson.ts';
import { coverageMarkdown } from '../../report/coverageMarkdown.ts';
import { judgedText } from '../../report/coverageSections.ts';
import { runCoverage } from '../../report/runCoverage.ts';

/** What the shapes look at. */
export function coverageOf(analysis: UnitAnalysis, folders: readonly string[]): CoverageAnswer {
  const coverage = runCoverage({ analyses: [analysis] });
  const nameOf = (uri: string) =>
    folders.map((folder) => relativePath(folder, uri)).find((path) => path !== undefined) ?? uri;
  const { verdict, reasons, results } = analysis.report.status;
  const options = { nameOf, hasNotChecked: analysis.notChecked.length > 0 };
  return {
    verdict,
    reasons,
    results,
    summary: judgedText(coverage),
    markdown: [
      `# Coverage of ${inline(nameOf(analysis.report.uri))}`,
      '',
      ...coverageMarkdown(coverage, options),
      '',
    ].join('\n'),
    coverage: wholeJson<CoverageJson>(coverageJson(coverage)),
  };
}
