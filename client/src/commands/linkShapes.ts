import path from 'node:path';
import {
  ConfigurationTarget,
  Position,
  type QuickPickItem,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  type WorkspaceFolder,
  window,
  workspace,
} from 'vscode';
import type { Command } from './command.ts';
import { pickShapes } from './pickShapes.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Asks which shapes belong to the active file, and writes that down in the settings or in the file itself. */
export const linkShapes: Command =
  ({ client, statuses }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const shapes = await pickShapes(client, document);
    if (shapes.length === 0) return;
    const folder = workspace.getWorkspaceFolder(document.uri);
    // Where there is a project file, links in settings do not count.
    const isInProject = statuses.get(document.uri)?.projectFile !== undefined;
    // In Restricted Mode nothing but the file itself is written to.
    const place = folder && workspace.isTrusted && !isInProject ? await pickPlace(folder) : 'header';
    if (place === 'settings' && folder) await linkInSettings(folder, document.uri, shapes);
    if (place === 'header') await linkInHeader(document, shapes);
  };

type Place = 'settings' | 'header';

async function pickPlace(folder: WorkspaceFolder): Promise<Place | undefined> {
  const items: (QuickPickItem & { readonly place: Place })[] = [
    {
      label: 'In the settings of this folder',
      description: `shaclRepair.links of ${folder.name}`,
      detail: 'The file itself is not changed.',
      place: 'settings',
    },
    {
      label: 'In a comment at the top of this file',
      description: '# shapes: …',
      detail: 'The link travels with the file and works in every editor and on the command line.',
      place: 'header',
    },
  ];
  return (await window.showQuickPick(items, { title: 'Where should the link be written?' }))?.place;
}

interface Link {
  readonly data: string;
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

async function linkInSettings(folder: WorkspaceFolder, data: Uri, shapes: readonly Uri[]): Promise<void> {
  const settings = workspace.getConfiguration('shaclRepair', folder.uri);
  const values = settings.inspect<readonly Link[]>('links');
  const links = values?.workspaceFolderValue ?? values?.workspaceValue ?? [];
  const dataPath = relativePath(folder.uri, data);
  const shapesPaths = shapes.map((uri) => relativePath(folder.uri, uri));
  const known = links.find((link) => link.data === dataPath);
  const link: Link = {
    data: dataPath,
    shapes: [...new Set([...(known?.shapes ?? []), ...shapesPaths])],
    context: known?.context ?? [],
  };
  const updated = known ? links.map((each) => (each === known ? link : each)) : [...links, link];
  await settings.update('links', updated, ConfigurationTarget.WorkspaceFolder);
}

async function linkInHeader(document: TextDocument, shapes: readonly Uri[]): Promise<void> {
  const folder = Uri.joinPath(document.uri, '..');
  const lines = shapes.map((uri) =>
    document.isUntitled ? `# shapes: ${uri.fsPath}` : `# shapes: ${relativePath(folder, uri)}`,
  );
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 0), lines.map((line) => `${line}\n`).join(''));
  await workspace.applyEdit(edit);
}

/** With slashes on all systems, as settings and comments are shared. */
function relativePath(folder: Uri, file: Uri): string {
  return path.posix.relative(folder.path, file.path);
}
