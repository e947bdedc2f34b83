import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolvedLink } from '../../workspace/project/revision.ts';
import { openGitIndex, openGitRevision } from './gitRevision.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-git-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: readonly string[]) {
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgSign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
}

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

const uri = (file: string) => pathToFileURL(path.join(folder, file)).href;
const open = (name: string, from = '.') =>
  openGitRevision(path.join(folder, from), name, { maxFileSize: 1000 });

/** Several files in the first commit, and changes of each kind since. */
function history() {
  git('init', '-q', '-b', 'main');
  write('same.ttl', 'same');
  write('changed.ttl', 'old');
  write('removed.ttl', 'removed');
  write('sub/ä b.ttl', 'a text long enough to be recognised when it is renamed\n'.repeat(3));
  write('.gitignore', 'ignored.ttl\n');
  symlinkSync('changed.ttl', path.join(folder, 'link.ttl'));
  git('add', '.');
  git('commit', '-qm', 'first');
  write('changed.ttl', 'new');
  write('ignored.ttl', 'ignored');
  write('added.ttl', 'added');
  git('add', 'added.ttl');
  write('untracked.ttl', 'untracked');
  rmSync(path.join(folder, 'removed.ttl'));
  renameSync(path.join(folder, 'sub/ä b.ttl'), path.join(folder, 'sub/new.ttl'));
  git('add', '-A', 'sub');
}

test.each(['.', 'sub'])('what has changed since a revision, seen from %s', async (from) => {
  history();
  const revision = await open('HEAD', from);
  const uris = (...names: readonly string[]) => new Set(names.map(uri));
  expect(new Set(revision.files.keys())).toEqual(
    uris('.gitignore', 'changed.ttl', 'link.ttl', 'removed.ttl', 'same.ttl', 'sub/ä b.ttl'),
  );
  expect(revision.changed).toEqual(
    uris('added.ttl', 'changed.ttl', 'removed.ttl', 'sub/ä b.ttl', 'sub/new.ttl', 'untracked.ttl'),
  );
  expect(revision.removed).toEqual(uris('removed.ttl', 'sub/ä b.ttl'));
  expect([...revision.renamed]).toEqual([[uri('sub/new.ttl'), uri('sub/ä b.ttl')]]);
  expect(await revision.read(uri('changed.ttl'))).toEqual({ kind: 'text', text: 'old' });
  expect(await revision.read(uri('added.ttl'))).toMatchObject({ reason: 'missing' });
  expect(resolvedLink(uri('link.ttl'), revision.files)).toBe(uri('changed.ttl'));
});

test('a file of that time that is too large is not read', async () => {
  git('init', '-q');
  write('large.ttl', '#'.repeat(2000));
  git('add', '.');
  git('commit', '-qm', 'first');
  write('large.ttl', '');
  expect(await (await open('HEAD')).read(uri('large.ttl'))).toMatchObject({ reason: 'tooLarge' });
});

test('programs that a repository names are not started', async () => {
  history();
  write('evil.sh', `#!/bin/sh\ntouch ${path.join(folder, 'started')}\ncat\n`);
  execFileSync('chmod', ['+x', path.join(folder, 'evil.sh')]);
  const evil = path.join(folder, 'evil.sh');
  for (const key of ['diff.external', 'core.fsmonitor', 'diff.x.textconv', 'diff.x.command', 'core.pager']) {
    git('config', key, evil);
  }
  write('.gitattributes', '*.ttl diff=x\n');
  const revision = await open('HEAD');
  await revision.read(uri('changed.ttl'));
  expect([...revision.changed]).not.toContain(uri('started'));
  expect(execFileSync('ls', [folder], { encoding: 'utf8' })).not.toContain('started');
});

test.each(['', '-x', '--output=/tmp/x', '--upload-pack=evil'])('%j is no revision', async (name) => {
  history();
  await expect(open(name)).rejects.toThrow(`'${name}' is not a revision.`);
});

test.each(['nix', 'HEAD~5', 'HEAD:same.ttl', 'a b', '$(touch x)'])(
  'there is no revision %s',
  async (name) => {
    history();
    await expect(open(name)).rejects.toThrow(`there is no revision '${name}' in this repository.`);
  },
);

test('no repository', async () => {
  await expect(open('HEAD')).rejects.toThrow(
    '--changed-since needs a Git repository, and this folder is not in one.',
  );
});

test('no git', async () => {
  const { PATH } = process.env;
  process.env.PATH = folder;
  try {
    await expect(open('HEAD')).rejects.toThrow('--changed-since needs git, which is not installed.');
  } finally {
    process.env.PATH = PATH;
  }
});

test('a shallow clone that does not go back as far', async () => {
  history();
  const first = git('rev-parse', 'HEAD').trim();
  git('commit', '-qam', 'second');
  const clone = path.join(folder, 'clone');
  git('clone', '-q', '--depth', '1', pathToFileURL(folder).href, clone);
  await expect(openGitRevision(clone, first, { maxFileSize: 1000 })).rejects.toThrow(
    `the revision '${first}' is not in this shallow clone.`,
  );
});

test('the index: what is staged, and what the working tree has otherwise', async () => {
  history();
  write('same.ttl', 'staged');
  git('add', 'same.ttl');
  write('same.ttl', 'newer');
  const index = await openGitIndex(path.join(folder, 'sub'), { maxFileSize: 1000 });
  const uris = (...names: readonly string[]) => new Set(names.map(uri));
  expect(index.staged).toEqual(uris('added.ttl', 'same.ttl', 'sub/ä b.ttl', 'sub/new.ttl'));
  expect(index.changed).toEqual(uris('changed.ttl', 'removed.ttl', 'same.ttl', 'untracked.ttl'));
  expect(index.removed).toEqual(uris('removed.ttl'));
  expect(await index.read(uri('same.ttl'))).toEqual({ kind: 'text', text: 'staged' });
  expect(await index.read(uri('changed.ttl'))).toEqual({ kind: 'text', text: 'old' });
  expect(await index.read(uri('untracked.ttl'))).toMatchObject({ reason: 'missing' });
});

test('the index during a conflict: the file counts as staged, and as changed', async () => {
  history();
  git('add', '-A');
  git('commit', '-qm', 'ours');
  git('checkout', '-q', '-b', 'other', 'HEAD~1');
  write('changed.ttl', 'theirs');
  git('commit', '-qam', 'theirs');
  expect(() => git('merge', '-q', 'main')).toThrow();
  const index = await openGitIndex(folder, { maxFileSize: 1000 });
  expect([index.staged.has(uri('changed.ttl')), index.changed.has(uri('changed.ttl'))]).toEqual([true, true]);
  expect(index.changed.has(uri('same.ttl'))).toBe(false);
});

test('the index before the first commit', async () => {
  git('init', '-q');
  write('first.ttl', 'first');
  git('add', '.');
  const index = await openGitIndex(folder, { maxFileSize: 1000 });
  expect(index.staged).toEqual(new Set([uri('first.ttl')]));
});
