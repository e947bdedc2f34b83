import { ProgressLocation, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { counted } from '../counted.ts';
import { linkAndConfirm } from '../linking/linkAndConfirm.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Drafts shapes from a file, writes them into a file that the user names, and offers to check the data with them. */
export const draftShapes: Command =
  ({ client }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const params: protocol.FileParams = { uri: document.uri.toString() };
    const options = { location: ProgressLocation.Notification, title: 'Drafting shapes', cancellable: true };
    const draft = await window.withProgress(options, (_, token) =>
      ask(client, 'shaclRepair/draftShapes', params, token),
    );
    const name = workspace.asRelativePath(document.uri);
    if (!draft) {
      void window.showInformationMessage(
        `There is nothing to draft: no class has instances in ${name} that are alike.`,
      );
      return;
    }
    const target = await window.showSaveDialog({
      title: 'Draft Shapes from Data',
      saveLabel: 'Write',
      defaultUri: document.uri.with({ path: document.uri.path.replace(/(\.ttl)?$/i, '-shapes.ttl') }),
      filters: { Turtle: ['ttl'] },
    });
    if (!target) return;
    await workspace.fs.writeFile(target, new TextEncoder().encode(draft.text));
    await window.showTextDocument(await workspace.openTextDocument(target));
    const check = 'Check the Data with Them';
    const made = `${counted(draft.shapes, 'shape')} with ${counted(draft.constraints, 'constraint')} drafted.`;
    const verdict =
      draft.results === 0
        ? `${name} conforms to them. Review them: what all the data has in common need not be intended.`
        : `${name} has ${counted(draft.results, 'result')} with them.`;
    if ((await window.showInformationMessage(`${made} ${verdict}`, check)) === check)
      await linkAndConfirm(client, document, [target]);
  };
