import { commands, ProgressLocation, window, workspace } from 'vscode';
import { CoverageRuns } from '../coverage/coverageRuns.ts';
import { ReadOnlyPages } from '../page/readOnlyPages.ts';
import type { Command } from './command.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Shows which statements of the active file its shapes look at, and what they leave alone. */
export const showCoverage: Command = ({ client, subscriptions }) => {
  const runs = new CoverageRuns(client);
  const pages = new ReadOnlyPages('shacl-repair-coverage', 'Coverage');
  subscriptions.push(runs, pages);
  return async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const options = {
      location: ProgressLocation.Notification,
      title: 'Computing coverage',
      cancellable: true,
    };
    const answer = await window.withProgress(options, (_, token) => runs.show(document.uri, token));
    if (!answer) return;
    const { verdict, reasons, summary, markdown } = answer;
    const name = workspace.asRelativePath(document.uri);
    const why = reasons.length > 0 && verdict !== 'undecided' ? ` ${reasons[0]!.message}` : '';
    const details = 'Show Details';
    const chosen = await window.showInformationMessage(`${name}: ${summary}.${why}`, details);
    if (chosen !== details) return;
    await commands.executeCommand('markdown.showPreview', pages.set(document.uri, markdown));
  };
};
