import { extensions, Uri } from 'vscode';

/** What a file was at a Git revision. */
export type GitBase =
  | { readonly kind: 'read'; readonly text: string }
  /** There was no such file. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly message: string };

/** What is used of the extension of VS Code for Git (its api/git.d.ts). */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): Repository | null;
    openRepository(root: Uri): Promise<Repository | null>;
  };
}
interface Repository {
  getCommit(ref: string): Promise<unknown>;
  getObjectDetails(treeish: string, path: string): Promise<unknown>;
  show(ref: string, path: string): Promise<string>;
}

/** Reads what a file was at a revision, by the extension of VS Code for Git. */
export async function gitBase(file: Uri, revision: string): Promise<GitBase> {
  if (file.scheme !== 'file') return failed('Save the file first: Git knows only files on disk.');
  const git = await extensions.getExtension<GitExtension>('vscode.git')?.activate();
  if (!git?.enabled) return failed('Git is switched off in this editor (git.enabled).');
  const api = git.getAPI(1);
  const repository = api.getRepository(file) ?? (await api.openRepository(Uri.joinPath(file, '..')));
  if (!repository) return failed('The file is in no Git repository.');
  try {
    await repository.getCommit(revision);
  } catch {
    return failed(`There is no revision “${revision}” in this repository.`);
  }
  try {
    await repository.getObjectDetails(revision, file.fsPath);
  } catch (error) {
    if ((error as { readonly gitErrorCode?: unknown }).gitErrorCode === 'UnknownPath')
      return { kind: 'absent' };
    return failed(`Git can't read the file at ${revision}: ${messageOf(error)}.`);
  }
  try {
    return { kind: 'read', text: await repository.show(revision, file.fsPath) };
  } catch (error) {
    return failed(`Git can't read the file at ${revision}: ${messageOf(error)}.`);
  }
}

function failed(message: string): GitBase {
  return { kind: 'failed', message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
