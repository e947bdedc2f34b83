import { jsonText } from '../base/jsonText.ts';
import { reportTurtle } from '../shacl/results/reportTurtle.ts';
import { type MarkdownOptions, validationMarkdown } from './markdownReport.ts';
import { type ReportOptions, validationJson } from './validationJson.ts';
import { type ValidationRun, whileAnnounced } from './validationRun.ts';

/** The formats that a report can be written in, on the command line and from the editor. */
export type ReportFormat = 'turtle' | 'json' | 'markdown';

/** The content of a report file, in pieces: a long one is never there as a whole. */
export function reportPieces(
  run: ValidationRun,
  format: ReportFormat,
  options: ReportOptions & MarkdownOptions,
): Iterable<string> {
  switch (format) {
    case 'turtle':
      return reportTurtle(run.results, (result, print) => whileAnnounced(result, print));
    case 'json':
      return jsonText(validationJson(run, options));
    case 'markdown':
      return validationMarkdown(run, options);
  }
}
