import { expect, test } from 'vitest';
import { AnalysisHost } from '../../service/ide/analysisHost.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from './settings.ts';

const shapes = `${suppliedPrefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:nodeKind sh:IRI .`;

/** What an unsaved text with this header is linked to, and what is said of its links. */
async function untitled(link: string) {
  const fileSystem = new InMemoryFileSystem([['file:///work/shapes/shapes.ttl', shapes]]);
  const host = new AnalysisHost({ fileSystem });
  host.configure({
    folders: [{ uri: 'file:///work', settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  const uri = 'untitled:Untitled-1';
  host.openDocument(uri, 1, `# shapes: ${link}\n${suppliedPrefixes}ex:a a ex:Person .`);
  const { status, diagnostics } = await host.validate(uri, new AbortController().signal);
  return { verdict: status.verdict, said: (diagnostics.get(uri) ?? []).map(({ message }) => message).join() };
}

test.each([
  '/work/shapes/shapes.ttl',
  'file:///work/shapes/shapes.ttl',
  '/work/shapes/*.ttl',
  'file:///work/**/*.ttl',
])('an unsaved text is linked by an absolute path: %s', async (link) => {
  expect(await untitled(link)).toEqual({ verdict: 'conforms', said: '' });
});

test.each([
  ['shapes/shapes.ttl', "Save this file first: 'shapes/shapes.ttl' is relative to its folder."],
  ['/etc/*.ttl', "Save this file first: '/etc/*.ttl' is outside the open folders"],
])('but not by %s', async (link, said) => {
  const found = await untitled(link);
  expect(found.verdict).toBe('unlinked');
  expect(found.said).toContain(said);
});

test('a missing file is said to be missing, with the one that was meant', async () => {
  expect((await untitled('/work/shapes.ttl')).said).toMatch(
    /does not exist.*Did you mean file:\/\/\/work\/shapes\/shapes.ttl\?/,
  );
});
