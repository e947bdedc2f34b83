import { ProgressLocation, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Validates the active file with both engines and shows in a read-only document where they agree and differ. */
export const crossCheck: Command = ({ client, subscriptions }) => {
  const reports = new ReadOnlyPages('shacl-repair-report', 'Cross-check');
  subscriptions.push(reports);
  return async () => {
    const document = activeTurtleDocument();
    if (!document) return;
    const params: protocol.FileParams = { uri: document.uri.toString() };
    const options = { location: ProgressLocation.Notification, title: 'Cross-checking', cancellable: true };
    const report = await window.withProgress(options, (_, token) =>
      ask(client, 'shaclRepair/crossCheck', params, token),
    );
    if (!report) {
      void window.showErrorMessage('The cross-check failed. See the output of SHACL Repair for the reason.');
      return;
    }
    const uri = reports.set(document.uri, report.markdown);
    await window.showTextDocument(await workspace.openTextDocument(uri));
  };
};
