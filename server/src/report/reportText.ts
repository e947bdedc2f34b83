import { jsonText } from '../base/jsonText.ts';
import { escapeInvisibleLine } from '../base/visibleText.ts';
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
      return turtlePieces(run, options);
    case 'json':
      return jsonText(validationJson(run, options));
    case 'markdown':
      return validationMarkdown(run, options);
  }
}

/**
 * A sh:ValidationReport, with what was not checked as comments. Nothing when the verdict is open: then a SHACL processor
 * signals failure instead.
 */
function* turtlePieces(run: ValidationRun, { verdict, baseline }: ReportOptions): Iterable<string> {
  if (verdict.conforms === undefined) return;
  for (const { message } of verdict.reasons)
    yield `# Not decided, and allowed: ${escapeInvisibleLine(message)}\n`;
  const counted = run.results.filter(({ key }) => !baseline?.has(key));
  yield* reportTurtle(counted, (result, print) => whileAnnounced(result, print));
}
