import { type PageAssets, selfContainedPage } from '../../../../base/pages/selfContainedPage.ts';
import { escapeInvisibleLine } from '../../../../base/visibleText.ts';
import type { ComparisonStatistics } from '../../../statistics/comparisonStatistics.ts';
import type { MergedRun } from '../recordedRun.ts';
import { reportDataOf } from './reportDataOf.ts';

/** The page of esbuild.mjs that draws the report. */
export const reportPage = 'evaluation';

export interface ReportHtmlOptions {
  /** The files of `reportPage`. */
  readonly assets: PageAssets;
  /** The statistics of these runs if they are known already, because they take most of the time. */
  readonly statistics?: ComparisonStatistics;
}

/**
 * The report of one or several runs, complete or not, as one HTML file for browsers and for the editor.
 *
 * @throws the signal's reason when aborted.
 */
export async function reportHtml(
  runs: readonly MergedRun[],
  { assets, statistics }: ReportHtmlOptions,
  signal: AbortSignal,
): Promise<string> {
  const data = await reportDataOf(runs, statistics, signal);
  return selfContainedPage({ title: `Evaluation: ${escapeInvisibleLine(data.title)}`, data }, assets);
}
