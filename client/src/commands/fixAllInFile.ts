import {
  type CancellationToken,
  CancellationTokenSource,
  type CodeAction,
  CodeActionKind,
  CodeActionTriggerKind,
  type Diagnostic,
  languages,
  ProgressLocation,
  Selection,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isFresh, provideCodeActions, workspaceEdit } from '../codeActions.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/**
 * Applies all unambiguous repairs of the active file, in one step to undo, and lists what is left. Where syntax errors hide
 * statements, their fixes come first.
 */
export const fixAllInFile: Command =
  ({ client }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const name = workspace.asRelativePath(document.uri);
    if (!(await passSyntaxErrors(client, document, name))) return;
    await makeFixes(client, document);
  };

/**
 * Applies repairs of a file in one step to undo, either some steps of a plan or all unambiguous ones, and lists what is
 * left.
 */
export async function makeFixes(
  client: LanguageClient,
  document: TextDocument,
  chosen: Pick<protocol.FixAllParams, 'steps' | 'plan'> = {},
): Promise<void> {
  const name = workspace.asRelativePath(document.uri);
  const answer = await askRepairs(client, name, (token) =>
    ask(client, 'shaclRepair/fixAll', { uri: document.uri.toString(), ...chosen }, token),
  );
  if (!answer) return;
  const { edit, repaired, left } = answer;
  if (edit && !(isFresh(edit) && (await workspace.applyEdit(workspaceEdit(client, edit))))) {
    void window.showWarningMessage(`${name} has changed since; nothing was applied. Run the command again.`);
    return;
  }
  if (left.length === 0) {
    const done = repaired === 0 ? 'There is nothing to repair' : `${count(repaired, 'result')} repaired`;
    void window.showInformationMessage(`${done} in ${name}.`);
    return;
  }
  const done = repaired === 0 ? 'Nothing was repaired' : `${count(repaired, 'result')} repaired`;
  const rest = left.length === 1 ? '1 result is' : `${left.length} results are`;
  const show = 'Show Remaining Results';
  const answered = await window.showInformationMessage(
    `${done} in ${name}; ${rest} left for you to decide.`,
    show,
  );
  if (answered === show) await showLeft(client, left);
}

/** Offers fixes for the syntax errors of a file. True when the repairs are to be applied, with or without these fixes. */
export async function passSyntaxErrors(
  client: LanguageClient,
  document: TextDocument,
  name: string,
): Promise<boolean> {
  const errors = languages.getDiagnostics(document.uri).filter(isSyntaxError);
  const [first] = errors;
  if (first === undefined) return true;
  const { version } = document;
  const fix = await syntaxFix(client, document, first);
  const show = 'Show Error';
  const goOn = 'Repair the Rest';
  const hidden = errors.length === 1 ? 'it hides' : 'they hide';
  const chosen = await window.showWarningMessage(
    `${name} has ${count(errors.length, 'syntax error')}; what ${hidden} is not checked.`,
    ...(fix ? [fix.title] : []),
    show,
    goOn,
  );
  if (chosen === goOn) return true;
  if (chosen === show) {
    const selection = new Selection(first.range.start, first.range.end);
    await window.showTextDocument(document, { selection });
  }
  if (chosen === undefined || chosen !== fix?.title) return false;
  if (document.version === version) return workspace.applyEdit(fix.edit!);
  void window.showWarningMessage(`${name} has changed since; nothing was applied. Run the command again.`);
  return false;
}

function isSyntaxError({ source, code }: Diagnostic): boolean {
  return source === 'SHACL Repair' && (typeof code === 'object' ? code.value : code) === 'syntax';
}

/** Fixes all syntax errors of a file that can be fixed, or the first one in the likeliest way. */
async function syntaxFix(
  client: LanguageClient,
  document: TextDocument,
  error: Diagnostic,
): Promise<CodeAction | undefined> {
  const context = {
    diagnostics: [error],
    only: CodeActionKind.QuickFix,
    triggerKind: CodeActionTriggerKind.Invoke,
  };
  const { token } = new CancellationTokenSource();
  const found = await provideCodeActions(client, document, error.range, context, token);
  const fixes = found.filter(
    ({ edit, diagnostics }) => edit !== undefined && diagnostics?.some(isSyntaxError),
  );
  return fixes.find(({ diagnostics }) => diagnostics!.length > 1) ?? fixes[0];
}

/**
 * Asks for repairs of a file, and shows progress; undefined when it was cancelled or failed.
 *
 * @param title what is being done.
 */
export async function askRepairs<Answer>(
  client: LanguageClient,
  name: string,
  ask: (token: CancellationToken) => Promise<Answer | null>,
  title = `Repairing ${name}`,
): Promise<Answer | undefined> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (_, token) => {
    try {
      const answer = await ask(token);
      if (answer) return answer;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      client.error('Repairing all results failed', error);
    }
    void window.showErrorMessage(
      `${name} could not be repaired. See the output of SHACL Repair for the reason.`,
    );
    return undefined;
  });
}

async function showLeft(client: LanguageClient, left: protocol.FixAll['left']): Promise<void> {
  const items = left.map(({ message, why, location }) => ({
    label: message,
    description: location ? `line ${location.range.start.line + 1}` : '',
    detail: why,
    location,
  }));
  const options = { title: 'Results Without a Certain Repair', matchOnDetail: true };
  const picked = await window.showQuickPick(items, options);
  if (!picked?.location) return;
  const { start, end } = client.protocol2CodeConverter.asRange(picked.location.range);
  const selection = new Selection(start, end);
  await window.showTextDocument(Uri.parse(picked.location.uri), { selection });
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
