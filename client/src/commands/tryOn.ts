import { commands, ProgressLocation, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { ask } from '../ask.ts';
import { counted } from '../counted.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Validates a file with the shapes of the active one, and shows its results. Nothing is written, and no link is made. */
export const tryOn: Command = ({ client, subscriptions }) => {
  const reports = new ReadOnlyPages('shacl-repair-trial', 'Results');
  subscriptions.push(reports);
  return async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const uri = document.uri.toString();
    const items: Promise<Item[]> = ask(client, 'shaclRepair/trialFiles', { uri }).then(itemsOf);
    const title = `Try ${workspace.asRelativePath(document.uri)} On…`;
    const chosen = await window.showQuickPick(items, { title, placeHolder: 'Nothing is written' });
    if (!chosen) return;
    const data = chosen.uri ?? (await browse());
    if (!data) return;
    const options = {
      location: ProgressLocation.Notification,
      title: 'Trying the shapes',
      cancellable: true,
    };
    const tried = await window.withProgress(options, (_, token) =>
      ask(client, 'shaclRepair/tryShapes', { uri, data: data.toString() }, token),
    );
    if (!tried) return;
    const convert = client.protocol2CodeConverter;
    const places = tried.places.map((place) => convert.asLocation(place));
    if (places.length > 0) {
      const position = window.activeTextEditor?.selection.active;
      await commands.executeCommand('editor.action.showReferences', document.uri, position, places);
    }
    const report = 'Show Report';
    if ((await window.showInformationMessage(`${tried.summary}. Nothing was written.`, report)) !== report)
      return;
    await commands.executeCommand('markdown.showPreview', reports.set(data, tried.markdown));
  };
};

interface Item extends QuickPickItem {
  readonly uri?: Uri;
}

function itemsOf(files: readonly { readonly uri: string; readonly focusNodes: number }[] | null): Item[] {
  const items = (files ?? []).map(({ uri: text, focusNodes }): Item => {
    const uri = Uri.parse(text);
    return { label: workspace.asRelativePath(uri), description: counted(focusNodes, 'focus node'), uri };
  });
  return [...items, { label: '$(folder-opened) Another file …', alwaysShow: true }];
}

async function browse(): Promise<Uri | undefined> {
  const filters = { Turtle: ['ttl', 'turtle', 'n3', 'trig', 'nt', 'nq'], 'All files': ['*'] };
  return (await window.showOpenDialog({ openLabel: 'Try the shapes on it', filters }))?.[0];
}
