import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import type { RunCoverage } from '../../service/report/runCoverage.ts';
import {
  type AnalysedRun,
  type ValidationRun,
  withoutSuppressions,
} from '../../service/report/validationRun.ts';
import { type RunVerdict, runVerdict } from '../../service/report/verdict.ts';
import { verdictText } from '../../service/report/verdictText.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { timeIsUp } from '../../sparql/query/query.ts';
import { RevisionFileSystem } from '../../workspace/project/revision.ts';
import type { CliCommand } from '../command.ts';
import type { OptionTable } from '../input/optionTable.ts';
import { deadlineOf, timeLeft } from '../input/timeBudget.ts';
import {
  type EngineName,
  type GivenFiles,
  openLinkedStores,
  unaborted,
  Workspace,
} from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { linksText } from '../output/linksText.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printerFor } from '../output/print.ts';
import { printToFile } from '../output/reportOutput.ts';
import { printable } from '../output/style.ts';
import { inputText, noTargetsText, resultCount, staleText } from '../output/textReport.ts';
import { type ChangeOfStore, changeOfStore } from './changeOfStore.ts';
import { knownInStore, knownResultsOf } from './known.ts';
import { StreamedReport } from './streamedReport.ts';
import {
  lookOption,
  readValidateArguments,
  type ValidateRequest,
  validateHelp,
  validateOptions,
} from './validateOptions.ts';
import { partsOf, printValidationReport, type ValidationFormatOptions } from './validationFormats.ts';

/**
 * `shacl-repair validate`: 0 when all data conforms, 1 when results remain, 2 when some input is invalid, 3 when it is not
 * decided.
 */
export const validate: CliCommand = async (args, io) => {
  if (args.includes(shapesOnly)) {
    const { lint } = await import('../lint/lint.ts');
    return lint(
      args.filter((arg) => arg !== shapesOnly),
      io,
    );
  }
  if (asksToFix(args)) return fixed(args, io);
  const request = readValidateArguments(args);
  if (request === 'help') {
    io.stdout.write(validateHelp());
    return 0;
  }
  const exit = (code: ExitCode) => (request.exitZero && code !== 2 ? 0 : code);
  // Modules that few runs need are loaded on demand, because loading takes most of a short run.
  if (request.endpoint) {
    const { validateEndpoint } = await import('./validateEndpoint.ts');
    return exit(await validateEndpoint(request.endpoint, io));
  }
  let code: ExitCode = 2;
  const run = async (to: CommandIo) => {
    if (request.eachGraph) {
      const { validateEachGraph } = await import('./eachGraph.ts');
      code = await validateEachGraph(request, io, to, validated);
    } else code = await (request.staged ? stagedOnly(request, io, to) : validated(request, io, to));
  };
  await (request.output === undefined ? run(io) : printToFile(request.output, io, run));
  return exit(code);
};

function asksToFix(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(fixOption);
}

const fixOption = '--fix';

/** `validate --fix` is `repair --apply`. */
async function fixed(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { repair, repairOptions } = await import('../repair/repair.ts');
  const table: OptionTable = validateOptions;
  const unknown = Object.keys(table).find(
    (name) =>
      !Object.hasOwn(repairOptions, name) &&
      args.some((arg) => [`--${name}`, `-${table[name]?.short}`].includes(arg.replace(/=.*/s, ''))) &&
      `--${name}` !== fixOption,
  );
  if (unknown !== undefined)
    throw new UserError(`--fix takes the options of 'shacl-repair repair': leave --${unknown} out.`);
  return repair(
    args.map((arg) => (arg === fixOption ? '--apply' : arg)),
    io,
  );
}

/** Validates staged files with their contents in the index. */
async function stagedOnly(request: ValidateRequest, io: CommandIo, to: CommandIo): Promise<ExitCode> {
  io.probe?.step('asking git for staged files');
  const index = await io.openIndex(io.cwd);
  if (index.staged.size === 0) {
    if (!request.quiet) io.stderr.write('Nothing is staged.\n');
    return 0;
  }
  const { judgeFiles: _, ...others } = io;
  const reading = { ...request.reading, concerning: index.staged };
  const data = request.data.length === 0 ? ['.'] : request.data;
  return validated(
    { ...request, data, reading },
    { ...others, fileSystem: new RevisionFileSystem(io.fileSystem, index) },
    to,
  );
}

const shapesOnly = '--shapes-only';

/** @param to the output to which the report is printed. */
async function validated(request: ValidateRequest, io: CommandIo, to: CommandIo): Promise<ExitCode> {
  const start = performance.now();
  const { look } = request;
  const deadline = deadlineOf(request.timeBudget, io, !request.watch && !look?.shard);
  const { openLineParser } = io;
  const limited = {
    ...io,
    ...timeLeft(deadline, io),
    ...(look && { look }),
    openParser: request.jobs > 1 && openLineParser ? () => openLineParser(request.jobs) : undefined,
  };
  const workspace = await Workspace.open(
    limited,
    { ...request.inference, ...request.judging },
    request.reading,
  );
  const engine = request.engine ?? workspace.settings.engine;
  if (look && engine !== 'builtin')
    throw new UserError(
      `${lookOption(look)} needs the built-in engine, not ${engine}: give --engine builtin.`,
    );
  const isCovered = request.coverage || request.coverageHtml !== undefined;
  const builtin = engine === 'both' ? 'builtin' : engine;
  const needsAll =
    engine === 'both' ||
    isCovered ||
    request.fixes ||
    request.why !== undefined ||
    request.explainLinks ||
    request.changedSince !== undefined;
  const files = {
    ...request,
    stores: request.storeAddresses.map(io.openStore),
    ...openLinkedStores(request.allowedStores, io),
  };
  const changed = await changedRunOf(files, request, workspace, io);
  const analysed = changed
    ? shown(changed.run, request)
    : needsAll
      ? shown(await workspace.check(files, builtin), request)
      : undefined;
  const clearProgress = () => {
    if (to.stdout.isTTY) workspace.clearProgress();
  };
  let withoutDetails = 0;
  const detailsOf = ({ details }: Violation) => {
    if (details.length === 0 || deadline === undefined || performance.now() < deadline) return details;
    withoutDetails++;
    return [];
  };
  const streamed = mayStream(request, engine)
    ? new StreamedReport(request, to, detailsOf, clearProgress)
    : undefined;
  const found =
    analysed ??
    shown(await workspace.checkForReport(files, builtin, partsOf(request.format), streamed), request);
  const run = streamed?.printed ? { ...found, printed: streamed.printed } : found;
  if (request.staged && run.units.length === 0) {
    if (!request.quiet) io.stderr.write('No data depends on the staged files.\n');
    return 0;
  }
  if (request.watch) tellDependencies(request, workspace, io);
  if (engine === 'both') io.probe?.step('comparing the engines');
  const agreement =
    engine === 'both'
      ? await (await import('../../service/report/engineAgreement.ts')).engineAgreement(
          run.analyses,
          unaborted,
        )
      : undefined;
  const known = changed ? knownInStore(run, changed.known) : await knownResultsOf(run, request, builtin, io);
  const { keys: baseline, stale } = known;
  const { judging, maxWarnings, format, maxResults, quiet, showGrouped } = request;
  const verdict = runVerdict(run, { ...judging, maxWarnings, baseline, stale });
  const repairs = request.fixes
    ? await (await import('./sarifFixes.ts')).provenRepairs(
        (analysed?.results ?? []).filter(({ key }) => !baseline?.has(key)),
        workspace,
        io,
      )
    : undefined;
  const coverage = isCovered
    ? (await import('../../service/report/runCoverage.ts')).runCoverage(run)
    : undefined;
  const ms = performance.now() - start;
  const options: ValidationFormatOptions = {
    engine,
    ms,
    baseline,
    agreement,
    verdict,
    coverage: request.coverage ? coverage : undefined,
    repairs,
    maxResults,
    quiet,
    showGrouped,
    detailsOf,
  };

  io.probe?.step(`printing the results as ${format}`);
  printNotes(run, verdict, { quiet, problems: workspace.problems }, io);
  if (look?.shard && !quiet)
    io.stderr.write(`Only shard ${look.shard.index} of ${look.shard.of} was judged.\n`);
  if (!quiet) for (const note of changed?.notes ?? []) io.stderr.write(`${printable(note)}\n`);
  if (request.explainLinks) {
    const output = format === 'text' ? io.stdout : io.stderr;
    output.write(`${linksText(run, printerFor(output, io))}\n`);
  }
  const { why } = request;
  if (why !== undefined) {
    const { explainResults } = await import('./explainResults.ts');
    await explainResults(why, analysed!, format === 'json' ? 'json' : 'text', to);
  } else if (streamed?.printed) await streamed.end(run, options);
  else await printValidationReport(format, run, options, to);
  if (withoutDetails > 0)
    io.stderr.write(
      `${timeIsUp} ${counted(withoutDetails, 'result')} ${withoutDetails === 1 ? 'is' : 'are'} reported without details.\n`,
    );
  if (coverage && request.coverageHtml !== undefined) {
    await writeCoveragePage(request.coverageHtml, coverage, { run, verdict }, io);
  }
  // These formats list results but not what was not checked.
  if (look && verdict.kind === 'violates' && (format === 'junit' || format === 'github'))
    for (const { reason } of run.notChecked) io.stderr.write(`Not checked: ${printable(reason)}\n`);
  if (format === 'turtle' && verdict.conforms === undefined) {
    const why = verdictText(verdict, (uri) => displayPath(io.cwd, uri));
    io.stderr.write(`No sh:ValidationReport is written, because not everything was judged. ${why}.\n`);
  }
  return verdict.exitCode;
}

/** True when results may be printed before all are known: no option reorders them or leaves some out. */
function mayStream(
  { format, quiet, watch, baseline }: ValidateRequest,
  engine: EngineName | 'both',
): boolean {
  const isWhole = !quiet && !watch && baseline === undefined;
  return (format === 'text' || format === 'json') && isWhole && engine === 'builtin';
}

/** What a change does to the results of a store; undefined when that is not asked. */
async function changedRunOf(
  files: GivenFiles,
  { change, changedSince }: Pick<ValidateRequest, 'change' | 'changedSince'>,
  workspace: Workspace,
  io: CommandIo,
): Promise<ChangeOfStore | undefined> {
  const before = change ? { change } : changedSince === undefined ? undefined : { changedSince };
  const [store, ...others] = files.stores ?? [];
  return before && store && changeOfStore({ ...files, stores: [store, ...others] }, before, workspace, io);
}

function shown(run: AnalysedRun, request: Pick<ValidateRequest, 'noSuppressions'>): AnalysedRun;
function shown(run: ValidationRun, request: Pick<ValidateRequest, 'noSuppressions'>): ValidationRun;
function shown(run: ValidationRun, { noSuppressions }: Pick<ValidateRequest, 'noSuppressions'>) {
  return noSuppressions ? withoutSuppressions(run) : run;
}

function tellDependencies(
  { baseline, output, coverageHtml }: Pick<ValidateRequest, 'baseline' | 'output' | 'coverageHtml'>,
  { dependencies: { files, searches } }: Workspace,
  io: CommandIo,
): void {
  const more = baseline === undefined ? [] : [uriOf(io.cwd, baseline)];
  const writes = [output, coverageHtml].filter((path) => path !== undefined);
  io.dependsOn?.({ files: [...files, ...more], searches, writes });
}

/** Prints errors and warnings about the input. `quiet` leaves out problems that do not make the command fail. */
function printNotes(
  run: ValidationRun,
  verdict: RunVerdict,
  { quiet, problems }: { readonly quiet: boolean; readonly problems: readonly string[] },
  io: CommandIo,
): void {
  if (quiet && verdict.exitCode === 0) return;
  const printer = printerFor(io.stderr, io);
  const errors = run.problems.filter(({ severity }) => severity === 'error');
  io.stderr.write(
    quiet ? inputText({ ...run, problems: errors }, [], printer) : inputText(run, problems, printer),
  );
  io.stderr.write(noTargetsText(verdict, printer));
  io.stderr.write(staleText(verdict, printer));
}

/** Writes a coverage as an HTML file without dependencies. */
export async function writeCoveragePage(
  path: string,
  coverage: RunCoverage,
  { run, verdict }: { readonly run: ValidationRun; readonly verdict: RunVerdict },
  io: CommandIo,
): Promise<void> {
  const { coveragePage } = await import('../../service/report/coveragePage.ts');
  const { selfContainedPage } = await import('../../base/pages/selfContainedPage.ts');
  const nameOf = (uri: string) => displayPath(io.cwd, uri);
  const outcome = run.results.length > 0 ? resultCount(run.results) : verdictText(verdict, nameOf);
  const data = coveragePage(coverage, {
    nameOf,
    hasNotChecked: run.notChecked.length > 0,
    verdict: `${outcome}.`,
  });
  const file = await io.openReport(path);
  try {
    await file.write(
      await selfContainedPage({ title: 'SHACL coverage', data }, await io.pageFiles('coverage')),
    );
    await file.publish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}
