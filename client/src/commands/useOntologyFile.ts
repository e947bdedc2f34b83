import path from 'node:path';
import { ConfigurationTarget, Uri, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import type { Command } from './command.ts';

/** Records which file to use for an ontology that several files declare, as named by the quick fix. */
export const useOntologyFile: Command = () => async (argument) => {
  const choice = argument as protocol.OntologyFileChoice | undefined;
  if (!choice) return;
  const folder = workspace.getWorkspaceFolder(Uri.parse(choice.data));
  if (!folder) {
    void window.showInformationMessage('Open the folder of this file first: the choice is a setting of it.');
    return;
  }
  const settings = workspace.getConfiguration('shaclRepair', folder.uri);
  const values = settings.inspect<Readonly<Record<string, string>>>('ontologies');
  const known = values?.workspaceFolderValue ?? values?.workspaceValue ?? {};
  const file = path.posix.relative(folder.uri.path, Uri.parse(choice.file).path);
  const updated = { ...known, [choice.iri]: file };
  await settings.update('ontologies', updated, ConfigurationTarget.WorkspaceFolder);
};
