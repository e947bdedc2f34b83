import { version } from '../../base/version.ts';
import { relativeDocuments, suiteInputs, suitePrefixes, vioProblem } from '../../ide/vioProblem.ts';
import { VerdictJournal } from '../../jobs/generate/verdictJournal.ts';
import type { Staging } from '../../jobs/ports.ts';
import { newSha256, sha256 } from '../../jobs/sha256.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { hasErrors, type ValidationRun } from '../../report/validationRun.ts';
import { referenceCrossCheck } from '../../vio/cases/crossCheck.ts';
import type { GenerateProgress, VioSuite } from '../../vio/cases/vioCase.ts';
import { type GenerateHelpers, generateVios } from '../../vio/generate.ts';
import type { VioProblem } from '../../vio/problem.ts';
import { modeName } from '../../vio/suite/suiteJson.ts';
import type { SuiteOrigin } from '../../vio/suite/suiteSource.ts';
import { suitePieces } from '../../vio/suite/writeSuite.ts';
import type { Command } from '../command.ts';
import { displayPath } from '../input/paths.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { counted, printerFor, printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { inputText } from '../output/textReport.ts';
import { type GenerateRequest, generateHelp, generateRequest } from './generateRequest.ts';
import { type Generated, generatedJson, generatedText } from './generateText.ts';
import { modelNamer } from './modelNamer.ts';
import { type Prepared, prepared } from './preparation.ts';
import { suiteTarget } from './suiteTarget.ts';

/** `shacl-repair generate`: 0 when a suite was written, 2 when not. */
export const generate: Command = async (args, io) => {
  const request = generateRequest(args);
  if (request === 'help') {
    io.stdout.write(generateHelp);
    return 0;
  }
  const start = performance.now();
  const target = await suiteTarget(request.out, io);
  const workspace = await Workspace.open(io, request.inference);
  const run = await workspace.check(request, 'builtin');
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  if (hasErrors(run)) io.stderr.write('Nothing is generated while there are errors in the input.\n');
  if (hasErrors(run) || !run.validated) return 2;
  const ready = await prepared(run, request, workspace, io);
  if (!ready) return 2;

  for (const { uri } of relativeDocuments(ready.analysis)) {
    io.stderr.write(
      `${displayPath(io.cwd, uri)}: warning: it names things relative to where it is, so the suite names this folder, ` +
        'and is another one elsewhere. Declare a base (@base <https://…> .) to change that.\n',
    );
  }
  const origin = originOf(run, ready, request, workspace);
  io.probe?.step(`deriving violations from ${displayPath(io.cwd, ready.analysis.report.uri)}`);
  const staging = await io.openStaging(target);
  const progress = new ProgressLine(io.progress);
  try {
    const { suite, problem } = await derive(ready, request, { staging, origin, progress }, io);
    const { options } = request;
    const pieces = suitePieces({ problem, suite, options, origin }, { newSha256 }, unaborted);
    for await (const { path, text } of pieces) {
      progress.show(`writing ${path}`);
      await staging.write(path, text);
    }
    await staging.publish();
    progress.end();
    const folder = displayPath(io.cwd, target);
    await print({ ...ready, suite, options, folder, ms: performance.now() - start }, run, request, io);
    return 0;
  } catch (error) {
    progress.end();
    await staging.abandon();
    throw error;
  }
};

async function derive(
  { analysis }: Prepared,
  { options, namer }: GenerateRequest,
  work: { readonly staging: Staging; readonly origin: SuiteOrigin; readonly progress: ProgressLine },
  io: CommandIo,
): Promise<{ readonly suite: VioSuite; readonly problem: VioProblem }> {
  const { staging, origin, progress } = work;
  const problem = await vioProblem(analysis, unaborted);
  const inference = problem.recorded.input.entailment?.regime ?? 'none';
  const subject = subjectOf(origin, { ...options, mode: modeName(options.mode), inference }, io);
  const journal = await VerdictJournal.open(staging, subject, problem);
  if (journal.size > 0) {
    const verdicts = counted(journal.size, 'verdict');
    io.progress.write(`Going on from an interrupted run: ${verdicts} of rdf-validate-shacl are known.\n`);
  }
  if (options.crossCheck === 'all') progress.show('asking rdf-validate-shacl about the graph as it is');
  const reference = options.crossCheck === 'all' ? await referenceCrossCheck(problem, unaborted) : undefined;
  if (reference?.baseline.kind === 'differs') {
    progress.end();
    io.stderr.write(`The engines judge the graph itself differently: ${reference.baseline.difference}\n`);
  }
  const helpers: GenerateHelpers = {
    ...(reference && { crossCheck: journal.remembering(reference.check) }),
    ...(namer && { namer: await modelNamer(namer, problem.prefixes, io) }),
  };
  const events = generateVios(problem, options, unaborted, helpers);
  for (;;) {
    const next = await events.next();
    if (next.done) return { suite: next.value, problem };
    if (next.value.kind === 'progress') progress.show(progressText(next.value.progress));
  }
}

function originOf(
  run: ValidationRun,
  { analysis, preparation }: Prepared,
  { name, data, ifInvalid }: GenerateRequest,
  { settings }: Workspace,
): SuiteOrigin {
  // The files as they are, whatever was repaired in memory.
  const { linked } = run.analyses[0]!.graphs;
  return {
    name: name ?? (data[0] === '-' ? 'stdin' : fileNameOfUri(linked.unit.data[0]!).replace(/\.[^.]+$/, '')),
    version,
    inputs: suiteInputs(linked, sha256),
    ifInvalid,
    preparation,
    subClassOfFrom: settings.subClassOfFrom,
    ...suitePrefixes(analysis),
  };
}

/** All that verdicts on changed graphs depend on. */
function subjectOf(
  { inputs, subClassOfFrom, ifInvalid }: SuiteOrigin,
  options: object,
  { quarantined = new Set() }: CommandIo,
): string {
  const all = { version, inputs, subClassOfFrom, ifInvalid, options, quarantined: [...quarantined] };
  return sha256(JSON.stringify(all));
}

function progressText({ cases, covered, constraints }: GenerateProgress): string {
  return `${counted(cases, 'case')}, ${covered} of ${counted(constraints, 'constraint')} covered`;
}

async function print(
  generated: Generated,
  run: ValidationRun,
  { format }: GenerateRequest,
  io: CommandIo,
): Promise<void> {
  if (format === 'json') await printJson(io, generatedJson(generated));
  else io.stdout.write(generatedText(generated, run, printerFor(io.stdout, io)));
}
