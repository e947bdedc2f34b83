import { languages, Range, type TextDocument, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  dataFiles,
  type Link,
  type LinkHolder,
  type LinkParams,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';
import { linkInSettings } from './linkInSettings.ts';
import type { WrittenLink } from './writtenLink.ts';

/**
 * Links shapes in one edit of the project file or of the file itself. A project file is saved, unless it has other changes
 * that are not saved yet. JSON can't have comments, so the links of JSON files are settings where there is no project file.
 * Tells the user where nothing can be written.
 */
export async function linkInText(
  client: LanguageClient,
  document: TextDocument,
  shapes: readonly Uri[],
  place: LinkHolder | undefined,
): Promise<WrittenLink | undefined> {
  const link = await askForLink(client, document, shapes, place);
  if (!link) {
    const inSettings =
      place === undefined && languages.match(dataFiles, document)
        ? await linkInSettings(document.uri, shapes)
        : undefined;
    if (inSettings) return inSettings;
    void window.showWarningMessage(
      place === 'project'
        ? 'The link is not written: no writable project file applies to this file. Create shacl-repair.jsonc in the folder of the workspace first.'
        : 'The link is not written: no comment can be written into this file. Create shacl-repair.jsonc in the folder of the workspace first.',
    );
    return undefined;
  }
  const file = await workspace.openTextDocument(Uri.parse(link.file));
  const wasSaved = !file.isDirty && link.place === 'project';
  const before = file.getText();
  if (!isFresh(link.edit) || !(await workspace.applyEdit(workspaceEdit(client, link.edit)))) {
    const name = workspace.asRelativePath(file.uri);
    void window.showWarningMessage(`${name} has changed since; nothing was written. Run the command again.`);
    return undefined;
  }
  const after = file.getText();
  if (wasSaved) await file.save();
  return {
    place: link.place,
    undo: async () => {
      if (file.isClosed || file.getText() !== after) return false;
      const isUndone = await workspace.applyEdit(editBack(file, before, after));
      if (wasSaved) await file.save();
      return isUndone;
    },
  };
}

async function askForLink(
  client: LanguageClient,
  { uri }: TextDocument,
  shapes: readonly Uri[],
  place: LinkHolder | undefined,
): Promise<Link | null> {
  const params: LinkParams = {
    uri: uri.toString(),
    shapes: shapes.map((each) => each.toString()),
    ...(place && { place }),
  };
  try {
    const link = await ask(client, 'shaclRepair/link', params);
    if (link?.place !== 'project') return link;
    // An open text has a version, so the edit can't hit a different text.
    await workspace.openTextDocument(Uri.parse(link.file));
    return await ask(client, 'shaclRepair/link', params);
  } catch (error) {
    client.error('Linking failed', error, false);
    return null;
  }
}

/** The edit that makes a text what it was before, without touching what both have in common. */
function editBack(file: TextDocument, before: string, after: string): WorkspaceEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const edit = new WorkspaceEdit();
  const range = new Range(file.positionAt(start), file.positionAt(after.length - same));
  edit.replace(file.uri, range, before.slice(start, before.length - same));
  return edit;
}
