import { ProgressLocation, Uri, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Writes what the rules of the linked shapes infer from the active file into a file that the user names. */
export const writeInferred: Command =
  ({ client }) =>
  async () => {
    const document = activeTurtleDocument();
    if (!document) return;
    const params: protocol.FileParams = { uri: document.uri.toString() };
    const options = { location: ProgressLocation.Notification, title: 'Inferring', cancellable: true };
    const inferred = await window.withProgress(options, (_, token) =>
      ask(client, 'shaclRepair/inferred', params, token),
    );
    if (!inferred) {
      void window.showErrorMessage(
        'Nothing could be inferred. See the output of SHACL Repair for the reason.',
      );
      return;
    }
    const { text, triples, unnameable, gaps } = inferred;
    if (gaps.length > 0) void window.showWarningMessage(gaps.join(' '));
    if (triples === 0) {
      void window.showInformationMessage('The rules of the linked shapes infer nothing new from this file.');
      return;
    }
    const target = await window.showSaveDialog({
      title: 'Write Inferred Statements',
      saveLabel: 'Write',
      defaultUri: document.uri.with({ path: document.uri.path.replace(/(\.ttl)?$/i, '.inferred.ttl') }),
      filters: { Turtle: ['ttl'] },
    });
    if (!target) return;
    await workspace.fs.writeFile(Uri.from(target), new TextEncoder().encode(text));
    await window.showTextDocument(await workspace.openTextDocument(target));
    if (unnameable > 0) {
      void window.showInformationMessage(
        `Left out: ${unnameable} ${unnameable === 1 ? 'statement' : 'statements'} about blank nodes, which another file can't name.`,
      );
    }
  };
