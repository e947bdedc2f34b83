import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from './diff.ts';
import { applyHunks, type FilePatch, readPatch, reversedHunks } from './patch.ts';

const data = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

/** The text after a patch, or why there is none. */
function patched(patch: string, text = data): string {
  const read = readPatch(patch);
  if (read.kind === 'unreadable') return read.reason;
  const [{ hunks, refused }] = read.files as [FilePatch];
  if (refused !== undefined) return refused;
  const result = applyHunks(text, hunks);
  return result.kind === 'text' ? result.text : result.reason;
}

const head = '--- a/data.ttl\n+++ b/data.ttl\n';

test.each<[what: string, patch: string, text: string]>([
  ['replaces lines', `${head}@@ -2,2 +2,2 @@\n two\n-three\n+3\n`, 'one\ntwo\n3\nfour\nfive\nsix\nseven\n'],
  ['adds lines at the start', `${head}@@ -0,0 +1 @@\n+zero\n`, `zero\n${data}`],
  ['adds lines at the end', `${head}@@ -7,0 +8,2 @@\n+eight\n+nine\n`, `${data}eight\nnine\n`],
  ['finds lines that stand elsewhere', `${head}@@ -6,2 +6,1 @@\n one\n-two\n`, data.replace('two\n', '')],
  [
    'refuses other lines',
    `${head}@@ -2 +2 @@\n-zwei\n+2\n`,
    'The hunk in line 3 of the patch does not fit: the file has no such lines.',
  ],
  [
    'counts lines',
    `${head}@@ -2,3 +2,1 @@\n-two\n+2\n`,
    'Line 3 of the patch: the hunk has fewer lines than 3 before and 1 after.',
  ],
  [
    'needs names',
    '@@ -2 +2 @@\n-two\n+2\n',
    'Line 1 of the patch: a hunk stands before the names of its file.',
  ],
  ['needs hunks', head, 'Line 1 of the patch: the file has no hunk.'],
  [
    'is of texts',
    'Binary files a/x and b/x differ\n',
    "Line 1 of the patch: a binary file can't be verified.",
  ],
  [
    'renames nothing',
    'rename from a.ttl\nrename to b.ttl\n',
    "Line 1 of the patch: files are renamed or copied, which can't be verified. Give git diff --no-renames.",
  ],
  ['is no patch', 'hello', 'There is no file in the patch: --- FILE, +++ FILE, @@ … @@.'],
])('a patch %s', (_, patch, text) => expect(patched(patch)).toBe(text));

test('lines that are at several other places are not guessed', () => {
  const text = 'a\nb\na\nb\na\n';
  expect(patched(`${head}@@ -9 +9 @@\n-a\n+c\n`, text)).toMatch('its lines are at several other places');
  expect(patched(`${head}@@ -3 +3 @@\n-a\n+c\n`, text)).toBe('a\nb\nc\nb\na\n');
});

test('the names of files lose what git and diff add to them', () => {
  const names = (patch: string) => {
    const read = readPatch(`${patch}@@ -1 +1 @@\n-a\n+b\n`);
    return read.kind === 'patch' && [read.files[0]!.before, read.files[0]!.after];
  };
  expect(names('--- a/x y.ttl\t\n+++ b/x y.ttl\t\n')).toEqual(['x y.ttl', 'x y.ttl']);
  expect(names('--- x.ttl\t2026-11-29\n+++ y.ttl\t2026-11-29\n')).toEqual(['x.ttl', 'y.ttl']);
  expect(names('--- "a/\\303\\244\\n.ttl"\n+++ "b/\\303\\244\\n.ttl"\n')).toEqual(['ä\n.ttl', 'ä\n.ttl']);
  expect(names('--- /dev/null\n+++ b/new.ttl\n')).toEqual([undefined, 'new.ttl']);
});

test('a diff of ours leads to the text it is of, and back', () => {
  const lines = fc.string({ unit: 'grapheme-ascii', maxLength: 8 }).map((text) => text.replaceAll('a', '\n'));
  fc.assert(
    fc.property(fc.tuple(lines, lines, lines, lines), ([before, old, now, after]) => {
      const text = before + old + after;
      const range = { start: before.length, end: before.length + old.length };
      const diff = unifiedDiff('data.ttl', text, [{ range, newText: now }]);
      if (diff === '') return;
      const read = readPatch(diff);
      if (read.kind === 'unreadable') throw new Error(read.reason);
      const { hunks } = read.files[0]!;
      expect(applyHunks(text, hunks)).toMatchObject({ kind: 'text', text: before + now + after });
      expect(applyHunks(before + now + after, reversedHunks(hunks))).toMatchObject({ kind: 'text', text });
    }),
  );
});
