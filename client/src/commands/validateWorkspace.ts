import { commands, ProgressLocation, window } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import { followedRequest } from '../followedRequest.ts';
import { severityWords } from '../severityWords.ts';
import type { Command } from './command.ts';

/** Validates all Turtle files of the workspace, and reports the outcome. Their results stay in the Problems view. */
export const validateWorkspace: Command =
  ({ client }) =>
  async () => {
    const options = {
      location: ProgressLocation.Notification,
      title: 'Validating the workspace',
      cancellable: true,
    };
    const validated = await window.withProgress(options, async (progress, token) => {
      const follow = ({ message }: protocol.ModelProgress) => progress.report({ message });
      try {
        const method = 'shaclRepair/validateWorkspace';
        return await followedRequest(client, { method, params: {}, follow }, token);
      } catch (error) {
        if (!token.isCancellationRequested) client.error('Validating the workspace failed', error, 'force');
        return undefined;
      }
    });
    if (!validated) return;
    const show = 'Show Problems';
    if ((await window.showInformationMessage(outcome(validated), show)) === show)
      await commands.executeCommand('workbench.actions.view.problems');
  };

function outcome({
  files,
  unchecked,
  undecided,
  syntaxErrors,
  severities,
}: protocol.WorkspaceValidation): string {
  if (files === 0) return 'This workspace has no Turtle or TriG files.';
  const checked = files - unchecked;
  const results = severityWords(severities) || 'no results';
  const open =
    undecided > 0
      ? ` ${counted(undecided, 'file')} could not be checked completely; open one to see why.`
      : '';
  const syntax =
    syntaxErrors > 0
      ? ` There ${syntaxErrors === 1 ? 'is' : 'are'} also ${counted(syntaxErrors, 'syntax error')}.`
      : '';
  const [have, their] = unchecked === 1 ? ['has', 'its'] : ['have', 'their'];
  const without =
    unchecked > 0
      ? ` ${counted(unchecked, 'file')} ${have} no shapes, or none for ${their} nodes, so only ${their} syntax was checked.`
      : '';
  return `${counted(checked, 'file')} checked against shapes: ${results}.${syntax}${open}${without}`;
}
