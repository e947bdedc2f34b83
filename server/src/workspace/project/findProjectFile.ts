import type { DocumentStore } from './documentStore.ts';
import type { FileText } from './fileSystem.ts';
import { isAtOrBelow } from './linkRoot.ts';
import type { ProjectFile } from './projectFile.ts';
import { folderOf, isInFolder, pathOfUri, resolvePath } from './uris.ts';
import { projectFileName } from './workspaceFiles.ts';

/** The project file of a data file, or why there is none. */
export interface FoundProject {
  readonly file: ProjectFile | undefined;
  /** The files that were looked for, the nearest first. */
  readonly lookedFor: readonly string[];
  /** The file that was found but is not used, and why, as a sentence. */
  readonly refused?: { readonly uri: string; readonly message: string };
}

/**
 * Finds the nearest project file upwards from a data file: up to the folder with `.git`, otherwise up to the workspace
 * folder.
 *
 * @param folders the workspace folders; for a command, the working directory.
 */
export async function findProjectFile(
  dataUri: string,
  store: DocumentStore,
  folders: readonly string[],
): Promise<FoundProject> {
  const lookedFor: string[] = [];
  if (!isInFolder(dataUri)) return { file: undefined, lookedFor };
  const start = folderOf(dataUri);
  const top =
    (await store.repositoryOf(start)) ?? highest(folders.filter((each) => isAtOrBelow(start, each)));
  for (let folder = start; ; folder = folderOf(folder)) {
    const uri = resolvePath(folder, projectFileName);
    lookedFor.push(uri);
    const text = await store.text(uri);
    if (text.kind === 'text') {
      if (!(await store.isForeign(uri, dataUri))) return { file: await read(uri, text), lookedFor };
      const message = `${pathOfUri(uri)} belongs to another user, so it is not used. Take it over, or remove it.`;
      return { file: undefined, lookedFor, refused: { uri, message } };
    }
    if (text.reason !== 'missing') {
      const message = `${pathOfUri(uri)} can't be read, so it is not used: ${text.detail}.`;
      return { file: undefined, lookedFor, refused: { uri, message } };
    }
    if (top === undefined || isAtOrBelow(top, folder) || folderOf(folder) === folder) break;
  }
  return { file: undefined, lookedFor };
}

/** The project files below folders, including those that no data file uses. */
export async function projectFilesBelow(
  folders: readonly string[],
  store: DocumentStore,
): Promise<readonly ProjectFile[]> {
  const uris = new Set<string>();
  for (const folder of folders) {
    for (const uri of (await store.list(folder, `**/${projectFileName}`, folder)).uris) uris.add(uri);
  }
  const files: ProjectFile[] = [];
  for (const uri of uris) {
    const text = await store.text(uri);
    if (text.kind === 'text') files.push(await read(uri, text));
  }
  return files;
}

function highest(folders: readonly string[]): string | undefined {
  return [...folders].sort((a, b) => a.length - b.length)[0];
}

/** A store returns the same object until the text changes. */
async function read(uri: string, text: Extract<FileText, { readonly kind: 'text' }>): Promise<ProjectFile> {
  let file = byText.get(text);
  if (file === undefined) {
    // Loaded only if there is one, with the reader of its format.
    const { readProjectFile } = await import('./projectFile.ts');
    file = readProjectFile(uri, text.text);
    byText.set(text, file);
  }
  return file;
}

const byText = new WeakMap<FileText, ProjectFile>();
