import {
  EventEmitter,
  ProgressLocation,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import * as protocol from '../../../server/src/protocol/editor/protocol.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Validates the active file with both engines and shows in a read-only document where they agree and differ. */
export const crossCheck: Command = ({ client, subscriptions }) => {
  const reports = new Reports();
  subscriptions.push(workspace.registerTextDocumentContentProvider(scheme, reports));
  return async () => {
    const document = activeTurtleDocument();
    if (!document) return;
    const params: protocol.CrossCheckParams = { uri: document.uri.toString() };
    const options = { location: ProgressLocation.Notification, title: 'Cross-checking', cancellable: true };
    const report = await window.withProgress(options, (_, token) =>
      client.sendRequest<protocol.CrossCheckReport | null>(protocol.crossCheck, params, token),
    );
    if (!report) {
      void window.showErrorMessage('The cross-check failed. See the output of SHACL Repair for the reason.');
      return;
    }
    const uri = reports.set(document.uri, report.markdown);
    await window.showTextDocument(await workspace.openTextDocument(uri));
  };
};

const scheme = 'shacl-repair-report';

/** The last report of each file. */
class Reports implements TextDocumentContentProvider {
  readonly #reports = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;

  set(file: Uri, markdown: string): Uri {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const uri = Uri.from({ scheme, path: `/Cross-check of ${name}.md`, query: file.toString() });
    this.#reports.set(uri.toString(), markdown);
    this.#changed.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#reports.get(uri.toString()) ?? 'Run the cross-check again to see its report.\n';
  }
}
