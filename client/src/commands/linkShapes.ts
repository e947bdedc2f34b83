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
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';
import type { Command, CommandContext } from './command.ts';
import { pickShapes } from './pickShapes.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Asks which shapes belong to the active file, and writes that down in the project file, the settings or the file itself. */
export const linkShapes: Command = (context) => async (argument) => {
  const document = await turtleDocument(argument);
  if (!document) return;
  const shapes = await pickShapes(context.client, document);
  if (shapes.length === 0) return;
  const place = await pickPlace(await placesFor(context, document.uri, shapes));
  switch (place?.kind) {
    case 'project':
      return linkInProject(context.client, place);
    case 'settings':
      return linkInSettings(place.folder, document.uri, shapes);
    case 'header':
      return linkInHeader(document, shapes);
  }
};

/** Where links can be written. */
type Place =
  | ({ readonly kind: 'project' } & protocol.LinkInProject)
  | { readonly kind: 'settings'; readonly folder: WorkspaceFolder }
  | { readonly kind: 'header' };

async function placesFor(
  { client, statuses }: CommandContext,
  uri: Uri,
  shapes: readonly Uri[],
): Promise<readonly Place[]> {
  const header: Place = { kind: 'header' };
  // In Restricted Mode nothing but the file itself is written to.
  if (!workspace.isTrusted) return [header];
  const projectFile = statuses.get(uri)?.projectFile;
  // Where there is a project file, links in settings do not count.
  if (projectFile !== undefined) {
    const link = await askForLink(client, uri, shapes, Uri.parse(projectFile));
    return link ? [{ kind: 'project', ...link }, header] : [header];
  }
  const folder = workspace.getWorkspaceFolder(uri);
  return folder ? [{ kind: 'settings', folder }, header] : [header];
}

/** The edit of the project file; null where it can't be written into. */
async function askForLink(
  client: LanguageClient,
  uri: Uri,
  shapes: readonly Uri[],
  projectFile: Uri,
): Promise<protocol.LinkInProject | null> {
  const params: protocol.LinkInProjectParams = {
    uri: uri.toString(),
    shapes: shapes.map((each) => each.toString()),
  };
  try {
    // An open text has a version, so that the edit can't meet another one.
    await workspace.openTextDocument(projectFile);
    return await ask(client, 'shaclRepair/linkInProject', params);
  } catch (error) {
    client.error('Linking in the project file failed', error, false);
    return null;
  }
}

async function pickPlace(places: readonly Place[]): Promise<Place | undefined> {
  if (places.length === 1) return places[0];
  const items = places.map((place) => ({ ...itemOf(place), place }));
  return (await window.showQuickPick(items, { title: 'Where should the link be written?' }))?.place;
}

function itemOf(place: Place): QuickPickItem {
  switch (place.kind) {
    case 'project':
      return {
        label: 'In the project file',
        description: workspace.asRelativePath(Uri.parse(place.projectFile)),
        detail: 'The file itself is not changed. The link counts in every editor and on the command line.',
      };
    case 'settings':
      return {
        label: 'In the settings of this folder',
        description: `shaclRepair.links of ${place.folder.name}`,
        detail: 'The file itself is not changed.',
      };
    case 'header':
      return {
        label: 'In a comment at the top of this file',
        description: '# shapes: …',
        detail: 'The link travels with the file and works in every editor and on the command line.',
      };
  }
}

/** Writes the link in one edit, and saves the project file unless it has other changes that are not saved yet. */
async function linkInProject(
  client: LanguageClient,
  { projectFile, edit }: protocol.LinkInProject,
): Promise<void> {
  const document = await workspace.openTextDocument(Uri.parse(projectFile));
  const wasSaved = !document.isDirty;
  if (!isFresh(edit) || !(await workspace.applyEdit(workspaceEdit(client, edit)))) {
    const name = workspace.asRelativePath(document.uri);
    void window.showWarningMessage(`${name} has changed since; nothing was written. Run the command again.`);
    return;
  }
  if (wasSaved) await document.save();
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
