import path from 'node:path';
import { ConfigurationTarget, type Uri, workspace } from 'vscode';
import type { WrittenLink } from './writtenLink.ts';

interface Link {
  readonly data: string;
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

/** Links shapes in the settings of a file's folder; undefined for a file outside the folders of the workspace. */
export async function linkInSettings(data: Uri, shapes: readonly Uri[]): Promise<WrittenLink | undefined> {
  const folder = workspace.getWorkspaceFolder(data);
  if (!folder) return undefined;
  const settings = () => workspace.getConfiguration('shaclRepair', folder.uri);
  const values = settings().inspect<readonly Link[]>('links');
  const before = values?.workspaceFolderValue;
  const links = before ?? values?.workspaceValue ?? [];
  const dataPath = relativePath(folder.uri, data);
  const shapesPaths = shapes.map((uri) => relativePath(folder.uri, uri));
  const known = links.find((link) => link.data === dataPath);
  const link: Link = {
    data: dataPath,
    shapes: [...new Set([...(known?.shapes ?? []), ...shapesPaths])],
    context: known?.context ?? [],
  };
  const updated = known ? links.map((each) => (each === known ? link : each)) : [...links, link];
  await settings().update('links', updated, ConfigurationTarget.WorkspaceFolder);
  return {
    place: 'settings',
    undo: async () => {
      await settings().update('links', before, ConfigurationTarget.WorkspaceFolder);
      return true;
    },
  };
}

/** With slashes on all systems, as settings are shared. */
function relativePath(folder: Uri, file: Uri): string {
  return path.posix.relative(folder.path, file.path);
}
