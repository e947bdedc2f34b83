import { commands, Uri } from 'vscode';
import type { Command } from './command.ts';

/** Shows the documentation that came with the extension, which needs no network. */
export const openDocumentation: Command = (context) => async () => {
  const page = Uri.joinPath(context.extension.extensionUri, 'docs/README.md');
  await commands.executeCommand('markdown.showPreview', page);
};
