import { UserError } from '../../base/userError.ts';
import type { RunFolder } from '../../evaluation/run/runFolder.ts';
import { checkHtml, checkPage } from '../../tasks/check/checkHtml.ts';
import { checkMarkdown } from '../../tasks/check/checkMarkdown.ts';
import { type CheckReport, checkReport } from '../../tasks/check/checkReport.ts';
import { type CheckJson, recordedTrials } from '../../tasks/check/checkRun.ts';
import type { CommandIo } from '../io.ts';
import { printJson } from '../output/print.ts';
import type { EvaluationReportFormat } from './reportFormats.ts';

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
