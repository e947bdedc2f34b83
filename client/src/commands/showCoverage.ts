import { commands, ProgressLocation, window, workspace } from 'vscode';
import { ask } from '../ask.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Shows which statements of the active file its shapes look at, and which they do not. */
export const showCoverage: Command = ({ client, coverage, subscriptions }) => {
  const pages = new ReadOnlyPages('shacl-repair-coverage', 'Coverage');
  subscriptions.push(pages);
  return async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const options = {
      location: ProgressLocation.Notification,
      title: 'Computing coverage',
      cancellable: true,
    };
    const params = { uri: document.uri.toString() };
    const answer = await window.withProgress(options, (_, token) =>
      ask(client, 'shaclRepair/coverage', params, token),
    );
    if (!answer) return;
    coverage.show(answer.coverage);
    const { verdict, reasons, summary, markdown } = answer;
    const name = workspace.asRelativePath(document.uri);
    const why = reasons.length > 0 && verdict !== 'undecided' ? ` ${reasons[0]!.message}` : '';
    const details = 'Show Details';
    const clear = 'Clear';
    const chosen = await window.showInformationMessage(`${name}: ${summary}.${why}`, details, clear);
    if (chosen === clear) coverage.clear();
    if (chosen !== details) return;
    await commands.executeCommand('markdown.showPreview', pages.set(document.uri, markdown));
  };
};
