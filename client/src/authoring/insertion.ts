import { QuickPickItemKind, Range, Uri, window, workspace } from 'vscode';
import type { LanguageClient, WorkspaceEdit } from 'vscode-languageclient/node';
import { isFresh, workspaceEdit } from '../codeActions.ts';
import { changesOf, showComparisons } from '../model/comparisons.ts';
import type { Previews } from '../model/previews.ts';

export interface InsertionContext {
  readonly client: LanguageClient;
  readonly previews: Previews;
}

/** What an edit adds, for people: "3 individuals of ex:Room". */
export interface Proposal {
  readonly edit: WorkspaceEdit;
  readonly what: string;
  /** What the user should know about it, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Shows a file with an insertion as a comparison, and inserts it if the user agrees.
 *
 * @returns true when it was made.
 */
export async function proposeInsertion(
  { edit, what, notes }: Proposal,
  { client, previews }: InsertionContext,
): Promise<boolean> {
  await showComparisons(edit, what, previews);
  const isInserted = await confirmed(what, notes);
  await previews.closeComparisons();
  if (!isInserted) return false;
  if (!isFresh(edit) || !(await workspace.applyEdit(workspaceEdit(client, edit)))) {
    void window.showWarningMessage(
      'The text has changed since; nothing was inserted. Run the command again.',
    );
    return false;
  }
  await reveal(edit);
  return true;
}

/** Lists what the user should know below what can be done; titles and details are cut off where they are long. */
async function confirmed(what: string, notes: readonly string[]): Promise<boolean> {
  const insert = {
    label: '$(check) Insert',
    detail: 'Verified: adds no results and changes no existing statements.',
  };
  const items = [
    insert,
    { label: '$(close) Leave the file unchanged' },
    ...(notes.length > 0 ? [{ label: 'to be known', kind: QuickPickItemKind.Separator }] : []),
    ...notes.map((note) => ({ label: `$(info) ${note}`, isNote: true })),
  ];
  const options = {
    title: what,
    placeHolder: 'The file on the left, the file after the change on the right',
    ignoreFocusOut: true,
  };
  for (;;) {
    const picked = await window.showQuickPick(items, options);
    if (!picked || !('isNote' in picked)) return picked === insert;
  }
}

/** Shows the last place of an insertion, which is the end of the file. */
async function reveal(edit: WorkspaceEdit): Promise<void> {
  const [change] = changesOf(edit);
  const last = change?.edits.at(-1);
  if (!change || !last) return;
  const editor = await window.showTextDocument(Uri.parse(change.textDocument.uri));
  const end = editor.document.lineCount - 1;
  editor.revealRange(new Range(end, 0, end, 0));
}
