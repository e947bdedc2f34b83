import { type PageAssets, selfContainedPage } from '../../../base/pages/selfContainedPage.ts';
import { disciplineRule } from './checkMarkdown.ts';
import type { CheckReport } from './checkReport.ts';

/** The page of esbuild.mjs that draws the report. */
export const checkPage = 'modelCheck';

/** report.html: a model check as one HTML file for browsers and for the editor. */
export function checkHtml(report: CheckReport, assets: PageAssets): Promise<string> {
  const title = `Model check: ${report.run.models.join(', ')}`;
  return selfContainedPage({ title, data: { report, rule: disciplineRule } }, assets);
}
