import { jsonText } from '../../base/jsonText.ts';
import { reportPieces } from '../../report/reportText.ts';
import type { ReportOptions } from '../../report/validationJson.ts';
import type { ValidationRun } from '../../report/validationRun.ts';
import { displayPath } from '../input/paths.ts';
import type { CommandIo } from '../io.ts';
import { printerFor } from '../output/print.ts';
import { validationText } from '../output/textReport.ts';
import { sarifLog } from './sarifLog.ts';

export interface FormatOptions extends ReportOptions {
  /** How many results are shown to people; all without it. */
  readonly maxResults?: number | undefined;
}

interface Format {
  /** What the help says besides its name. */
  readonly note?: string;
  /** Returns a report in pieces, so that a long one is never in memory as a whole. */
  report(run: ValidationRun, options: FormatOptions, io: CommandIo): Iterable<string>;
}

/** The formats of `validate`; the first is the default. */
const formats = {
  text: { report: (run, options, io) => validationText(run, printerFor(io.stdout, io), options) },
  json: { report: (run, options, io) => reportPieces(run, 'json', named(options, io)) },
  turtle: {
    note: 'a sh:ValidationReport',
    report: (run, options, io) => reportPieces(run, 'turtle', named(options, io)),
  },
  markdown: { report: (run, options, io) => reportPieces(run, 'markdown', named(options, io)) },
  sarif: {
    report: (run, { baseline, verdict }, { cwd }) => jsonText(sarifLog(run, { cwd, baseline, verdict })),
  },
} as const satisfies Record<string, Format>;

export type ValidationFormat = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly ValidationFormat[];

/** `text (default), json, turtle (a sh:ValidationReport)`. */
export const formatsHelp = Object.entries<Format>(formats)
  .map(([name, { note }], i) => (note || i === 0 ? `${name} (${note ?? 'default'})` : name))
  .join(', ');

export function validationReport(format: ValidationFormat, ...report: Parameters<Format['report']>) {
  return formats[format].report(...report);
}

function named(options: FormatOptions, { cwd }: CommandIo) {
  return { ...options, nameOf: (uri: string) => displayPath(cwd, uri) };
}
