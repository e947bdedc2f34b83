import {
  commands,
  DiagnosticSeverity,
  languages,
  Selection,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Statuses } from '../statuses.ts';
import type { Command, CommandContext } from './command.ts';

/** The actions of the walkthrough's steps in package.json. */
const steps = ['open', 'violations', 'repair', 'report'] as const;
type Step = (typeof steps)[number];

/** Opens the bundled sample and does a step of the walkthrough with it; without a step, opens it. */
export const gettingStarted: Command = (context) => async (argument) => {
  const step = steps.find((each) => each === argument) ?? 'open';
  const document = await openSample(context.extension);
  await run(step, document, context);
  // Ticks the step. All steps run the same command, so VS Code can't distinguish them by their command.
  await commands.executeCommand('setContext', `shaclRepair.sample.${step}`, true);
};

async function run(step: Step, document: TextDocument, context: CommandContext): Promise<void> {
  switch (step) {
    case 'open':
      return;
    case 'violations':
      await commands.executeCommand('workbench.actions.view.problems');
      return;
    case 'repair':
      await showRepairs(document, context.statuses);
      return;
    case 'report':
      context.report.show(document);
  }
}

/**
 * The sample is copied to where the extension may write, and the copy is kept with what the user has done to it: a new copy
 * is made only after it has been deleted.
 */
async function openSample({
  extensionUri,
  globalStorageUri,
}: {
  readonly extensionUri: Uri;
  readonly globalStorageUri: Uri;
}): Promise<TextDocument> {
  const bundled = Uri.joinPath(extensionUri, 'client/walkthrough/sample');
  const folder = Uri.joinPath(globalStorageUri, 'sample');
  await workspace.fs.createDirectory(folder);
  for (const [file] of await workspace.fs.readDirectory(bundled)) {
    const copy = Uri.joinPath(folder, file);
    if (!(await exists(copy))) await workspace.fs.copy(Uri.joinPath(bundled, file), copy);
  }
  const document = await workspace.openTextDocument(Uri.joinPath(folder, 'people.ttl'));
  await window.showTextDocument(document);
  return document;
}

async function exists(file: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(file);
    return true;
  } catch {
    return false; // Not copied yet.
  }
}

/** Opens the quick fix menu at the first violation that is left. */
async function showRepairs(document: TextDocument, statuses: Statuses): Promise<void> {
  await statuses.known(document.uri);
  const editor = await window.showTextDocument(document);
  const [first] = languages
    .getDiagnostics(document.uri)
    // Hints, such as faded prefixes, are not violations.
    .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
    .toSorted((a, b) => a.range.start.compareTo(b.range.start));
  if (!first) {
    void window.showInformationMessage(
      'Every violation of the sample is repaired. Undo a repair to try it again.',
    );
    return;
  }
  editor.selection = new Selection(first.range.start, first.range.start);
  editor.revealRange(first.range);
  await commands.executeCommand('editor.action.quickFix');
}
