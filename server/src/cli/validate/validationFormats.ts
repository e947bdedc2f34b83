import { jsonText } from '../../base/jsonText.ts';
import type { ReportFormat } from '../../service/report/reportText.ts';
import type { ReportPart } from '../../service/report/resultRecord.ts';
import type { ReportOptions } from '../../service/report/validationJson.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printerFor, printPieces } from '../output/print.ts';
import { validationText } from '../output/textReport.ts';
import type { ProvenFixes } from './sarifFixes.ts';

export interface ValidationFormatOptions extends ReportOptions {
  /** How many results are shown to people; all by default. */
  readonly maxResults?: number | undefined;
  /** For SARIF: repairs to offer as fixes. */
  readonly repairs?: ProvenFixes | undefined;
  /** Whether people only see the causes of a failure of the command. */
  readonly quiet?: boolean;
}

interface Format {
  /** What the help says besides its name. */
  readonly note?: string;
  /** Whether its lines are commands to a service, which are escaped in all other output. */
  readonly isExact?: boolean;
  /** What it says about results. */
  readonly parts: readonly ReportPart[];
  /**
   * Returns a report in pieces, so that a long one is never in memory as a whole. The writer is loaded for the requested
   * format.
   */
  report(run: ValidationRun, options: ValidationFormatOptions, io: CommandIo): Promise<Iterable<string>>;
}

/** The formats of `validate`; the first is the default. */
const formats = {
  text: {
    parts: ['words', 'excerpt'],
    report: async (run, options, io) => validationText(run, printerFor(io.stdout, io), options),
  },
  json: {
    parts: ['json'],
    report: (run, options, io) => savedReport('json', run, options, io),
  },
  turtle: {
    note: 'a sh:ValidationReport',
    parts: ['turtle'],
    report: (run, options, io) => savedReport('turtle', run, options, io),
  },
  markdown: {
    parts: ['words'],
    report: (run, options, io) => savedReport('markdown', run, options, io),
  },
  sarif: {
    parts: ['words'],
    report: async (run, { baseline, verdict, repairs }, { cwd }) => {
      const { sarifLog } = await import('./sarifLog.ts');
      return jsonText(sarifLog(run, { cwd, baseline, verdict, repairs }));
    },
  },
  junit: {
    note: 'XML of test results',
    parts: ['words'],
    report: async (run, options, { cwd }) =>
      (await import('./ciReports.ts')).junitReport(run, { ...options, cwd }),
  },
  github: {
    note: 'annotations of GitHub Actions',
    isExact: true,
    parts: ['words'],
    report: async (run, options, { cwd, env }) =>
      (await import('./ciReports.ts')).githubCommands(run, { ...options, cwd, root: env.GITHUB_WORKSPACE }),
  },
} as const satisfies Record<string, Format>;

export type ValidationFormat = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly ValidationFormat[];

/** `text (default), json, turtle (a sh:ValidationReport)`. */
export const formatsHelp = Object.entries<Format>(formats)
  .map(([name, { note }], i) => (note || i === 0 ? `${name} (${note ?? 'default'})` : name))
  .join(', ');

/** What a format says about results. */
export function partsOf(format: ValidationFormat): readonly ReportPart[] {
  return formats[format].parts;
}

/** Prints a report. */
export async function printValidationReport(
  format: ValidationFormat,
  run: ValidationRun,
  options: ValidationFormatOptions,
  io: CommandIo,
): Promise<void> {
  const { report, isExact = false }: Format = formats[format];
  const { stdout } = io;
  const output = isExact
    ? { write: (text: string) => stdout.writeExact(text), drained: stdout.drained }
    : stdout;
  await printPieces(output, await report(run, options, io));
}

async function savedReport(
  format: ReportFormat,
  run: ValidationRun,
  options: ValidationFormatOptions,
  { cwd }: CommandIo,
): Promise<Iterable<string>> {
  const { reportPieces } = await import('../../service/report/reportText.ts');
  const nameOf = (uri: string) => displayPath(cwd, uri);
  return reportPieces(run, format, { ...options, root: uriOf(cwd, '.'), nameOf });
}
