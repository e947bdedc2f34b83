import { type QuickPickItem, type TextDocument, type Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { linkInSettings } from './linkInSettings.ts';
import { linkInText } from './linkInText.ts';
import type { LinkedIn, WrittenLink } from './writtenLink.ts';

/**
 * Links shapes to a file: in its project file where there is one, else in a comment at its top. Then tells the user, and
 * offers to undo it or to write the link elsewhere.
 */
export async function linkAndConfirm(
  client: LanguageClient,
  document: TextDocument,
  shapes: readonly Uri[],
): Promise<void> {
  // In Restricted Mode nothing but the file itself is written to.
  const written = await linkInText(client, document, shapes, workspace.isTrusted ? undefined : 'comment');
  // The command is finished when the link is written, whether or not the message is answered.
  if (written) void confirm(client, document, shapes, written);
}

async function confirm(
  client: LanguageClient,
  document: TextDocument,
  shapes: readonly Uri[],
  written: WrittenLink,
): Promise<void> {
  const name = workspace.asRelativePath(document.uri);
  const [undo, elsewhere] = ['Undo', 'Write It Elsewhere…'];
  const message = `${name} is now checked with ${listed(shapes)}. The link is written ${placeWords[written.place]}.`;
  const chosen = await window.showInformationMessage(
    message,
    ...(workspace.isTrusted ? [elsewhere, undo] : [undo]),
  );
  if (chosen === undefined) return;
  const place = chosen === elsewhere ? await pickPlace(document.uri, written.place) : undefined;
  if (chosen === elsewhere && place === undefined) return;
  if (!(await written.undo())) {
    void window.showWarningMessage(
      `The link was not taken back: the text has changed since. Remove it by hand ${placeWords[written.place]}.`,
    );
    return;
  }
  if (place === undefined) return;
  const again =
    place === 'settings'
      ? await linkInSettings(document.uri, shapes)
      : await linkInText(client, document, shapes, place);
  if (again) await confirm(client, document, shapes, again);
}

async function pickPlace(uri: Uri, current: LinkedIn): Promise<LinkedIn | undefined> {
  const places: readonly LinkedIn[] = ['project', 'comment', 'settings'];
  const items = places
    .filter((place) => place !== current && (place !== 'settings' || workspace.getWorkspaceFolder(uri)))
    .map((place) => ({ ...placeItems[place], place }));
  return (await window.showQuickPick(items, { title: 'Where should the link be written?' }))?.place;
}

const placeWords: Readonly<Record<LinkedIn, string>> = {
  project: 'in shacl-repair.jsonc',
  comment: 'in a comment at the top of the file',
  settings: 'in the settings of this folder',
};

const placeItems: Readonly<Record<LinkedIn, QuickPickItem>> = {
  project: {
    label: 'In the project file',
    description: 'shacl-repair.jsonc',
    detail: 'The file itself is not changed. The link counts in every editor and on the command line.',
  },
  comment: {
    label: 'In a comment at the top of this file',
    description: '# shapes: …',
    detail: 'The link travels with the file and works in every editor and on the command line.',
  },
  settings: {
    label: 'In the settings of this folder',
    description: 'shaclRepair.links',
    detail: 'The file itself is not changed. The link counts in VS Code, unless there is a project file.',
  },
};

function listed(uris: readonly Uri[]): string {
  const names = uris.map((uri) => uri.path.slice(uri.path.lastIndexOf('/') + 1));
  return names.length > 3
    ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more files`
    : names.join(', ');
}
