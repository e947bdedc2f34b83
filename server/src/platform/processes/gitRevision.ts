/**
 * Reads an earlier revision of a Git repository. Git gets no argument that a user or a file could turn into an option,
 * and starts no hook, no external diff, no file system monitor and no download.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import type { FileText } from '../../workspace/project/fileSystem.ts';
import type { Revision, StagedFiles } from '../../workspace/project/revision.ts';
import { decode, unreadable } from '../reading/readRegularFile.ts';

/**
 * Opens a revision of the repository that a folder is in.
 *
 * @param limits the size of the largest file that is read, in bytes.
 * @throws UserError when there is no Git, no repository or no such revision.
 */
export async function openGitRevision(
  folder: string,
  name: string,
  { maxFileSize }: { readonly maxFileSize: number },
): Promise<Revision> {
  if (name === '' || name.startsWith('-')) throw new UserError(`'${name}' is not a revision.`);
  const git = gitIn(folder);
  const root = path.resolve(folder, await rootOf('--changed-since', git));
  const commit = await commitOf(name, git);
  const entries = parseTree(await git.text('ls-tree', '-r', '-z', '--full-tree', commit));
  const changes = parseChanges(await git.text('diff', ...plainDiff, commit, '--'));
  const untracked = fields(await gitIn(root).text('ls-files', '--others', '--exclude-standard', '-z'));
  return revisionOf(name, { root, entries, changes, untracked, maxFileSize }, git);
}

/**
 * Opens the index of the repository that a folder is in.
 *
 * @param limits the size of the largest file that is read, in bytes.
 * @throws UserError when there is no Git or no repository.
 */
export async function openGitIndex(
  folder: string,
  { maxFileSize }: { readonly maxFileSize: number },
): Promise<StagedFiles> {
  const root = path.resolve(folder, await rootOf('--staged', gitIn(folder)));
  const git = gitIn(root);
  // Each start of Git takes time in a hook, so one command lists everything that has changed.
  const [index, status] = await Promise.all([
    git.text('ls-files', '--stage', '-z'),
    git.text('status', ...plainStatus),
  ]);
  const { staged, changes, untracked } = parseStatus(status);
  const found = { root, entries: parseIndex(index), changes, untracked, maxFileSize };
  return {
    ...(await revisionOf('the index', found, git)),
    staged: new Set(staged.map((file) => uriIn(root, file))),
  };
}

interface FoundRevision {
  /** The folder of the repository. */
  readonly root: string;
  readonly entries: readonly TreeEntry[];
  /** What differs in the working tree. */
  readonly changes: readonly Change[];
  /** Files of the working tree that Git neither has nor ignores. */
  readonly untracked: readonly string[];
  readonly maxFileSize: number;
}

async function revisionOf(
  name: string,
  { root, entries, changes, untracked, maxFileSize }: FoundRevision,
  git: Git,
): Promise<Revision> {
  const uriOf = (file: string) => uriIn(root, file);
  const byUri = new Map(entries.map((entry) => [uriOf(entry.file), entry]));
  const read = async (object: string): Promise<FileText> => {
    const bytes = await git.bytes(maxFileSize + 1, 'cat-file', 'blob', object);
    return bytes === undefined
      ? unreadable('tooLarge', `it has more than ${maxFileSize} bytes at ${name}`)
      : decode(bytes, maxFileSize);
  };
  const files = new Map<string, { readonly linkTo?: string }>();
  for (const [uri, { mode, object, file }] of byUri) {
    files.set(uri, mode === linkMode ? { linkTo: await linkTarget(file, object) } : {});
  }
  return {
    name,
    files,
    changed: new Set([...changes.flatMap(({ names }) => names), ...untracked].map(uriOf)),
    removed: new Set(changes.flatMap(({ kind, names }) => (/^[DR]/.test(kind) ? [uriOf(names[0]!)] : []))),
    renamed: new Map(
      changes.flatMap(({ kind, names: [before, after] }) =>
        kind.startsWith('R') ? [[uriOf(after!), uriOf(before!)]] : [],
      ),
    ),
    async read(uri) {
      const entry = byUri.get(uri);
      return entry?.mode.startsWith('100')
        ? read(entry.object)
        : unreadable('missing', `it is not a file at ${name}`);
    },
  };

  async function linkTarget(file: string, object: string): Promise<string> {
    const target = await read(object);
    return uriOf(path.join(path.dirname(file), target.kind === 'text' ? target.text : '.'));
  }
}

function uriIn(root: string, file: string): string {
  return URI.file(path.join(root, file)).toString();
}

/** The mode of symbolic links. */
const linkMode = '120000';

const plainDiff = [
  '--name-status',
  '-M',
  '-z',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-relative',
];

/** Submodules are other repositories, which Git would have to look into. */
const plainStatus = [
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
];

const never = process.platform === 'win32' ? 'NUL' : '/dev/null';

interface Git {
  text(...args: readonly string[]): Promise<string>;
  /** Undefined when there are more than `max`. */
  bytes(max: number, ...args: readonly string[]): Promise<Uint8Array | undefined>;
}

function gitIn(folder: string): Git {
  const run = async (maxBuffer: number, args: readonly string[]) => {
    const safe = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${never}`];
    const { stdout } = await promisify(execFile)('git', [...safe, ...args], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer,
      windowsHide: true,
      env: {
        ...process.env,
        LC_ALL: 'C',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
        // For older versions of Git, which have no other way to stay offline.
        GIT_ALLOW_PROTOCOL: 'none',
      },
    });
    return stdout;
  };
  return {
    text: async (...args) => new TextDecoder().decode(await run(maxList, args)),
    async bytes(max, ...args) {
      try {
        return await run(max, args);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return undefined;
        throw new UserError(`git can't read a file: ${messageOf(error)}.`);
      }
    },
  };
}

/** The most that a list of files may take, in bytes. */
const maxList = 256 * 1024 * 1024;

/** The relative path up to the folder of the repository. */
async function rootOf(option: string, git: Git): Promise<string> {
  try {
    return (await git.text('rev-parse', '--show-cdup')).replace(/\r?\n$/, '') || '.';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UserError(`${option} needs git, which is not installed.`);
    if (/not a git repository/.test(messageOf(error)))
      throw new UserError(`${option} needs a Git repository, and this folder is not in one.`);
    throw new UserError(`${option}: git says: ${messageOf(error)}.`);
  }
}

async function commitOf(name: string, git: Git): Promise<string> {
  try {
    return (await git.text('rev-parse', '--verify', '--quiet', `${name}^{commit}`)).trim();
  } catch {
    const isShallow = (await git.text('rev-parse', '--is-shallow-repository')).trim() === 'true';
    throw new UserError(
      isShallow
        ? `the revision '${name}' is not in this shallow clone. Fetch more of the history: git fetch --unshallow, or fetch-depth: 0 of actions/checkout.`
        : `there is no revision '${name}' in this repository.`,
    );
  }
}

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly file: string;
}

/** `100644 blob 1f0e…<TAB>path`, each followed by a NUL. */
function parseTree(text: string): readonly TreeEntry[] {
  return fields(text).flatMap((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', kind, object = ''] = line.slice(0, tab).split(' ');
    return kind === 'blob' ? [{ mode, object, file: line.slice(tab + 1) }] : [];
  });
}

/** `100644 1f0e… 0<TAB>path`, each followed by a NUL. */
function parseIndex(text: string): readonly TreeEntry[] {
  return fields(text).flatMap((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', object = ''] = line.slice(0, tab).split(' ');
    return mode === submoduleMode ? [] : [{ mode, object, file: line.slice(tab + 1) }];
  });
}

const submoduleMode = '160000';

interface Change {
  /** A letter, for renames with a number. */
  readonly kind: string;
  /** For renames and copies the old name, then the new one. */
  readonly names: readonly string[];
}

function parseChanges(text: string): readonly Change[] {
  const parts = fields(text);
  const changes: Change[] = [];
  for (let i = 0; i < parts.length; ) {
    const kind = parts[i]!;
    const count = /^[RC]/.test(kind) ? 2 : 1;
    changes.push({ kind, names: parts.slice(i + 1, i + 1 + count) });
    i += 1 + count;
  }
  return changes;
}

/**
 * `1 XY`, six fields and a name for each changed file, `u XY`, eight fields and a name for one in conflict, `? ` and a name
 * for one that Git does not have, each followed by a NUL. X is what the index changes, Y what the working tree changes.
 */
function parseStatus(text: string) {
  const staged: string[] = [];
  const changes: Change[] = [];
  const untracked: string[] = [];
  for (const record of fields(text)) {
    const [kind, states = '', ...rest] = record.split(' ');
    if (kind === '?') untracked.push(record.slice(2));
    if (kind !== '1' && kind !== 'u') continue;
    const name = rest.slice(kind === '1' ? 6 : 8).join(' ');
    if (states[0] !== '.') staged.push(name);
    if (states[1] !== '.') changes.push({ kind: states[1]!, names: [name] });
  }
  return { staged, changes, untracked };
}

function fields(text: string): readonly string[] {
  return text.split('\0').filter((field) => field !== '');
}

/** The first line of what Git prints about a failure. */
function messageOf(error: unknown): string {
  const { stderr, message } = error as { readonly stderr: Buffer | undefined; readonly message: string };
  const first = stderr?.toString('utf8').trim().split('\n', 1)[0];
  return (first || message).replace(/^fatal: /, '').replace(/\.$/, '');
}
