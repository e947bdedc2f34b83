import { jsonText } from '../../base/jsonText.ts';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import { reportTurtle } from '../../shacl/results/reportTurtle.ts';
import { severitiesFrom } from '../../shacl/shapesGraph/severityLevel.ts';
import { type MarkdownOptions, validationMarkdown } from './markdownReport.ts';
import { LongValues, reportedResult } from './reportedResult.ts';
import { type ReportOptions, validationJson } from './validationJson.ts';
import { type RunResult, type ValidationRun, withProbe } from './validationRun.ts';

/** The formats of a report, on the command line and in the editor. */
export type ReportFormat = 'turtle' | 'json' | 'markdown';

/** The content of a report file in pieces, so that a long report is never in memory as a whole. */
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
 * A sh:ValidationReport, with what was not checked as comments. Empty when the verdict is undecided, because a SHACL
 * processor then signals a failure instead.
 */
function* turtlePieces(
  run: ValidationRun,
  { verdict, baseline, detailsOf }: ReportOptions,
): Iterable<string> {
  if (verdict.conforms === undefined) return;
  for (const { message } of verdict.reasons)
    yield `# Not decided, and allowed: ${escapeInvisibleLine(message)}\n`;
  const counted = run.results.filter(({ key }) => !baseline?.has(key));
  const longValues = new LongValues();
  const write = (result: RunResult) =>
    withProbe(result, () => reportedResult(result, detailsOf, longValues).turtle);
  const disallowed = verdict.disallows === 'info' ? [] : severitiesFrom(verdict.disallows);
  yield* reportTurtle(counted, verdict.conforms, write, disallowed);
}
