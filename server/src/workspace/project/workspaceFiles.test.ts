import { expect, test } from 'vitest';
import { Documents } from '../../service/ide/documents.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';

/** The workspace's files as the catalog sees them, given by their paths. */
async function seen(...paths: readonly string[]): Promise<readonly string[]> {
  const files = paths.map((path) => [`file:///workspace/${path}`, ''] as const);
  const documents = new Documents(new InMemoryFileSystem(files));
  documents.setFolders(['file:///workspace']);
  return (await documents.workspaceFiles()).map((uri) => uri.slice('file:///workspace/'.length));
}

test('Turtle files of all extensions are seen, and TriG, but no exports', async () => {
  const files = ['a.ttl', 'b/c.turtle', 'b/d.shacl', 'e.n3', 'f.trig'];
  expect(await seen(...files, 'g.nq', 'h.nt', 'notes.md')).toEqual(files);
});

test('copies in a suite are not, however many, nor those in one that is being written', async () => {
  const cases = Array.from({ length: 1_200 }, (_, i) => `a/suite/tests/case-${i + 1}.ttl`);
  const suite = ['suite.json', 'graph.ttl', 'manifest.ttl', 'tests/manifest.ttl'].map(
    (file) => `a/suite/${file}`,
  );
  const partial = ['a/.suite.partial/new/graph.ttl', 'a/.suite.partial/old/manifest.ttl'];
  expect(await seen('units.ttl', ...suite, ...cases, ...partial)).toEqual(['units.ttl']);
});

test('files that are called alike elsewhere are', async () => {
  const files = ['a/graph.ttl', 'b/other.ttl', 'tests/case-1.ttl'];
  expect(await seen(...files, 'b/suite.json')).toEqual(files);
});
