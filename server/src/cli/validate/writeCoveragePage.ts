import { selfContainedPage } from '../../pages/selfContainedPage.ts';
import { coveragePage } from '../../report/coveragePage.ts';
import type { RunCoverage } from '../../report/runCoverage.ts';
import type { ValidationRun } from '../../report/validationRun.ts';
import type { RunVerdict } from '../../report/verdict.ts';
import { verdictText } from '../../report/verdictText.ts';
import { displayPath } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';
import { resultCount } from '../output/textReport.ts';

/** Writes a coverage as an HTML file that needs nothing else. */
export async function writeCoveragePage(
  path: string,
  coverage: RunCoverage,
  { run, verdict }: { readonly run: ValidationRun; readonly verdict: RunVerdict },
  io: CommandIo,
): Promise<void> {
  const nameOf = (uri: string) => displayPath(io.cwd, uri);
  const outcome = run.results.length > 0 ? resultCount(run.results) : verdictText(verdict, nameOf);
  const data = coveragePage(coverage, {
    nameOf,
    hasNotChecked: run.notChecked.length > 0,
    verdict: `${outcome}.`,
  });
  const file = await io.openReport(path);
  try {
    await file.write(
      await selfContainedPage({ title: 'SHACL coverage', data }, await io.pageFiles('coverage')),
    );
    await file.publish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}
