import path from 'node:path';
import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import type { RunReport } from '../../lab/evaluation/reports/runStatistics.ts';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import { type InputLimit, paperLimit } from '../../lab/evaluation/run/estimateCells.ts';
import { type RunFolder, RunInMemory, runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { type RunJson, readRun, selectedCases } from '../../lab/evaluation/run/runJson.ts';
import type { RunningCell } from '../../lab/evaluation/run/runTrials.ts';
import { type EvaluatedSuite, openSuite } from '../../lab/evaluation/suite/evaluatedSuite.ts';
import { CaseFiles } from '../../lab/evaluation/systems/personSystem.ts';
import { runningCell } from '../../lab/evaluation/systems/systemSpec.ts';
import {
  type EstimateJson,
  estimateRun,
  systemCells,
} from '../../languageServer/jobs/evaluate/estimateRun.ts';
import {
  type EvaluationNews,
  type EvaluationPorts,
  evaluateSuite,
  pathBetween,
  programSystem,
  requireExecutable,
  type SuiteEvaluation,
  suiteNotes,
  validatedSuite,
} from '../../languageServer/jobs/evaluate/evaluateSuite.ts';
import type { LoadedSuite } from '../../vio/suite/readSuite.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { UnreadableLines } from '../output/linksText.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { printable } from '../output/style.ts';
import type { EvaluatedModels } from './evaluatedModels.ts';
import type { EvaluateRequest } from './evaluateRequest.ts';
import { suiteUri } from './graphSuites.ts';

/** The outcome of a suite. */
export type Attempted =
  /** The problem has been printed. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'estimated'; readonly estimates: readonly EstimateJson[] }
  | {
      readonly kind: 'evaluated';
      readonly report: RunReport;
      /** What was recorded, on disk or in memory. */
      readonly folder: Pick<RunFolder, 'read' | 'lines'>;
      /** Notes for the user at the end, one for each line. */
      readonly notes: readonly string[];
      /** 0 when all trials are recorded, or await external answers. */
      readonly code: ExitCode;
      /** True when it ended early and nothing else can be asked either: the budget is used up, or the key was rejected. */
      readonly isStopped: boolean;
    };

/** Has systems attempt the cases of one suite, or estimates what asking would cost. */
export async function attemptSuite(request: EvaluateRequest, setting: AttemptSetting): Promise<Attempted> {
  const { models, io } = setting;
  const loaded = await loadedSuite(request.suite, io);
  if (!loaded) return { kind: 'unreadable' };
  const answered = await openCaseFiles(request, io);
  const progress = new ProgressLine(io.progress);
  try {
    const caseFiles = answered?.files;
    const cells = await requestedCells({ request, suite: loaded, models, caseFiles, io });
    const { probe, quarantined, isUnwatched, signal = unaborted } = io;
    const validation = {
      ...(probe && { probe }),
      ...(quarantined && { quarantined }),
      ...(isUnwatched && { isUnwatched }),
    };
    const suite = await validatedSuite(loaded, validation, signal);
    const session: EvaluateSession = { ...setting, request, suite, caseFiles, progress };
    return request.dryRun
      ? { kind: 'estimated', estimates: await dryRun(cells, session) }
      : await run(cells, session);
  } finally {
    progress.end();
    await answered?.folder.close();
  }
}

/** The files for a person to edit; undefined without such a system. */
async function openCaseFiles(
  { exportCases, linkShapes, suite, dryRun: isDry }: EvaluateRequest,
  io: CommandIo,
): Promise<{ readonly files: CaseFiles; readonly folder: RunFolder } | undefined> {
  if (exportCases === undefined) return undefined;
  const uri = uriOf(io.cwd, exportCases).replace(/\/$/, '');
  const folder = isDry ? new RunInMemory() : await io.runs.open(uri);
  const shapes = linkShapes ? `${pathBetween(uri, suiteUri(suite, io.cwd))}/manifest.ttl` : undefined;
  return { files: new CaseFiles(folder, shapes), folder };
}

async function run(cells: readonly RunningCell[], session: EvaluateSession): Promise<Attempted> {
  const { request, suite, models, io } = session;
  const out = request.out === undefined ? undefined : uriOf(io.cwd, request.out).replace(/\/$/, '');
  const suiteFolder = out === undefined ? null : pathBetween(out, suiteUri(request.suite, io.cwd));
  const folder = out === undefined ? new RunInMemory() : await io.runs.open(out);
  try {
    const before = await earlierRun(folder, request, io);
    const { concurrency } = request;
    const evaluation = await evaluateSuite(
      {
        ...request,
        suite,
        cells,
        before,
        suiteFolder,
        limit: limitOf(request),
        concurrency: { models: concurrency ?? models.limits.concurrency, others: concurrency ?? 1 },
      },
      portsOf(session, folder, cells),
      io.signal ?? unaborted,
    );
    if (evaluation.kind === 'otherRun') throw otherRun(evaluation.difference, request.out!);
    const kept = out === undefined ? folder : io.runs.read(out);
    return { kind: 'evaluated', folder: kept, ...ended(evaluation, session) };
  } finally {
    await models.close();
    await folder.close();
  }
}

async function loadedSuite(given: string, io: CommandIo): Promise<LoadedSuite | undefined> {
  const folder = suiteUri(given, io.cwd);
  const reading = await openSuite(folder, io.fileSystem, io.signal ?? unaborted);
  if (reading.kind === 'suite') return reading.suite;
  for (const { file, line, message } of reading.problems) {
    const place = [displayPath(io.cwd, `${folder}/${file}`), ...(line === undefined ? [] : [line])].join(':');
    io.stderr.write(`${place}: ${printable(message)}\n`);
  }
  return undefined;
}

/** The run that the folder holds and that is continued; undefined for a new one. */
async function earlierRun(
  folder: RunFolder,
  { resume, out }: EvaluateRequest,
  { quarantined }: CommandIo,
): Promise<RunJson | undefined> {
  const text = await folder.read(runFiles.run);
  if (text === undefined) return undefined;
  // A command that was restarted to skip a constraint that took too long continues its own run.
  if (!resume && (quarantined?.size ?? 0) === 0) {
    throw new UserError(
      `--out ${out} already holds a run. Continue it with --resume, or give another folder.`,
    );
  }
  const reading = readRun(text);
  if (reading.kind === 'read') return reading.value;
  throw new UserError(
    `${out}/${runFiles.run} is not a run of SHACL Repair: ${reading.problem}. Give another folder.`,
  );
}

/** Trials of different runs must not be mixed in one file. */
function otherRun(difference: string, out: string): UserError {
  return new UserError(
    `--out ${out} holds a run with ${differences[difference] ?? 'other options'}. Give the same options as before to continue it, or another folder.`,
  );
}

const differences: Readonly<Record<string, string>> = {
  suite: 'another suite',
  cells: 'other systems, or other options of models',
  repeat: 'another --repeat',
  shard: 'another --shard',
};

function portsOf(
  { request, suite, models, label, spentElsewhere, progress, io }: EvaluateSession,
  folder: RunFolder,
  cells: readonly RunningCell[],
): EvaluationPorts {
  const unreadable = new UnreadableLines();
  const tell = (text: string) => progress.show(label + text);
  const observe = (step: EvaluationNews) => {
    switch (step.kind) {
      case 'estimating':
        tell(`estimating input: ${step.cases} of ${step.of} cases`);
        break;
      case 'read':
        unreadable.tell(`${request.out}/${runFiles.trials}`, io);
        if (step.recorded > 0)
          io.stderr.write(`${label}Going on: ${counted(step.recorded, 'trial')} recorded.\n`);
        break;
      case 'begun':
        for (const note of suiteNotes(suite)) io.stderr.write(`${label}${printable(note)}\n`);
        break;
      case 'askingReference':
        tell('asking rdf-validate-shacl about the graph as it is');
        break;
      case 'recorded':
        tell(`${step.recorded} of ${counted(step.all, 'trial')}`);
        break;
      case 'reporting':
        break;
    }
  };
  return {
    folder,
    observe,
    onUnreadable: unreadable.add,
    startModels: async (ids, spent) =>
      models.start(ids, { spent: spent + (await spentElsewhere(cells)), folder, tell }),
    pageFiles: request.out === undefined ? undefined : io.pageFiles,
  };
}

/** How a run ended. */
function ended(
  { report, stopped }: Extract<SuiteEvaluation, { kind: 'evaluated' }>,
  { request: { exportPrompts, exportCases }, models, caseFiles }: EvaluateSession,
): Pick<Extract<Attempted, { kind: 'evaluated' }>, 'report' | 'notes' | 'code' | 'isStopped'> {
  const notes: string[] = [];
  if (stopped) {
    const { error, unanswered } = stopped;
    const count = unanswered === undefined ? '' : `${counted(unanswered, 'trial')} got no answer. `;
    notes.push(
      `${count}${error.message}`,
      'The recorded results are kept; the same command with --resume continues.',
    );
  }
  if (models.waiting > 0) {
    notes.push(
      `${counted(models.waiting, 'prompt')} without an answer ${models.waiting === 1 ? 'is' : 'are'} in ${exportPrompts}. Put answers beside them, as HASH.answer.txt or into answers.jsonl; the same command with --resume scores them.`,
    );
  }
  for (const { problem } of caseFiles?.unreadable ?? []) notes.push(`${exportCases}/${problem}`);
  const unanswered = caseFiles?.waiting.length ?? 0;
  if (unanswered > 0) {
    notes.push(
      `${counted(unanswered, 'case')} ${unanswered === 1 ? 'waits' : 'wait'} for an answer in ${exportCases}. Repair the files there; the same command with --resume scores those that you have changed.`,
    );
  }
  const isPostponed = models.waiting > 0 || unanswered > 0;
  return {
    report,
    notes,
    code: isComplete(report) || (isPostponed && !stopped) ? 0 : 2,
    isStopped: stopped !== undefined && stopped.unanswered === undefined,
  };
}

function isComplete({ cells }: Summary): boolean {
  return cells.every(({ missing }) => missing === 0);
}

/** The maximum average input of a request for a cell to be run. */
function limitOf({ maxInputCost }: EvaluateRequest): InputLimit {
  return maxInputCost === undefined ? paperLimit : { ...paperLimit, meanCost: maxInputCost };
}

/** The estimated cost of asking. Nothing is sent. */
async function dryRun(
  cells: readonly RunningCell[],
  { request, suite, label, progress }: EvaluateSession,
): Promise<readonly EstimateJson[]> {
  const { repeat, rounds } = request;
  const cases = selectedCases(suite.suite, request);
  const options = {
    cases,
    limit: limitOf(request),
    tell: (count: number) => progress.show(`${label}estimating input: ${count} of ${cases.length} cases`),
    extentOf: ({ parameters: { turns } }: RunningCell) => ({
      cases: cases.length,
      repeat,
      rounds: typeof turns === 'number' ? turns : rounds,
    }),
  };
  return estimateRun(cells, suite, options, unaborted);
}

/** What the cells of a run are made of. */
interface CellParts {
  readonly request: EvaluateRequest;
  readonly suite: LoadedSuite;
  readonly models: EvaluatedModels;
  readonly caseFiles: CaseFiles | undefined;
  readonly io: CommandIo;
}

/**
 * The cells of the systems that a command line names.
 *
 * @throws UserError when a program can't be started.
 */
async function requestedCells({
  request,
  suite,
  models,
  caseFiles,
  io,
}: CellParts): Promise<readonly RunningCell[]> {
  for (const spec of request.systems) {
    if (spec.kind !== 'command') continue;
    await requireExecutable(path.resolve(io.cwd, spec.file), `--system command:${spec.file}`);
  }
  const asksAgents = request.systems.some(({ kind }) => kind === 'agent');
  const desks = asksAgents ? await import('../agentFiles/agentDesk.ts') : undefined;
  return request.systems
    .flatMap((spec) => systemCells(spec, { ...request, model: request }))
    .map(
      (cell) =>
        runningCell(cell, {
          suite,
          caseFiles,
          model: (id) => models.of(id),
          price: (id) => models.price(id),
          program: (file, timeout) => programSystem(path.resolve(io.cwd, file), io.cwd, timeout),
          openDesk: desks?.agentDesks(suite, io),
        })!,
    );
}

/** The setting in which one suite is evaluated. */
interface AttemptSetting {
  readonly models: EvaluatedModels;
  /** The prefix of all messages about the suite, such as `boiler: `. */
  readonly label: string;
  /** What other runs have spent of the same budget, in USD. */
  readonly spentElsewhere: (cells: readonly RunningCell[]) => Promise<number>;
  readonly io: CommandIo;
}

/** State shared by the parts of the evaluation of a suite. */
interface EvaluateSession extends AttemptSetting {
  readonly request: EvaluateRequest;
  readonly suite: EvaluatedSuite;
  /** Of people who edit files. */
  readonly caseFiles: CaseFiles | undefined;
  readonly progress: ProgressLine;
}
