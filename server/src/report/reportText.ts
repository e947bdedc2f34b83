import { reportToTurtle } from '../shacl/report.ts';
import type { Checked } from './checked.ts';
import { type MarkdownOptions, validationMarkdown } from './markdownReport.ts';
import { type ReportOptions, validationJson } from './validationJson.ts';

/** The formats that a report can be written in, on the command line and from the editor. */
export type ReportFormat = 'turtle' | 'json' | 'markdown';

/** The content of a report file. */
export function reportText(
  run: Checked,
  format: ReportFormat,
  options: ReportOptions & MarkdownOptions,
): string {
  switch (format) {
    case 'turtle':
      return reportToTurtle(run.results.map(({ violation }) => violation));
    case 'json':
      return `${JSON.stringify(validationJson(run, options), null, 2)}\n`;
    case 'markdown':
      return validationMarkdown(run, options);
  }
}
