import { ProgressLocation, window, workspace } from 'vscode';
import * as protocol from '../../../server/src/protocol/editor/protocol.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import { gitBase } from '../stores/gitBase.ts';
import { isTrusted } from '../trust.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows in a read-only document what the change of the active file since a Git revision does to the results of its store. */
export const checkStoreChange: Command = ({ client, subscriptions }) => {
  const pages = new ReadOnlyPages('shacl-repair-change', 'Change');
  subscriptions.push(pages);
  return async () => {
    const document = activeTurtleDocument();
    if (!document || !isTrusted(protocol.whyRestricted.stores)) return;
    const name = await window.showInputBox({
      title: 'Check Change Against Store',
      prompt: 'The Git revision that the store holds, such as HEAD or main',
      value: 'HEAD',
      validateInput: (text) => (/^[^\s-]\S*$/.test(text) ? undefined : 'Type the name of a revision.'),
    });
    if (name === undefined) return;
    const base = await gitBase(document.uri, name);
    if (base.kind === 'failed') {
      void window.showErrorMessage(base.message);
      return;
    }
    const params: protocol.StoreChangeParams = {
      uri: document.uri.toString(),
      name,
      ...(base.kind === 'read' && { base: base.text }),
    };
    const options = { location: ProgressLocation.Notification, title: 'Asking the store', cancellable: true };
    const ask = (store?: string) =>
      window.withProgress(options, async (_, token) => {
        try {
          return await client.sendRequest<protocol.StoreChangeAnswer | null>(
            protocol.storeChange,
            { ...params, ...(store !== undefined && { store }) },
            token,
          );
        } catch (error) {
          if (token.isCancellationRequested) return undefined;
          throw error;
        }
      });
    let answer = await ask();
    if (answer?.kind === 'several') {
      const store = await window.showQuickPick([...answer.stores], {
        title: 'Check Change Against Store',
        placeHolder: 'The store that holds the file',
      });
      if (store === undefined) return;
      answer = await ask(store);
    }
    if (answer === undefined) return;
    if (answer?.kind !== 'compared') {
      void window.showErrorMessage(
        answer?.kind === 'failed' ? answer.message : 'The file is not validated; its status says why.',
      );
      return;
    }
    await window.showTextDocument(await workspace.openTextDocument(pages.set(document.uri, answer.markdown)));
  };
};
