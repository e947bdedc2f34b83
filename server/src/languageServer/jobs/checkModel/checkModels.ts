import { jsonText } from '../../../base/jsonText.ts';
import { type RunFolder, runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import type { OnUnreadable } from '../../../lab/evaluation/run/trialLog.ts';
import { checkHtml, checkMarkdown, checkPage } from '../../../lab/tasks/check/checkPages.ts';
import { type CheckReport, checkReport } from '../../../lab/tasks/check/checkReport.ts';
import {
  type CheckJson,
  type CheckTrial,
  recordedTrials,
  runCheck,
  trialKey,
  trialsOf,
} from '../../../lab/tasks/check/checkRun.ts';
import type { OriginalTasks } from '../../../lab/tasks/originalTasks.ts';
import { type LanguageModel, ModelError, type TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import type { PageFiles } from '../ports.ts';

export interface CheckPorts {
  /** The folder that keeps the run, so that another run can continue it. */
  readonly folder: RunFolder;
  readonly modelOf: (id: string) => LanguageModel;
  /** The price in USD; undefined when it is not known. */
  readonly priceOf: (id: string, usage: TokenUsage) => number | undefined;
  /** The number of parallel requests. */
  readonly concurrency: number;
  /** Called with the progress of the check. */
  readonly observe: (step: CheckStep) => void;
  readonly onUnreadable?: OnUnreadable;
  /** Prepares the models to answer. @param spent the cost of the recorded answers so far, in USD. */
  readonly startModels?: (spent: number) => Promise<unknown>;
  readonly pageFiles: PageFiles;
  /** The tasks whose files the run names, if it names any. */
  readonly originals?: OriginalTasks | undefined;
}

/** `read` receives how many answers are recorded before the first question; `recorded` follows each answer. */
export interface CheckStep {
  readonly kind: 'read' | 'recorded';
  readonly recorded: number;
  readonly all: number;
}

export interface ModelCheck {
  readonly report: CheckReport;
  /** The report as Markdown and as an HTML page. */
  readonly markdown: string;
  readonly html: string;
  readonly recorded: number;
  /** Why the check stopped early. `unanswered` is undefined when no question could be asked. */
  readonly stopped: { readonly error: ModelError; readonly unanswered: number | undefined } | undefined;
}

/**
 * Asks models the questions without a recorded answer, and writes the report into the folder. Recorded answers are
 * kept, however the check ends.
 *
 * @throws the signal's reason when aborted.
 */
export async function checkModels(
  json: CheckJson,
  ports: CheckPorts,
  signal: AbortSignal,
): Promise<ModelCheck> {
  const { folder, pageFiles } = ports;
  const outcome = await askRest(json, ports, signal);
  const report = await checkReport(json, recordedTrials(folder));
  const markdown = checkMarkdown(report);
  const html = await checkHtml(report, await pageFiles(checkPage));
  await folder.write(runFiles.json, jsonText(report));
  await folder.write(runFiles.markdown, [markdown]);
  await folder.write(runFiles.html, [html]);
  return { report, markdown, html, ...outcome };
}

async function askRest(
  json: CheckJson,
  { folder, modelOf, priceOf, concurrency, observe, onUnreadable, startModels, originals }: CheckPorts,
  signal: AbortSignal,
): Promise<Pick<ModelCheck, 'recorded' | 'stopped'>> {
  const done = new Set<string>();
  let spent = 0;
  for await (const trial of recordedTrials(folder, onUnreadable)) {
    done.add(trialKey(trial));
    // Answers that were reused cost nothing.
    for (const { asked } of trial.rounds) {
      if (!asked.fromCache) spent += priceOf(trial.model, asked.usage) ?? 0;
    }
  }
  const all = [...trialsOf(json)].length;
  observe({ kind: 'read', recorded: done.size, all });
  if (done.size >= all) return { recorded: done.size, stopped: undefined };
  try {
    await startModels?.(spent);
    const record = async (trial: CheckTrial) => {
      await folder.append(runFiles.trials, JSON.stringify(trial));
      done.add(trialKey(trial));
      observe({ kind: 'recorded', recorded: done.size, all });
    };
    const { unanswered, reason } = await runCheck(
      json,
      { modelOf, priceOf, done, concurrency, record, originals },
      signal,
    );
    return { recorded: done.size, stopped: reason && { error: reason, unanswered } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { recorded: done.size, stopped: { error, unanswered: undefined } };
  }
}
