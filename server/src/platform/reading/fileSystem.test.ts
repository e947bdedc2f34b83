import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileSystem, nodeFileSystem } from './fileSystem.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-files-'));
  write('work/data.ttl', 'text');
  write('work/marked.ttl', '\ufefftext');
  write('work/deep/er/data.ttl', '');
  write('work/[odd] näme.ttl', '');
  write('work/notes.txt', '');
  write('work/node_modules/some/data.ttl', '');
  write('shapes/shapes.ttl', '');
  write('work/binary.bin', Buffer.from([1, 0, 2]));
  write('work/wide.bin', Buffer.from('\ufefftext', 'utf16le'));
  write('work/unmarked.bin', Buffer.from('# shapes: shapes.ttl', 'utf16le'));
  write('work/controls.nt', '<a:a> <a:b> "\0\u0001" .');
  write('work/latin1.bin', Buffer.from('a\nnäme\n', 'latin1'));
  write('work/gzip.bin', gzipSync('text'));
  write('work/huge.bin', '');
  truncateSync(path.join(folder, 'work/huge.bin'), 65 * 1024 * 1024);
  symlinkSync(path.join(folder, 'shapes'), path.join(folder, 'work/link'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a file is read as UTF-8, without its byte order mark', async () => {
  expect(await read('work/data.ttl')).toEqual({ kind: 'text', text: 'text' });
  expect(await read('work/marked.ttl')).toEqual({ kind: 'text', text: 'text' });
});

test('a string may hold a NUL character', async () => {
  expect(await read('work/controls.nt')).toEqual({ kind: 'text', text: '<a:a> <a:b> "\0\u0001" .' });
});

test.each([
  ['work/missing.ttl', 'missing', 'missing.ttl'],
  ['work/data.ttl/x', 'missing', 'data.ttl'],
  ['work/deep', 'directory', 'deep'],
  ['work/huge.bin', 'tooLarge', 'it has 65 MB; files of up to 64 MB are read'],
  ['work/binary.bin', 'binary', 'it is binary, or UTF-16'],
  ['work/unmarked.bin', 'binary', 'it is binary, or UTF-16'],
  ['work/wide.bin', 'binary', 'it is UTF-16, not UTF-8'],
  ['work/latin1.bin', 'binary', 'it is not UTF-8 (line 2)'],
  ['work/gzip.bin', 'binary', 'it is compressed'],
])('%s is unreadable: %s', async (name, reason, detail) => {
  const expected = { kind: 'unreadable', reason, detail: expect.stringContaining(detail) };
  expect(await read(name)).toEqual(expected);
});

test('files that are not on disk are said to be so', async () => {
  expect(await nodeFileSystem.read('vscode-vfs://github/a/b.ttl')).toMatchObject({
    reason: 'failed',
    detail: 'only files on disk are read, not vscode-vfs:',
  });
});

test.each([
  ['*.ttl', ['[odd] näme.ttl', 'data.ttl', 'marked.ttl']],
  ['**/*.ttl', ['[odd] näme.ttl', 'data.ttl', 'deep/er/data.ttl', 'marked.ttl']],
  ['{data,marked}.ttl', ['data.ttl', 'marked.ttl']],
  ['deep/??/*.ttl', ['deep/er/data.ttl']],
  ['deep', []],
  ['nowhere/*.ttl', []],
])('%s lists %j', async (glob, names) => {
  const { uris, truncated } = await nodeFileSystem.list(uri('work'), glob, { files: 100, root: uri('work') });
  expect(uris.map((found) => decodeURIComponent(found.slice(uri('work').length + 1)))).toEqual(names);
  expect(truncated).toBe(false);
});

test('a glob can lead upwards', async () => {
  const { uris } = await nodeFileSystem.list(uri('work'), '../shapes/*.ttl', { files: 100 });
  expect(uris).toEqual([uri('shapes/shapes.ttl')]);
});

test('a list ends at its limit and says so', async () => {
  const { uris, truncated } = await nodeFileSystem.list(uri('work'), '**/*.ttl', {
    files: 2,
    root: uri('work'),
  });
  expect([uris.length, truncated]).toEqual([2, true]);
});

describe('links on disk', () => {
  beforeAll(() => {
    write('links/root/data.ttl', 'text');
    write('links/root/shapes/shapes.ttl', '');
    write('links/root/deep/other.ttl', '');
    write('links/outside/secret.ttl', '');
    const link = (to: string, name: string) => symlinkSync(to, path.join(folder, 'links/root', name));
    link('../outside', 'away');
    link('../outside/secret.ttl', 'secret.ttl');
    link('../shapes', 'deep/shapes');
    link('data.ttl', 'same.ttl');
    link('..', 'deep/up');
    link('.', 'here');
    link('nowhere', 'dangling.ttl');
    link('loop.ttl', 'loop.ttl');
    link('/proc/kmsg', 'kernel.ttl');
    execFileSync('mkfifo', [path.join(folder, 'links/root/pipe.ttl')]);
    link('pipe.ttl', 'piped.ttl');
    symlinkSync('root', path.join(folder, 'links/project'));
  });

  const list = async (glob: string, from = 'links/root', root = from) => {
    const { uris, incomplete } = await nodeFileSystem.list(uri(from), glob, { files: 100, root: uri(root) });
    return { names: uris.map((found) => found.slice(uri(from).length + 1)), incomplete };
  };

  test('those that lead out of the root are passed over and named; cycles end; folders are listed once', async () => {
    const { names, incomplete } = await list('**/*.ttl');
    expect(names).toEqual(['data.ttl', 'deep/other.ttl', 'same.ttl', 'shapes/shapes.ttl']);
    expect(incomplete).toMatch(/\/away is a link that leads out of .*\/links\/root, /);
  });

  test('a linked folder is read by its name where the pattern leads there only', async () => {
    expect(await list('deep/shapes/*.ttl')).toEqual({
      names: ['deep/shapes/shapes.ttl'],
      incomplete: undefined,
    });
  });

  test('a project folder may itself be a link', async () => {
    expect((await list('shapes/*.ttl', 'links/project')).names).toEqual(['shapes/shapes.ttl']);
    expect((await nodeFileSystem.read(uri('links/project/data.ttl'), uri('links/project'))).kind).toBe(
      'text',
    );
  });

  test('a pattern leads upwards within its root, and not out of it', async () => {
    expect((await list('../shapes/*.ttl', 'links/root/deep', 'links/root')).names.length).toBe(1);
    for (const glob of [
      '../../outside/*.ttl',
      '/**/*.none',
      `${folder}/links/outside/*.ttl`,
      '../../*.ttl',
    ]) {
      const found = await list(glob, 'links/root/deep', 'links/root');
      expect(found.names, glob).toEqual([]);
      expect(found.incomplete, glob).toMatch('a pattern finds files below');
    }
  });

  test('what a pattern found is not opened where it has become a link that leads out', async () => {
    const found = await nodeFileSystem.read(uri('links/root/secret.ttl'), uri('links/root'));
    expect(found).toMatchObject({ reason: 'outside', detail: expect.stringMatching('outside/secret.ttl') });
    expect((await nodeFileSystem.read(uri('links/root/secret.ttl'))).kind).toBe('text');
  });

  test.each([
    ['pipe.ttl', 'pipe', 'pipe.ttl'],
    ['piped.ttl', 'pipe', 'piped.ttl'],
    ['loop.ttl', 'failed', 'it is a link that leads to itself'],
    ['dangling.ttl', 'missing', 'dangling.ttl'],
    ['here', 'directory', 'here'],
  ])('%s is not waited for: %s', async (name, reason, detail) => {
    expect(await read(`links/root/${name}`)).toMatchObject({
      reason,
      detail: expect.stringContaining(detail),
    });
  });

  test.each(['/dev/zero', '/dev/null', '/dev/tty', '/proc/kmsg', '/sys/kernel/debug/tracing/trace_pipe'])(
    '%s is not waited for',
    async (device) => {
      expect((await nodeFileSystem.read(pathToFileURL(device).toString())).kind).toBe('unreadable');
    },
  );
});

test('a file lies where it really is', async () => {
  symlinkSync('/etc/hosts', path.join(folder, 'work/hosts.ttl'));
  symlinkSync(path.join(folder, 'work'), path.join(folder, 'project'));
  expect(await nodeFileSystem.liesUnder(uri('work/data.ttl'), uri('work'))).toBe(true);
  expect(await nodeFileSystem.liesUnder(uri('project/data.ttl'), uri('project'))).toBe(true);
  expect(await nodeFileSystem.liesUnder(uri('work/hosts.ttl'), uri('work'))).toBe(false);
  expect(await nodeFileSystem.liesUnder(uri('work/missing.ttl'), uri('work'))).toBe(false);
});

test('the repository of a folder is the nearest one upwards', async () => {
  write('outer/.git/HEAD', '');
  write('outer/inner/.git', 'gitdir: …');
  write('outer/inner/deep/data.ttl', '');
  write('outer/other/data.ttl', '');
  expect(await nodeFileSystem.repositoryOf(uri('outer/inner/deep'))).toBe(uri('outer/inner'));
  expect(await nodeFileSystem.repositoryOf(uri('outer/other'))).toBe(uri('outer'));
});

test('a file that nobody may write is read-only; one that is not there is not', async () => {
  write('kept/data.ttl', '');
  expect(await nodeFileSystem.isReadOnly(uri('kept/data.ttl'))).toBe(false);
  chmodSync(path.join(folder, 'kept/data.ttl'), 0o444);
  expect(await nodeFileSystem.isReadOnly(uri('kept/data.ttl'))).toBe(true);
  expect(await nodeFileSystem.isReadOnly(uri('kept/missing.ttl'))).toBe(false);
});

test.skipIf(process.getuid?.() !== 0)(
  'a file is foreign unless its owner is who runs this, or owns the data',
  async () => {
    write('owned/project.jsonc', '{}');
    write('owned/data.ttl', '');
    const isForeign = () => nodeFileSystem.isForeign(uri('owned/project.jsonc'), uri('owned/data.ttl'));
    const own = (name: string, user: number) => chownSync(path.join(folder, name), user, user);
    expect(await isForeign()).toBe(false);
    own('owned/project.jsonc', 12_345);
    expect(await isForeign()).toBe(true);
    own('owned/data.ttl', 12_345);
    expect(await isForeign()).toBe(false);
    own('owned/project.jsonc', 0);
    expect(await isForeign()).toBe(false);
  },
);

test('a file that grows while it is read, or tells no size, is read up to the limit', async () => {
  const small = createFileSystem({ maxFileSize: 10, timeout: 1000 });
  expect(await small.read('file:///proc/self/status')).toMatchObject({ reason: 'tooLarge' });
  expect((await nodeFileSystem.read('file:///proc/self/status')).kind).toBe('text');
});

function read(name: string) {
  return nodeFileSystem.read(uri(name));
}

function uri(name: string): string {
  return pathToFileURL(path.join(folder, name)).toString();
}

function write(name: string, content: string | Buffer): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
}
