import { type QuickPickItem, QuickPickItemKind, type Uri, window } from 'vscode';
import { commitOf, type GitCommit, type GitRef, type GitRepository } from './gitRepository.ts';

/** A commit, as its user calls it. */
export interface GitRevision {
  readonly name: string;
  /** Its hash. */
  readonly commit: string;
}

interface RevisionItem extends QuickPickItem {
  /** A name that the user typed still has to be looked up. */
  readonly revision?: GitRevision | { readonly name: string };
}

/**
 * Has the user choose a revision of a repository: HEAD, one of the last commits of a file, a branch, a tag, or any other by
 * its name. Undefined if the user leaves; without a commit where the repository has none of that name.
 */
export async function pickRevision(
  repository: GitRepository,
  file: Uri,
  title: string,
): Promise<NonNullable<RevisionItem['revision']> | undefined> {
  const chosen = await pick(title, revisionItems(repository, file));
  if (!chosen || 'commit' in chosen) return chosen;
  const { name } = chosen;
  const commit = await commitOf(repository, name);
  return commit ? { name, commit: commit.hash } : { name };
}

function pick(
  title: string,
  known: Promise<readonly RevisionItem[]>,
): Promise<RevisionItem['revision'] | undefined> {
  const input = window.createQuickPick<RevisionItem>();
  input.title = title;
  input.placeholder = 'What the store holds: choose a revision, or type its name, such as HEAD~2 or a hash';
  input.matchOnDescription = true;
  input.busy = true;
  let items: readonly RevisionItem[] = [];
  const show = () => {
    input.items = [...items, ...typedItems(input.value.trim(), items)];
  };
  known.then(
    (found) => {
      items = found;
      input.busy = false;
      show();
    },
    () => {
      // Names can be typed all the same.
      input.busy = false;
    },
  );
  return new Promise((resolve) => {
    input.onDidChangeValue(show);
    input.onDidAccept(() => {
      resolve(input.selectedItems[0]?.revision);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** What is typed, unless it is listed or is not a name: options, ranges and paths in a revision are not. */
function typedItems(name: string, items: readonly RevisionItem[]): readonly RevisionItem[] {
  if (!/^[^\s^:-][^\s:]*$/.test(name) || name.includes('..')) return [];
  if (items.some(({ revision }) => revision?.name === name)) return [];
  return [
    section('Other'),
    { label: `$(search) ${name}`, description: 'Look up this name', alwaysShow: true, revision: { name } },
  ];
}

const commitsOfFile = 20;
const maxRefs = 1000;

async function revisionItems(repository: GitRepository, file: Uri): Promise<readonly RevisionItem[]> {
  const [head, commits, refs] = await Promise.all([
    commitOf(repository, 'HEAD'),
    // A file without a commit has none.
    repository.log({ maxEntries: commitsOfFile, path: file.fsPath }).catch((): readonly GitCommit[] => []),
    repository.getRefs({ sort: 'committerdate', count: maxRefs }),
  ]);
  return [
    ...(head
      ? [{ label: 'HEAD', description: inShort(head), revision: { name: 'HEAD', commit: head.hash } }]
      : []),
    ...withTitle(
      'Last commits of the file',
      commits.map((commit) => ({
        label: `$(git-commit) ${shortHash(commit.hash)}`,
        description: subjectOf(commit),
        revision: { name: shortHash(commit.hash), commit: commit.hash },
      })),
    ),
    ...withTitle('Branches', refItems(refs, 0, 'git-branch')),
    ...withTitle('Remote branches', refItems(refs, 1, 'cloud')),
    ...withTitle('Tags', refItems(refs, 2, 'tag')),
  ];
}

function refItems(refs: readonly GitRef[], type: GitRef['type'], icon: string): readonly RevisionItem[] {
  return refs.flatMap(({ type: kind, name, commit }) =>
    kind === type && name !== undefined && commit !== undefined
      ? [{ label: `$(${icon}) ${name}`, description: shortHash(commit), revision: { name, commit } }]
      : [],
  );
}

function withTitle(label: string, items: readonly RevisionItem[]): readonly RevisionItem[] {
  return items.length === 0 ? [] : [section(label), ...items];
}

function section(label: string): RevisionItem {
  return { label, kind: QuickPickItemKind.Separator };
}

function inShort(commit: GitCommit): string {
  return `${shortHash(commit.hash)} ${subjectOf(commit)}`;
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

function subjectOf({ message }: GitCommit): string {
  return message.split('\n', 1)[0] ?? '';
}
