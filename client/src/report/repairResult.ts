import { ProgressLocation, TabInputText, type TextDocument, Uri, window, workspace } from 'vscode';
import {
  type CodeAction,
  type LanguageClient,
  SnippetTextEdit,
  TextDocumentEdit,
} from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';

/** What was done, in a sentence. */
export interface Done {
  readonly text: string;
  /** The text that was changed, if any; the first of several. */
  readonly document: TextDocument | undefined;
}

/** Brings a file to the front, and gives it the focus unless that is to stay where it is. */
export type ShowFile = (file: Uri, options: { readonly preserveFocus: boolean }) => Promise<void>;

/**
 * Offers the verified repairs of a result and applies the chosen one, only to the texts that it was computed for. Undefined
 * when none was chosen.
 */
export async function repairResult(
  client: LanguageClient,
  params: protocol.RepairsParams,
  show: ShowFile,
): Promise<Done | undefined> {
  const words = {
    title: 'Repair',
    placeHolder: 'Each repair is verified: it removes the result and adds no new one',
    none: 'This result is gone.',
  };
  return pickRepair(client, () => ask(client, 'shaclRepair/repairs', params), words, show);
}

/** Offers the changes of shapes for the results at a place, and applies the chosen one. */
export async function changeShape(
  client: LanguageClient,
  params: protocol.ShapeChangesParams,
): Promise<void> {
  const words = {
    title: 'Relax or Repair Shape',
    placeHolder: 'Each change is verified: it ends all results of the constraint and causes none',
    none: protocol.noShapeChange,
  };
  const asked = () => ask(client, 'shaclRepair/shapeChanges', params);
  const done = await pickRepair(client, asked, words, async (file) => {
    await window.showTextDocument(file);
  });
  if (done) window.setStatusBarMessage(done.text, 10_000);
}

/** What a list of repairs says. */
interface PickWords {
  readonly title: string;
  readonly placeHolder: string;
  /** Where there is nothing to choose. */
  readonly none: string;
}

async function pickRepair(
  client: LanguageClient,
  asked: () => Promise<protocol.Repairs | null>,
  { none, ...words }: PickWords,
  show: ShowFile,
): Promise<Done | undefined> {
  const options = { location: ProgressLocation.Window, title: 'Looking for verified repairs' };
  const found = async () => (await window.withProgress(options, asked)) ?? [];
  const answer = await found();
  const repairs = answer.filter(({ action }) => action.edit !== undefined);
  if (repairs.length === 0) return nothing(answer, none);
  const picked = await window.showQuickPick(repairs.map(itemOf), { ...words, matchOnDetail: true });
  if (!picked) return undefined;
  // The user may have typed while the list was open, so the edit is requested again.
  const again = (await found()).find(({ action }) => action.title === picked.title);
  return again ? apply(client, again.action, show) : { text: changedMeanwhile, document: undefined };
}

async function apply(client: LanguageClient, action: CodeAction, show: ShowFile): Promise<Done> {
  const changes = (action.edit?.documentChanges ?? []).filter((change) => TextDocumentEdit.is(change));
  const [first] = changes;
  if (!action.edit || !first) return { text: changedMeanwhile, document: undefined };
  const file = Uri.parse(first.textDocument.uri);
  // Placeholders are filled in where the focus is.
  const asksForInput = changes.some(({ edits }) => edits.some((edit) => SnippetTextEdit.is(edit)));
  if (asksForInput) await giveKeyboard(file, show);
  else await show(file, { preserveFocus: true });
  if (!isFresh(action.edit)) return { text: changedMeanwhile, document: undefined };
  if (!(await workspace.applyEdit(workspaceEdit(client, action.edit)))) {
    return { text: 'VS Code could not apply the repair.', document: undefined };
  }
  return { text: `Repaired: ${action.title}`, document: await workspace.openTextDocument(file) };
}

/**
 * Shows a file until it has the focus: a page that had it before a list was open takes it back when the list has closed.
 */
async function giveKeyboard(file: Uri, show: ShowFile): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    await show(file, { preserveFocus: false });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof TabInputText && input.uri.toString() === file.toString()) return;
  }
}

const changedMeanwhile = 'The text has changed since; the repair was not applied. Choose again.';

function itemOf({ action, label, evidence, alsoFixes }: protocol.ListedRepair) {
  const also = alsoFixes > 0 ? `also repairs ${alsoFixes} more` : undefined;
  return {
    title: action.title,
    label: `${action.isPreferred ? '$(lightbulb-autofix)' : '$(lightbulb)'} ${label}`,
    detail: [evidence, also].filter((part) => part !== undefined).join(' · '),
  };
}

function nothing(answer: protocol.Repairs, none: string): Done {
  const reason = answer.find(({ explanation }) => explanation !== undefined)?.explanation;
  return { text: reason ?? none, document: undefined };
}
