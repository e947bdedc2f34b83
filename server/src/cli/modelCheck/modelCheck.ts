import { jsonText } from '../../base/jsonText.ts';
import { UserError } from '../../base/userError.ts';
import { version } from '../../base/version.ts';
import { type RunFolder, runFiles } from '../../evaluation/run/runFolder.ts';
import { ModelError } from '../../llm/model/languageModel.ts';
import { dollars } from '../../llm/model/spending.ts';
import { checkHtml, checkPage } from '../../tasks/check/checkHtml.ts';
import { checkMarkdown } from '../../tasks/check/checkMarkdown.ts';
import { checkReport } from '../../tasks/check/checkReport.ts';
import {
  type CheckJson,
  readCheck,
  recordedTrials,
  runCheck,
  trialKey,
  trialsOf,
} from '../../tasks/check/checkRun.ts';
import { estimateCheck } from '../../tasks/check/estimateCheck.ts';
import { plannedTask } from '../../tasks/check/quickCheck.ts';
import type { Command } from '../command.ts';
import { EvaluatedModels } from '../evaluate/evaluateModels.ts';
import { uriOf } from '../input/paths.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { counted, printJson } from '../output/print.ts';
import { ProgressLine } from '../output/progressLine.ts';
import { UnreadableLines } from '../output/unreadableLines.ts';
import { type ModelCheckRequest, modelCheckHelp, modelCheckRequest } from './modelCheckRequest.ts';

/** `shacl-repair model-check`: 0 when all trials are recorded, 2 when not. */
export const modelCheck: Command = async (args, io) => {
  const request = modelCheckRequest(args, io.env);
  if (request === 'help') {
    io.stdout.write(modelCheckHelp);
    return 0;
  }
  const models = await EvaluatedModels.open(request, io);
  const json = checkJson(request);
  if (request.dryRun) {
    io.stdout.write(estimateText(json, models));
    return 0;
  }
  const folder = await io.runs.open(folderUri(request.out!, io));
  const progress = new ProgressLine(io.progress);
  try {
    await begin(json, folder, request);
    const stop = await askAll(json, folder, { request, models, progress, io });
    progress.end();
    return await finish(json, folder, stop, request, io);
  } finally {
    progress.end();
    await folder.close();
  }
};

function folderUri(given: string, { cwd }: CommandIo): string {
  return uriOf(cwd, given).replace(/\/$/, '');
}

function checkJson({
  models,
  tasks,
  sizes,
  repeat,
  fixtures,
  rounds,
  temperature,
  maxTokens,
  seed,
}: ModelCheckRequest): CheckJson {
  return {
    format: 1,
    kind: 'model-check',
    generator: { name: 'shacl-repair', version },
    models,
    tasks: tasks.map((id) => plannedTask(id, repeat, sizes)),
    fixtures,
    options: { rounds, temperature, maxTokens, seed: seed ?? null },
  };
}

/** Begins a run, or makes sure that the one in the folder is the same. */
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
      `--out ${out} holds a run already. Go on with it by --resume, or give another folder.`,
    );
  }
  const asked = ({ generator: _, ...fields }: CheckJson) => JSON.stringify(fields);
  if (asked(before) !== asked(json)) {
    throw new UserError(
      `--out ${out} holds a run with other options. Give the same ones as before to go on with it, or another folder.`,
    );
  }
}

interface CheckSession {
  readonly request: ModelCheckRequest;
  readonly models: EvaluatedModels;
  readonly progress: ProgressLine;
  readonly io: CommandIo;
}

/** Asks what is not recorded. Returns why it stopped before the end, undefined when it did not. */
async function askAll(
  json: CheckJson,
  folder: RunFolder,
  { request, models, progress, io }: CheckSession,
): Promise<string | undefined> {
  const { done, spent } = await recorded(folder, models, request, io);
  const all = [...trialsOf(json)].length;
  if (done.size >= all) return undefined;
  try {
    await models.start(json.models, { spent, folder, tell: (text) => progress.show(text) });
    const { unanswered, reason } = await runCheck(
      json,
      {
        modelOf: (id) => models.of(id),
        priceOf: (id, usage) => models.price(id)(usage),
        done,
        concurrency: models.limits.concurrency,
        async record(trial) {
          await folder.append(runFiles.trials, JSON.stringify(trial));
          done.add(trialKey(trial));
          progress.show(`${done.size} of ${counted(all, 'trial')}`);
        },
      },
      unaborted,
    );
    return reason && `${counted(unanswered, 'trial')} got no answer. ${reason.message}`;
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
}

/** Which trials there are already, and what was spent on them in USD: nothing on what was known from before. */
async function recorded(
  folder: RunFolder,
  models: EvaluatedModels,
  { out }: ModelCheckRequest,
  { stderr }: CommandIo,
) {
  const done = new Set<string>();
  const unreadable = new UnreadableLines();
  let spent = 0;
  for await (const trial of recordedTrials(folder, unreadable.add)) {
    done.add(trialKey(trial));
    for (const { asked } of trial.rounds) {
      if (!asked.fromCache) spent += models.price(trial.model)(asked.usage) ?? 0;
    }
  }
  unreadable.tell(`${out}/${runFiles.trials}`, { stderr });
  if (done.size > 0) stderr.write(`Going on: ${counted(done.size, 'trial')} recorded.\n`);
  return { done, spent };
}

/** Writes and prints the report. */
async function finish(
  json: CheckJson,
  folder: RunFolder,
  stop: string | undefined,
  { format, out }: ModelCheckRequest,
  { stdout, stderr, pageFiles }: CommandIo,
): Promise<ExitCode> {
  const report = await checkReport(json, recordedTrials(folder));
  const text = checkMarkdown(report);
  await folder.write(runFiles.json, jsonText(report));
  await folder.write(runFiles.markdown, [text]);
  await folder.write(runFiles.html, [await checkHtml(report, await pageFiles(checkPage))]);
  if (format === 'json') await printJson({ stdout }, report);
  else stdout.write(text);
  if (stop !== undefined) {
    stderr.write(`${stop}\nWhat is recorded is kept; the same command with --resume goes on.\n`);
  }
  stderr.write(`The run is in ${out}.\n`);
  return report.models.every(({ missing }) => missing === 0) ? 0 : 2;
}

/** What asking would take. Nothing is sent. */
function estimateText(json: CheckJson, models: EvaluatedModels): string {
  const lines = estimateCheck(json).map(({ model, task, requests, inputTokens, most }) => {
    const cost = models.price(model)(most);
    const text = cost === undefined ? 'price unknown (give --prices)' : `at most ${dollars(cost)}`;
    return `${model} ${task}: ${counted(requests, 'request')}, about ${inputTokens.toLocaleString('en')} input tokens, ${text}`;
  });
  return `${lines.join('\n')}\nEstimates; nothing was sent.\n`;
}
