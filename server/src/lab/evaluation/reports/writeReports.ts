import type { PageAssets } from '../../../base/pages/selfContainedPage.ts';
import { markdownPieces } from '../../../base/report/markdownReport.ts';
import { type RunFolder, runFiles } from '../run/runFolder.ts';
import { type Cell, type RunJson, readsStrictly } from '../run/runJson.ts';
import { agentWork, scoresOf, type Trial, type TrialReading } from '../run/trial.ts';
import { recordedTrials } from '../run/trialLog.ts';
import { outcomeOf, type Scores, tiers } from '../scores/scores.ts';
import { isAgent } from '../systems/plainSystems.ts';
import { reportHtml } from './html/reportHtml.ts';
import { mergeShards } from './mergedRuns.ts';
import { type RunReport, recordedRun, runStatistics } from './runStatistics.ts';
import { statisticsBlocks } from './statisticsBlocks.ts';
import { summaryOf } from './summary.ts';
import { summaryBlocks } from './summaryBlocks.ts';

/** report.csv: a row for each trial, for use in statistics. Booleans are 1 and 0; unknown values are empty. */
export function csvHeader(): string {
  return row(columns.map(([name]) => name));
}

export function csvRow(trial: Trial, cell: CsvCell): string {
  return row(columns.map(([, value]) => value(trial, cell)));
}

/** The columns about the cell of a trial. */
export interface CsvCell extends Pick<Cell, 'system' | 'strategy' | 'model' | 'parameters'> {
  readonly run: string;
  /** The name of its graph, if its data set has several. */
  readonly graph?: string | undefined;
}

type Value = string | number | boolean | null;

const columns: readonly (readonly [name: string, value: (trial: Trial, cell: CsvCell) => Value])[] = [
  ['run', (_, { run }) => run],
  ['dataset', ({ facts }) => facts.dataset],
  ['graph', (_, { graph }) => graph ?? null],
  ['system', (_, { system }) => system],
  ['model', (_, { model }) => model],
  ['strategy', (_, { strategy }) => strategy],
  ['case', (trial) => trial.case],
  ['repeat', ({ repeat }) => repeat],
  ['operator', ({ facts }) => facts.operator ?? null],
  ['component', ({ facts }) => facts.component],
  ['shownComponent', ({ facts }) => facts.shownComponent],
  ['recoverable', ({ facts }) => facts.recoverable],
  ['alpha', ({ facts }) => facts.alpha],
  ['fragile', ({ facts }) => facts.fragile],
  ...tierColumns('', 'first'),
  ['applied', (trial, cell) => first(trial, cell).applied],
  ['envelopeStrict', ({ rounds }) => rounds[0]?.envelopeStrict ?? false],
  ['localValid', (trial, cell) => first(trial, cell).localValid],
  ['newViolations', (trial, cell) => first(trial, cell).newViolations],
  ['editSize', (trial, cell) => first(trial, cell).editSize],
  ['distance', (trial, cell) => first(trial, cell).distance],
  ['exactInverse', (trial, cell) => first(trial, cell).exactInverse],
  ['minimal', (trial, cell) => first(trial, cell).minimal],
  ['degenerate', (trial, cell) => first(trial, cell).degenerate],
  ['relaxedMultiset', (trial, cell) => first(trial, cell).relaxedMultiset],
  ['valueEqual', (trial, cell) => first(trial, cell).valueEqual],
  ['outcome', (trial, cell) => outcomeOf(first(trial, cell))],
  ['needsInput', (trial, cell) => first(trial, cell).needsInput],
  ['hallucinatedTerms', (trial, cell) => first(trial, cell).hallucinatedTerms.length],
  ['confirmed', (trial, cell) => first(trial, cell).confirmed],
  ['rounds', ({ rounds }) => rounds.length],
  ...tierColumns('lenient_', 'lenient'),
  ...tierColumns('last_', 'last'),
  ...tierColumns('max_', 'best'),
  ['inputTokens', (trial) => tokens(trial, 'input')],
  ['outputTokens', (trial) => tokens(trial, 'output')],
  ['cost', ({ cost }) => cost],
  ['ms', ({ ms }) => ms],
  ['failure', ({ failure }) => failure?.kind ?? null],
  ...agentColumns({
    writes: ({ introduced }) => introduced.length,
    introduced: ({ introduced }) => introduced.reduce((sum, count) => sum + count, 0),
    requests: ({ requests }) => requests,
    calls: ({ calls }) => calls,
  }),
];

function tierColumns(prefix: string, reading: TrialReading): typeof columns {
  return tiers.map((tier) => [
    `${prefix}${tier}`,
    (trial, cell) => scoresOf(trial, reading, readsStrictly(cell))[tier],
  ]);
}

/** Columns about the work of agents, which are empty for other systems and where there was no answer. */
function agentColumns(
  values: Readonly<Record<string, (work: ReturnType<typeof agentWork>) => number>>,
): typeof columns {
  return Object.entries(values).map(([name, value]) => [
    name,
    ({ rounds: [round] }, cell) => (round && isAgent(cell) ? value(agentWork(round)) : null),
  ]);
}

function first(trial: Trial, cell: CsvCell): Scores {
  return scoresOf(trial, 'first', readsStrictly(cell));
}

function tokens({ rounds }: Trial, kind: 'input' | 'output'): number | null {
  const asked = rounds.flatMap((round) => (round.asked ? [round.asked.usage[kind]] : []));
  return asked.length === 0 ? null : asked.reduce((sum, count) => sum + count, 0);
}

function row(values: readonly Value[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

/** A field as in RFC 4180. Texts that a spreadsheet would take for formulas are escaped. */
function field(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Summarizes the recorded trials of a run, complete or not, in report.json, report.md, report.csv and report.html.
 *
 * @param assets the files of `reportPage`; undefined for no page.
 * @throws the signal's reason when aborted.
 */
export async function writeReports(
  run: RunJson,
  folder: RunFolder,
  assets: PageAssets | undefined,
  signal: AbortSignal,
): Promise<RunReport> {
  const recorded = recordedRun(run.suite.name, run, folder);
  const summary = await summaryOf(run, recorded.trials());
  const statistics = await runStatistics([recorded], signal);
  const report = { ...summary, statistics };
  await folder.write(runFiles.json, [`${JSON.stringify(report, null, 2)}\n`]);
  await folder.write(
    runFiles.markdown,
    markdownPieces([...summaryBlocks(summary), ...statisticsBlocks(statistics)]),
  );
  await folder.write(runFiles.csv, rows(run, folder));
  if (assets) {
    const html = await reportHtml(mergeShards([recorded]), { assets, statistics }, signal);
    await folder.write(runFiles.html, [html]);
  }
  return report;
}

async function* rows({ suite, cells }: RunJson, folder: RunFolder): AsyncIterable<string> {
  const known = new Map(cells.map((cell) => [cell.id, { ...cell, run: suite.name }]));
  yield csvHeader();
  for await (const trial of recordedTrials(folder)) {
    const cell = known.get(trial.cell);
    if (cell) yield csvRow(trial, cell);
  }
}
