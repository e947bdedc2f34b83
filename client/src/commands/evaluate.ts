import { commands, ProgressLocation, Uri, window, workspace } from 'vscode';
import {
  type EvaluationPlan,
  whyRestricted,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { folderName } from '../benchmark/suites.ts';
import { askEvaluation } from '../evaluation/askEvaluation.ts';
import { confirmModel } from '../evaluation/confirmModel.ts';
import { findRuns, newRunFolder } from '../evaluation/findRuns.ts';
import { asksModel } from '../evaluation/systems.ts';
import { showFailure } from '../model/askModel.ts';
import { isTrusted } from '../trust.ts';
import type { Command, CommandContext } from './command.ts';

/** Measures repair systems on a suite: the one that is given, shown, or chosen. */
export const evaluate: Command = (context) => async (argument) => {
  if (!isTrusted(whyRestricted.suites)) return;
  const suite = argument instanceof Uri ? argument : await chosenSuite(context, 'Evaluate Repair Systems');
  if (!suite) return;
  const plan = await askEvaluation(await findRuns(context.benchmarks.evaluations, suite));
  if (plan) await carryOut(suite, plan, context);
};

/** Undefined, after telling the user, when there is none. */
export async function chosenSuite({ benchmarks }: CommandContext, title: string): Promise<Uri | undefined> {
  const open = benchmarks.panels.active ?? suiteIn(window.activeTextEditor?.document.uri);
  if (open) return open;
  const suites = await benchmarks.suites.find();
  if (suites.length <= 1) {
    if (suites.length === 0) void generateFirst();
    return suites[0];
  }
  const items = suites.map((suite) => ({
    label: folderName(suite),
    description: workspace.asRelativePath(Uri.joinPath(suite, '..')),
    suite,
  }));
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder: 'Which suite?',
  });
  return picked?.suite;
}

function suiteIn(uri: Uri | undefined): Uri | undefined {
  return uri?.path.endsWith('/suite.json') ? uri : undefined;
}

async function generateFirst(): Promise<void> {
  const generate = 'Generate VIO Benchmark';
  const message =
    'There is no suite of violations in this workspace. Open a Turtle file with shapes and generate one first.';
  if ((await window.showInformationMessage(message, generate)) === generate) {
    await commands.executeCommand('shaclRepair.generateBenchmark');
  }
}

/** Runs systems on a suite, and shows the outcome. */
export async function carryOut(suite: Uri, plan: EvaluationPlan, context: CommandContext): Promise<void> {
  const { evaluations, runs: panels } = context.benchmarks;
  const run = plan.kind === 'goOn' ? Uri.parse(plan.run) : await newRunFolder(suite);
  const name = run.path.split('/').at(-1)!;
  let told = '';
  const options = {
    location: ProgressLocation.Notification,
    title: `Evaluating on ${folderName(suite)}`,
    cancellable: true,
  };
  const outcome = await window.withProgress(options, async (progress, token) => {
    const follow = (value: { readonly message: string; readonly increment?: number }) => {
      if (value.increment !== undefined) told = value.message;
      progress.report(value);
    };
    if (plan.kind === 'goOn' || asksModel(plan)) {
      progress.report({ message: 'estimating tokens and costs' });
      const may = await confirmModel(evaluations, { uri: suite.toString(), plan }, token, follow);
      if (!may) return 'left';
    }
    const choice = plan.kind === 'goOn' ? undefined : { systems: plan.systems, strategies: plan.strategies };
    return evaluations.evaluate({ uri: suite.toString(), run: run.toString(), choice }, token, follow);
  });
  if (outcome === 'left') return;
  const goOn = async () => carryOut(suite, { kind: 'goOn', run: run.toString() }, context);
  if (!outcome) {
    if (told === '') return;
    const message = `The evaluation was cancelled. ${told} are recorded in ${name}.`;
    await offer(message, { 'Show Report': () => panels.show([run]), Resume: goOn });
    return;
  }
  if (outcome.kind === 'failed') {
    void showFailure(outcome, { ...(told === '' ? {} : { Resume: goOn }) });
    return;
  }
  const { recorded, all, stopped, notes, waiting = [] } = outcome;
  if (notes.length > 0) void window.showWarningMessage(notes.join(' '));
  const [next] = waiting;
  if (next !== undefined) {
    await window.showTextDocument(Uri.parse(next));
    const message = `${waiting.length.toLocaleString('en')} of ${all.toLocaleString('en')} cases wait for an answer in ${name}. Repair this one, save it, and score it.`;
    await offer(message, { Score: goOn, 'Show Report': () => panels.show([run]) });
    return;
  }
  if (recorded > 0 || all === 0) await panels.show([run]);
  if (stopped) {
    const message = `${stopped.message} ${recorded.toLocaleString('en')} of ${all.toLocaleString('en')} attempts are recorded in ${name}.`;
    void showFailure({ ...stopped, message }, { Resume: goOn });
  }
}

async function offer(
  message: string,
  remedies: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const chosen = await window.showInformationMessage(message, ...Object.keys(remedies));
  if (chosen !== undefined) await remedies[chosen]!();
}
