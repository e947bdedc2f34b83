import { counted } from '../../base/counted.ts';
import { readAs } from '../../base/jsonShape.ts';
import { UserError } from '../../base/userError.ts';
import {
  type GenerateStep,
  generateSuite,
  type SuitePorts,
} from '../../languageServer/jobs/generate/generateSuite.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { proposeNodeName } from '../../repair/llm/proposeNodeName.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import { relativeDocuments } from '../../service/ide/vioProblem.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import { hasBadInput } from '../../service/report/verdict.ts';
import type { Namer } from '../../vio/cases/naming.ts';
import { type MistakeProfile, mistakeProfileShape } from '../../vio/mistakes/mistakeProfile.ts';
import { type MutationScore, mutationScore } from '../../vio/suite/mutationScore.ts';
import { suiteObstacle } from '../../vio/suite/suiteObstacle.ts';
import type { GenerateProgress, VioSuite } from '../../vio/vioCase.ts';
import { fileNameOfUri } from '../../workspace/project/uris.ts';
import type { CliCommand } from '../command.ts';
import { unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printerFor, printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { inputText } from '../output/textReport.ts';
import { type GenerateRequest, generateHelp, generateRequest } from './generateRequest.ts';
import { type GenerationOutcome, generatedJson, generatedText } from './generateText.ts';
import { drawnUnit, preparedUnit } from './preparedUnit.ts';

/** `shacl-repair generate`: 0 when a suite was written, 2 when not. */
export const generate: CliCommand = async (args, io) => {
  const request = generateRequest(args);
  if (request === 'help') {
    io.stdout.write(generateHelp);
    return 0;
  }
  const start = performance.now();
  const options = await requestedOptions(request, io);
  const target = await suiteTarget(request.out, io);
  const workspace = await Workspace.open(io, request.inference);
  const drawn = request.store && (await drawnUnit(request, request.store, workspace, io));
  if (drawn?.kind === 'undecided') return 2;
  const run = drawn?.run ?? (await workspace.check(request, 'builtin'));
  io.stderr.write(inputText(run, workspace.problems, printerFor(io.stderr, io)));
  const isBad = hasBadInput(run);
  if (isBad) io.stderr.write('Nothing is generated while there are errors in the input.\n');
  if (isBad || !run.validated) return 2;
  const ready = await preparedUnit(run, request, workspace, io);
  if (!ready) return 2;

  for (const { uri } of relativeDocuments(ready.analysis)) {
    io.stderr.write(
      `${displayPath(io.cwd, uri)}: warning: it has IRIs that are relative to its own path, so the suite contains the name of this folder, ` +
        'and differs elsewhere. Declare a base (@base <https://…> .) to change that.\n',
    );
  }
  io.probe?.step(`deriving violations from ${displayPath(io.cwd, ready.analysis.report.uri)}`);
  const progress = new ProgressLine(io.progress);
  try {
    const { ifInvalid, graph } = request;
    const { subClassOfFrom } = workspace.settings;
    const analysis = run.analyses[0]!;
    const name = suiteName(request, analysis);
    const suite = await generateSuite(
      {
        analysis,
        valid: ready,
        name,
        graph,
        store: drawn?.store,
        ifInvalid,
        subClassOfFrom,
        options,
        folder: target,
      },
      portsOf(request, progress, io),
      io.signal ?? unaborted,
    );
    const mutation = request.mutates ? await mutationOf(suite, ready.analysis, progress, io) : undefined;
    progress.end();
    const folder = displayPath(io.cwd, target);
    const ms = performance.now() - start;
    await print({ ...ready, suite, mutation, options, folder, ms }, run, request, io);
    return 0;
  } finally {
    progress.end();
  }
};

/** How many constraints the suite would miss. */
async function mutationOf(
  { cases, coverage }: VioSuite,
  { recording }: UnitAnalysis,
  progress: ProgressLine,
  { quarantined }: CommandIo,
): Promise<MutationScore> {
  const constraints = coverage.map(({ constraint }) => constraint);
  const onJudged = (count: number) =>
    progress.show(`${count} of ${counted(constraints.length, 'constraint')} taken away`);
  const validation = quarantined ? { quarantined } : {};
  const recorded = await recording.get(unaborted);
  return mutationScore(recorded, constraints, cases, { validation, onJudged }, unaborted);
}

/** The options with the profile that the user named. */
async function requestedOptions(
  { options, profile }: GenerateRequest,
  io: CommandIo,
): Promise<GenerateRequest['options']> {
  if (profile === undefined) return options;
  const { frequencies } = await givenProfile(profile, io);
  return { ...options, mode: { kind: 'mistakes', frequencies } };
}

function suiteName({ name, data, store }: GenerateRequest, { graphs }: UnitAnalysis): string {
  if (name !== undefined) return name;
  if (store !== undefined) return new URL(store.address.url).hostname;
  return data[0] === '-' ? 'stdin' : fileNameOfUri(graphs.linked.unit.data[0]!).replace(/\.[^.]+$/, '');
}

function portsOf({ namer }: GenerateRequest, progress: ProgressLine, io: CommandIo): SuitePorts {
  return {
    openStaging: io.openStaging,
    observe: (step) => tell(step, progress, io),
    namer: namer && ((prefixes) => modelNamer(namer, prefixes, io)),
    resumable: { quarantined: io.quarantined ?? new Set() },
  };
}

function tell(step: GenerateStep, progress: ProgressLine, io: CommandIo): void {
  switch (step.kind) {
    case 'resumed': {
      const verdicts = counted(step.verdicts, 'verdict');
      io.progress.write(`Going on from an interrupted run: ${verdicts} of rdf-validate-shacl are known.\n`);
      break;
    }
    case 'askingReference':
      progress.show('asking rdf-validate-shacl about the graph as it is');
      break;
    case 'enginesDiffer':
      progress.end();
      io.stderr.write(`The engines judge the graph itself differently: ${step.difference}\n`);
      break;
    case 'derived':
      progress.show(progressText(step.progress));
      break;
    case 'writing':
      progress.show(`writing ${step.path}`);
  }
}

function progressText({ cases, covered, constraints }: GenerateProgress): string {
  return `${counted(cases, 'case')}, ${covered} of ${counted(constraints, 'constraint')} covered`;
}

async function print(
  generated: GenerationOutcome,
  run: ValidationRun,
  { format }: GenerateRequest,
  io: CommandIo,
): Promise<void> {
  if (format === 'json') await printJson(io, generatedJson(generated));
  else io.stdout.write(generatedText(generated, run, printerFor(io.stdout, io)));
}

/**
 * A model that names the new nodes of a benchmark.
 * @throws UserError when the endpoint is not valid.
 */
export async function modelNamer(
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string | undefined },
  prefixes: ReadonlyMap<string, string>,
  io: CommandIo,
): Promise<Namer> {
  const { OPENAI_BASE_URL, OPENAI_API_KEY } = io.env;
  const url = baseUrl ?? (OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1');
  const key = OPENAI_API_KEY?.trim() || undefined;
  try {
    const { model } = await io.openModel({ baseUrl: url, model: id, key, timeout: timeoutMs });
    return (unnamed) => proposeNodeName(unnamed, model, prefixes, unaborted);
  } catch (error) {
    if (error instanceof ModelError) throw new UserError(error.message);
    throw error;
  }
}

const timeoutMs = 60_000;

/**
 * The profile of mistakes that the user named.
 * @throws UserError when the file can't be read, or is not a profile.
 */
export async function givenProfile(path: string, { fileSystem, cwd }: CommandIo): Promise<MistakeProfile> {
  const file = await fileSystem.read(uriOf(cwd, path));
  if (file.kind === 'unreadable') {
    const reason = file.reason === 'missing' ? 'it does not exist' : file.detail;
    throw new UserError(`the profile ${path} can't be read: ${reason}.`);
  }
  const reading = readAs(mistakeProfileShape, file.text);
  if (reading.kind === 'misfit')
    throw new UserError(`${path} is not a profile of mistakes: ${reading.problem}.`);
  return reading.value;
}

/**
 * The uri of a folder to which a suite may be written.
 *
 * @param given as on the command line.
 * @throws UserError when it is one that must not be replaced.
 */
export async function suiteTarget(given: string, io: CommandIo): Promise<string> {
  const folder = uriOf(io.cwd, given).replace(/\/$/, '');
  const obstacle = await suiteObstacle(folder, io);
  if (obstacle !== undefined) throw new UserError(`--out ${given} ${obstacle}`);
  return folder;
}
