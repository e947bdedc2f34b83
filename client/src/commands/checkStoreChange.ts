import { commands, ProgressLocation, type Uri, window, workspace } from 'vscode';
import * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import { gitBase } from '../stores/gitBase.ts';
import { gitProblem, openGitRepository, showGitProblem } from '../stores/gitRepository.ts';
import { pickRevision } from '../stores/pickRevision.ts';
import { namesNoStore, storesOfActiveFile } from '../stores/pickStore.ts';
import { isTrusted } from '../trust.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

const title = 'Check Change Against Store';

/** Shows in a read-only document what the change of the active file since a Git revision does to the results of its store. */
export const checkStoreChange: Command = ({ client, statuses, stores, subscriptions }) => {
  const pages = new ReadOnlyPages('shacl-repair-change', 'Change');
  subscriptions.push(pages);
  return async () => {
    const document = activeTurtleDocument();
    if (!document || !isTrusted(protocol.whyRestricted.stores)) return;
    if (statuses.get(document.uri) && storesOfActiveFile(statuses).length === 0) {
      void window.showInformationMessage(namesNoStore);
      return;
    }
    const params = await chooseBase(document.uri);
    if (!params) return;
    const askAbout = (store?: string) =>
      window.withProgress(
        { location: ProgressLocation.Notification, title: `${title}: asking the store`, cancellable: true },
        async (_, token) => {
          try {
            return await ask(
              client,
              'shaclRepair/storeChange',
              { ...params, ...(store !== undefined && { store }) },
              token,
            );
          } catch (error) {
            if (token.isCancellationRequested) return undefined;
            throw error;
          }
        },
      );
    let answer = await askAbout();
    if (answer?.kind === 'several') {
      const store = await window.showQuickPick([...answer.stores], {
        title,
        placeHolder: 'The store that holds the file; the others are context',
      });
      if (store === undefined) return;
      answer = await askAbout(store);
    }
    if (answer === undefined) return;
    if (answer?.kind !== 'compared') {
      const message =
        answer?.kind === 'failed' ? answer.message : 'The file is not validated; its status says why.';
      const asked = storesOfActiveFile(statuses);
      void tellFailure(message, !asked.every((host) => stores.permissions.isAllowed(host)));
      return;
    }
    await window.showTextDocument(await workspace.openTextDocument(pages.set(document.uri, answer.markdown)));
  };
};

async function tellFailure(message: string, canAllow: boolean): Promise<void> {
  const allow = 'Allow Store…';
  const chosen = await window.showErrorMessage(message, ...(canAllow ? [allow] : []));
  if (chosen === allow) await commands.executeCommand('shaclRepair.allowStore');
}

/**
 * Has the user choose what the file is compared with. Undefined, after telling the user, where there is nothing to choose
 * from.
 */
async function chooseBase(file: Uri): Promise<protocol.StoreChangeParams | undefined> {
  const opened = await openGitRepository(file);
  if (opened.kind === 'failed') return void showGitProblem(opened);
  const { repository } = opened;
  const revision = await pickRevision(repository, file, title);
  if (!revision) return undefined;
  const { name } = revision;
  if (!('commit' in revision))
    return void showGitProblem(
      gitProblem(`There is no revision “${name}” in this repository. Fetch it, or choose another one.`, {
        title: 'Choose Again',
        command: 'shaclRepair.checkStoreChange',
      }),
    );
  const options = { location: ProgressLocation.Window, title: `Reading the file at ${name}` };
  const base = await window.withProgress(options, () => gitBase(repository, file, revision));
  const params = { uri: file.toString(), name };
  switch (base.kind) {
    case 'failed':
      return void showGitProblem(base);
    case 'absent':
      return { ...params, isTracked: base.isTracked };
    case 'read': {
      const { text, formerPath } = base;
      return { ...params, base: text, ...(formerPath !== undefined && { formerPath }) };
    }
  }
}
