import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { type RunFolder, runFiles } from '../../lab/evaluation/run/runFolder.ts';
import { type CheckJson, estimateCheck, plannedTask, readCheck } from '../../lab/tasks/check/checkRun.ts';
import { type OriginalTasks, readOriginalTasks } from '../../lab/tasks/originalTasks.ts';
import {
  type CheckPorts,
  checkModels,
  type ModelCheck,
} from '../../languageServer/jobs/checkModel/checkModels.ts';
import { dollars } from '../../repair/llm/model/spending.ts';
import type { CliCommand } from '../command.ts';
import { EvaluatedModels } from '../evaluate/evaluatedModels.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { UnreadableLines } from '../output/linksText.ts';
import { folderUri, uriOf } from '../output/paths.ts';
import { printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { type ModelCheckRequest, modelCheckHelp, modelCheckRequest } from './modelCheckRequest.ts';

/** `shacl-repair model-check`: 0 when all trials are recorded, 2 when not. */
export const modelCheck: CliCommand = async (args, io) => {
  const request = modelCheckRequest(args, io.env);
  if (request === 'help') {
    io.stdout.write(modelCheckHelp);
    return 0;
  }
  const models = await EvaluatedModels.open(request, io);
  const originals = await givenOriginals(request, io);
  const json = checkJson(request, originals);
  if (request.dryRun) {
    io.stdout.write(estimateText(json, originals, models));
    return 0;
  }
  const folder = await io.runs.open(folderUri(request.out!, io));
  const progress = new ProgressLine(io.progress);
  try {
    await begin(json, folder, request);
    const check = await checkModels(
      json,
      portsOf({ request, models, progress, io, originals }, folder),
      unaborted,
    );
    progress.end();
    return await finish(check, request, io);
  } finally {
    progress.end();
    await folder.close();
  }
};

/** @throws UserError when the files can't be used. */
async function givenOriginals(
  { originals: given, tasks }: ModelCheckRequest,
  { cwd, fileSystem }: CommandIo,
): Promise<OriginalTasks | undefined> {
  if (given === undefined) return undefined;
  const folder = uriOf(cwd, given).replace(/\/$/, '');
  const reading = await readOriginalTasks(tasks, async (path) => {
    const file = await fileSystem.read(`${folder}/${path}`);
    return file.kind === 'text' ? file.text : undefined;
  });
  if (reading.kind === 'read') return reading.tasks;
  throw new UserError(
    `--originals ${given} can't be used. ${reading.problems.join(' ')} docs/model-check.md lists the files.`,
  );
}

function checkJson(
  {
    models,
    tasks,
    sizes,
    repeat,
    fixtures,
    wording,
    syntax,
    rounds,
    temperature,
    maxTokens,
    seed,
  }: ModelCheckRequest,
  originals: OriginalTasks | undefined,
): CheckJson {
  return {
    format: 1,
    kind: 'model-check',
    generator: { name: 'shacl-repair', version },
    models,
    tasks: tasks.map((id) => plannedTask(id, repeat, sizes)),
    fixtures,
    wording,
    syntax,
    ...(originals && { originals: originals.sha256 }),
    options: { rounds, temperature, maxTokens, seed: seed ?? null },
  };
}

/** Starts a run, or makes sure that the one in the folder is the same. */
async function begin(json: CheckJson, folder: RunFolder, { resume, out }: ModelCheckRequest): Promise<void> {
  const text = await folder.read(runFiles.run);
  if (text === undefined) {
    await folder.write(runFiles.run, [`${JSON.stringify(json, null, 2)}\n`]);
    return;
  }
  const before = readCheck(text);
  if (!before) throw new UserError(`--out ${out} holds a run of another kind. Give another folder.`);
  if (!resume) {
    throw new UserError(
      `--out ${out} already holds a run. Continue it with --resume, or give another folder.`,
    );
  }
  const asked = ({ generator: _, ...fields }: CheckJson) => JSON.stringify(fields);
  if (asked(before) !== asked(json)) {
    throw new UserError(
      `--out ${out} holds a run with other options. Give the same ones as before to continue it, or another folder.`,
    );
  }
}

interface CheckSession {
  readonly request: ModelCheckRequest;
  readonly models: EvaluatedModels;
  readonly progress: ProgressLine;
  readonly io: CommandIo;
  readonly originals: OriginalTasks | undefined;
}

function portsOf({ request, models, progress, io, originals }: CheckSession, folder: RunFolder): CheckPorts {
  const unreadable = new UnreadableLines();
  const tell = (text: string) => progress.show(text);
  return {
    folder,
    modelOf: (id) => models.of(id),
    priceOf: (id, usage) => models.price(id)(usage),
    concurrency: models.limits.concurrency,
    observe({ kind, recorded, all }) {
      if (kind === 'recorded') {
        progress.show(`${recorded} of ${counted(all, 'trial')}`);
        return;
      }
      unreadable.tell(`${request.out}/${runFiles.trials}`, io);
      if (recorded > 0) io.stderr.write(`Going on: ${counted(recorded, 'trial')} recorded.\n`);
    },
    onUnreadable: unreadable.add,
    startModels: (spent) => models.start(request.models, { spent, folder, tell }),
    pageFiles: io.pageFiles,
    originals,
  };
}

/** Prints the report. */
async function finish(
  { report, markdown, stopped }: ModelCheck,
  { format, out }: ModelCheckRequest,
  { stdout, stderr }: CommandIo,
): Promise<ExitCode> {
  if (format === 'json') await printJson({ stdout }, report);
  else stdout.write(markdown);
  if (stopped) {
    const { error, unanswered } = stopped;
    const count = unanswered === undefined ? '' : `${counted(unanswered, 'trial')} got no answer. `;
    stderr.write(
      `${count}${error.message}\nThe recorded results are kept; the same command with --resume continues.\n`,
    );
  }
  stderr.write(`The run is in ${out}.\n`);
  return report.models.every(({ missing }) => missing === 0) ? 0 : 2;
}

/** Estimates what asking would cost. Nothing is sent. */
function estimateText(
  json: CheckJson,
  originals: OriginalTasks | undefined,
  models: EvaluatedModels,
): string {
  const lines = estimateCheck(json, originals).map(({ model, task, requests, inputTokens, most }) => {
    const cost = models.price(model)(most);
    const text = cost === undefined ? 'price unknown (give --prices)' : `at most ${dollars(cost)}`;
    return `${model} ${task}: ${counted(requests, 'request')}, about ${inputTokens.toLocaleString('en')} input tokens, ${text}`;
  });
  return `${lines.join('\n')}\nEstimates; nothing was sent.\n`;
}
