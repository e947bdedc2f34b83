import { expect, test } from 'vitest';
import { defaultSettings } from '../../project/settings.ts';
import type { Store } from '../../store/store.ts';
import { block, fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { Unasked } from './unaskedStores.ts';

const header = '# shapes: shapes.ttl\n# context: <https://store.example/sparql>\n';
const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  ex:x ex:y ex:z .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] .`;
const prefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .`;
const base = `${prefixes}\nex:sensor a ex:Point . ex:meter a ex:Thing .\n`;
const stored = `${base} ex:a a ex:Room ; ex:hasPart ex:sensor . ex:b a ex:Room ; ex:hasPart ex:meter .`;
const data = `${fixtureRoot}/data.ttl`;
const unaborted = new AbortController().signal;

/** What the change of an open text does to the results of a store. */
async function changeOf(
  text: string,
  then: string | null = base,
  store: Store | Unasked = new StoreInMemory(stored),
  named?: string,
) {
  const fixture = parseFixture(files).files;
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem(fixture.map((file) => [file.uri, file.text])),
    stores: { open: async ({ url }) => (url.includes('other') ? new StoreInMemory('') : store) },
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  host.openDocument(data, 1, text);
  return host.storeChange(data, { name: 'HEAD', text: then ?? undefined }, named, unaborted);
}

test('results that come, go and stay are told, also at nodes that only the store describes', async () => {
  const text = `${header}${base.replace('ex:sensor a ex:Point', 'ex:sensor a ex:Thing')}ex:c a ex:Room ; ex:hasPart ex:c .`;
  const answer = await changeOf(text);
  expect(answer).toMatchInlineSnapshot(`
    {
      "kind": "compared",
      "markdown": "# Change of data.ttl in \`https://store.example/sparql\`

    Compared with HEAD.
    The change may matter to 2 focus nodes. Verdict: violates.

    ## New (2)

    - sh:class at ex:c, path ex:hasPart, value ex:c, [data.ttl, line 6](file:///workspace/data.ttl#L6)
    - sh:class at ex:a, path ex:hasPart, value ex:sensor, in the store only
    ",
    }
  `);
});

test('results that end are gone', async () => {
  const answer = await changeOf(`${header}${base.replace('ex:Thing', 'ex:Point')}`);
  expect(answer).toMatchObject({ kind: 'compared', markdown: expect.stringContaining('## Gone (1)') });
});

test('results that were there before are kept', async () => {
  const answer = await changeOf(`${header}${base}ex:b ex:hasPart ex:sensor .`);
  expect(answer).toMatchObject({ kind: 'compared', markdown: expect.stringContaining('## Kept (1)') });
});

test('of several stores one has to be named', async () => {
  const both = `# context: <https://other.example/sparql>\n${header}${base}ex:b ex:hasPart ex:sensor .`;
  expect(await changeOf(both)).toEqual({
    kind: 'several',
    stores: ['https://other.example/sparql', 'https://store.example/sparql'],
  });
  const answer = await changeOf(both, base, undefined, 'https://store.example/sparql');
  expect(answer).toMatchObject({
    kind: 'compared',
    markdown: expect.stringMatching(
      /Verdict: undecided[\s\S]*## Kept \(1\)[\s\S]*What `https:\/\/other\.example\/sparql` knows was not taken into account/,
    ),
  });
});

const refused: Unasked = { message: 'It was not allowed.', severity: 'information', fixes: [] };

test.each([
  ['a file that names no store', base, base, undefined, 'names no store'],
  ['a store that is not allowed', `${header}${base}`, base, refused, 'It was not allowed.'],
  ['a file with a syntax error', `${header}${base} ex:a`, base, undefined, 'The file has 1 syntax error'],
  ['a base with a syntax error', `${header}${base}`, 'ex:a', undefined, 'at HEAD'],
])('of %s nothing is told', async (_, text, then, store, message) => {
  expect(await changeOf(text, then, store)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(message),
  });
});

test('all of a file is added that was not there', async () => {
  const answer = await changeOf(`${header}${prefixes}\nex:c a ex:Room ; ex:hasPart ex:c .`, null);
  expect(answer).toMatchObject({
    kind: 'compared',
    markdown: expect.stringMatching(/all of it is added[\s\S]*## New \(1\)/),
  });
});
