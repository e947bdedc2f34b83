import { commands, extensions, Uri, window, workspace } from 'vscode';

/*
 * The part of the API of VS Code's extension for Git that is used (its api/git.d.ts), as of the oldest version that
 * package.json allows.
 */

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: Uri): GitRepository | null;
    openRepository(root: Uri): Promise<GitRepository | null>;
  };
}

export interface GitRepository {
  getCommit(ref: string): Promise<GitCommit>;
  getRefs(query: { readonly sort: 'committerdate'; readonly count: number }): Promise<readonly GitRef[]>;
  /** The last commits that changed a path. */
  log(options: { readonly maxEntries: number; readonly path: string }): Promise<readonly GitCommit[]>;
  /** Fails with the code `UnknownPath` where there is no such file. Without a treeish, looks it up in the index. */
  getObjectDetails(treeish: string, path: string): Promise<unknown>;
  show(ref: string, path: string): Promise<string>;
  /** The files that differ from those in the folder, of those that Git tracks. Renames are detected. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
}

export interface GitCommit {
  readonly hash: string;
  readonly message: string;
}

export interface GitRef {
  /** A branch, a branch of a remote repository, or a tag. */
  readonly type: 0 | 1 | 2;
  readonly name?: string;
  readonly commit?: string;
}

/** For a renamed file, `uri` has its present name. */
interface GitChange {
  readonly uri: Uri;
  readonly originalUri: Uri;
}

/** Why Git can't be asked, and what to do. */
export interface GitProblem {
  readonly kind: 'failed';
  /** Sentences, with the remedy. */
  readonly message: string;
  /** A button that leads to it. */
  readonly remedy?: { readonly title: string; readonly command: string; readonly argument?: string };
}

/** The repository of a file, as the extension of VS Code for Git opens it. It has a commit. */
export async function openGitRepository(
  file: Uri,
): Promise<{ readonly kind: 'opened'; readonly repository: GitRepository } | GitProblem> {
  if (file.scheme === 'untitled')
    return gitProblem(
      'This file is not saved, so Git has no earlier version of it. Save and commit it first.',
    );
  if (file.scheme !== 'file')
    return gitProblem('This file is not on a local disk, so Git can’t be asked about it. Open a local copy.');
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (!extension)
    return gitProblem(
      'VS Code’s extension for Git is disabled. Enable “Git” among the built-in extensions.',
      {
        title: 'Show Extension',
        command: 'workbench.extensions.search',
        argument: '@builtin git',
      },
    );
  const git = await extension.activate();
  if (!git.enabled) {
    return workspace.getConfiguration('git', file).get<boolean>('enabled') === false
      ? gitProblem('Git is switched off in this editor. Switch on the setting “git.enabled”.', {
          title: 'Open Setting',
          command: 'workbench.action.openSettings',
          argument: 'git.enabled',
        })
      : gitProblem('VS Code finds no Git on this machine. Install it, or set “git.path” to where it is.', {
          title: 'Open Setting',
          command: 'workbench.action.openSettings',
          argument: 'git.path',
        });
  }
  const api = git.getAPI(1);
  const repository = api.getRepository(file) ?? (await api.openRepository(Uri.joinPath(file, '..')));
  if (!repository)
    return gitProblem(
      'This file is not in a Git repository. Create one, and commit the file as the store holds it.',
      {
        title: 'Initialize Repository',
        command: 'git.init',
      },
    );
  const [ref] = await repository.getRefs({ sort: 'committerdate', count: 1 });
  const hasCommit = ref !== undefined || (await commitOf(repository, 'HEAD')) !== undefined;
  return hasCommit
    ? { kind: 'opened', repository }
    : gitProblem('This repository has no commit yet. Commit the file as the store holds it, then change it.');
}

/** Undefined where there is no such commit. */
export async function commitOf(repository: GitRepository, name: string): Promise<GitCommit | undefined> {
  // It fails with a text where Git names none, and with an error where Git fails.
  return repository.getCommit(name).catch(() => undefined);
}

export function gitProblem(message: string, remedy?: GitProblem['remedy']): GitProblem {
  return { kind: 'failed', message, ...(remedy && { remedy }) };
}

/** Tells the user why Git can't be asked, with a button that leads to the remedy. */
export async function showGitProblem({ message, remedy }: GitProblem): Promise<void> {
  const buttons = remedy ? [remedy.title] : [];
  if ((await window.showErrorMessage(message, ...buttons)) === undefined || !remedy) return;
  await commands.executeCommand(remedy.command, remedy.argument);
}
