import { type Uri, workspace } from 'vscode';
import { type GitProblem, type GitRepository, gitProblem } from './gitRepository.ts';
import type { GitRevision } from './pickRevision.ts';

/** What a file was at a Git revision. */
export type GitBase =
  /** With its former path if it was renamed, as the explorer shows it. */
  | { readonly kind: 'read'; readonly text: string; readonly formerPath?: string }
  /** There was no such file. Git only follows files that it tracks to their former names. */
  | { readonly kind: 'absent'; readonly isTracked: boolean }
  | GitProblem;

/** Reads what a file was at a revision, also under another name. */
export async function gitBase(
  repository: GitRepository,
  file: Uri,
  { name, commit }: GitRevision,
): Promise<GitBase> {
  try {
    if (await hasFile(repository, commit, file))
      return { kind: 'read', text: await repository.show(commit, file.fsPath) };
    const former = await formerName(repository, commit, file);
    if (!former) return { kind: 'absent', isTracked: await hasFile(repository, '', file) };
    const text = await repository.show(commit, former.fsPath);
    return { kind: 'read', text, formerPath: workspace.asRelativePath(former) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return gitProblem(`Git can't read the file at ${name}: ${reason.trim().replace(/\.$/, '')}.`);
  }
}

/** @param treeish without it, checks whether Git tracks the file. */
async function hasFile(repository: GitRepository, treeish: string, file: Uri): Promise<boolean> {
  try {
    await repository.getObjectDetails(treeish, file.fsPath);
    return true;
  } catch (error) {
    if ((error as { readonly gitErrorCode?: unknown }).gitErrorCode === 'UnknownPath') return false;
    throw error;
  }
}

/** The former name of a file at a commit that has none of its present name. */
async function formerName(repository: GitRepository, commit: string, file: Uri): Promise<Uri | undefined> {
  const changes = await repository.diffWith(commit);
  const change = changes.find(({ uri }) => uri.fsPath === file.fsPath);
  return change && change.originalUri.fsPath !== file.fsPath ? change.originalUri : undefined;
}
