import { type CodeAction, type QuickPickItem, type Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/lsp/protocol.ts';
import { freshCodeActions } from '../codeActions.ts';

/** What was done, in a sentence. */
export interface Done {
  readonly text: string;
  /** The file that was changed, if one was. */
  readonly file: Uri | undefined;
}

/**
 * Offers the verified repairs of a result and applies the chosen one, to the texts that it was computed for and no
 * others. Undefined when none was chosen.
 *
 * @param show brings a file to the front: VS Code lets users fill in placeholders there only.
 */
export async function repairResult(
  client: LanguageClient,
  uri: Uri,
  key: string,
  show: (file: Uri) => Promise<void>,
): Promise<Done | undefined> {
  const params: protocol.RepairsParams = { uri: uri.toString(), key };
  const answer = await client.sendRequest<protocol.Repairs | null>(protocol.repairs, params);
  const actions = await freshCodeActions(client, answer ?? []);
  const repairs = actions.filter(({ edit }) => edit !== undefined);
  if (repairs.length === 0) return { text: nothing(actions), file: undefined };
  const items = repairs.map((action) => ({ action, ...itemOf(action) }));
  const picked = await window.showQuickPick(items, {
    title: 'Repair',
    placeHolder: 'Each of these was verified: the result goes away, and no new one comes',
    matchOnDetail: true,
  });
  if (!picked) return undefined;
  return apply(client, params, picked.action, show);
}

async function apply(
  client: LanguageClient,
  params: protocol.RepairsParams,
  chosen: CodeAction,
  show: (file: Uri) => Promise<void>,
): Promise<Done> {
  // Somebody may have typed while the list was open, so the edit is asked for again.
  const answer = await client.sendRequest<protocol.Repairs | null>(protocol.repairs, params);
  const { title } = chosen;
  const again = (await freshCodeActions(client, answer ?? [])).find((action) => action.title === title);
  const file = again?.edit?.entries()[0]?.[0];
  if (!again?.edit || !file)
    return { text: 'The file has changed, and the repair fits no more.', file: undefined };
  await show(file);
  const isApplied = await workspace.applyEdit(again.edit);
  return isApplied
    ? { text: `Repaired: ${title}`, file }
    : { text: 'VS Code could not apply the repair.', file: undefined };
}

function itemOf({ title, isPreferred, diagnostics }: CodeAction): QuickPickItem {
  // The evidence is what the title ends with, in parentheses.
  const [, label = title, evidence = ''] = /^(.*?)(?: \((.*)\))?$/s.exec(title) ?? [];
  const others = (diagnostics?.length ?? 1) - 1;
  const also = others > 0 ? `also repairs ${others} more` : '';
  return {
    label: `${isPreferred ? '$(lightbulb-autofix)' : '$(lightbulb)'} ${label}`,
    detail: [evidence, also].filter(Boolean).join(' · '),
  };
}

function nothing(actions: readonly CodeAction[]): string {
  const reason = actions.find(({ disabled }) => disabled)?.disabled?.reason;
  return reason === undefined ? 'This result is gone.' : `No verified repair: ${reason}`;
}
