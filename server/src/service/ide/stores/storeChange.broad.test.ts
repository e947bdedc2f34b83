import { describe, expect, test } from 'vitest';
import { block, fixtureRoot, parseFixture } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { Store } from '../../../workspace/store/store.ts';
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

interface Setup {
  readonly earlier?: string | null;
  readonly store?: Store | Unasked;
  readonly other?: Store | Unasked;
  readonly named?: string;
  readonly formerPath?: string;
  readonly isTracked?: boolean;
}

/** What the change of an open text does to the results of a store. */
async function changeOf(
  text: string,
  {
    earlier = base,
    store = new StoreInMemory(stored),
    other = refused,
    named,
    formerPath,
    isTracked,
  }: Setup = {},
) {
  const fixture = parseFixture(files).files;
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem(fixture.map((file) => [file.uri, file.text])),
    stores: { open: async ({ url }) => (url.includes('other') ? other : store) },
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  host.openDocument(data, 1, text);
  const before = { name: 'HEAD', text: earlier ?? undefined, formerPath, isTracked };
  return host.storeChange(data, before, named, unaborted);
}

const refused: Unasked = { message: 'It was not allowed.', severity: 'information', fixes: [] };

/** The page about a change, which has to be there. */
async function pageOf(text: string, setup: Setup = {}): Promise<string> {
  const answer = await changeOf(text, setup);
  if (answer.kind !== 'compared') return expect.fail(JSON.stringify(answer));
  return answer.markdown;
}

test('results that come, go and stay are told, also at nodes that only the store describes', async () => {
  const text = `${header}${base.replace('ex:sensor a ex:Point', 'ex:sensor a ex:Thing')}ex:c a ex:Room ; ex:hasPart ex:c .`;
  expect(await pageOf(text)).toMatchInlineSnapshot(`
    "# Change of data.ttl in \`https://store.example/sparql\`

    Compared with \`HEAD\`.
    The change adds 3 triples and removes 1 triple.

    It may matter to 2 focus nodes: 2 new results, 0 gone.

    ## New (2)

    - sh:class at ex:c, path ex:hasPart, value ex:c, [data.ttl, line 6](file:///workspace/data.ttl#L6)
    - sh:class at ex:a, path ex:hasPart, value ex:sensor, in a store only
    "
  `);
});

test('results that end are gone', async () => {
  expect(await pageOf(`${header}${base.replace('ex:Thing', 'ex:Point')}`)).toContain('## Gone (1)');
});

test('results that were there before are kept', async () => {
  expect(await pageOf(`${header}${base}ex:b ex:hasPart ex:sensor .`)).toContain('## Kept (1)');
});

describe('of several stores', () => {
  const first = 'https://store.example/sparql';
  const second = 'https://other.example/sparql';
  const headers = `# context: <${second}>\n${header}`;
  const knowing = (turtle: string): Store => {
    const store = new StoreInMemory(`${prefixes}\n${turtle}`);
    return { url: second, select: (query, signal) => store.select(query, signal) };
  };

  test('one has to be named', async () => {
    const both = `${headers}${base}`;
    expect(await changeOf(both)).toEqual({ kind: 'several', stores: [second, first] });
    expect(await changeOf(both, { named: 'https://gone.example/sparql' })).toMatchObject({ kind: 'several' });
  });

  test('the others are context, and their nodes are judged', async () => {
    const text = `${headers}${base.replace('ex:sensor a ex:Point', 'ex:sensor a ex:Thing')}`;
    const other = knowing('ex:far a ex:Room ; ex:hasPart ex:sensor .');
    expect(await pageOf(text, { named: first, other })).toMatchInlineSnapshot(`
      "# Change of data.ttl in \`https://store.example/sparql\`

      Compared with \`HEAD\`.
      The change adds 1 triple and removes 1 triple.
      Context: \`https://other.example/sparql\`.

      It may matter to 2 focus nodes: 2 new results, 0 gone.

      ## New (2)

      - sh:class at ex:far, path ex:hasPart, value ex:sensor, in a store only
      - sh:class at ex:a, path ex:hasPart, value ex:sensor, in a store only
      "
    `);
  });

  test('what another one states as well is not gone with the change', async () => {
    const text = `${headers}${base.replace('ex:sensor a ex:Point', 'ex:sensor a ex:Thing')}`;
    const other = knowing('ex:sensor a ex:Point .');
    expect(await pageOf(text, { named: first, other })).toContain('no result comes or goes.');
  });

  test('one that may not be asked leaves the verdict undecided', async () => {
    const page = await pageOf(`${headers}${base}ex:b ex:hasPart ex:sensor .`, { named: first });
    expect(page).toMatch(
      /^Undecided[\s\S]*## Kept \(1\)[\s\S]*What `https:\/\/other\.example\/sparql` knows was not taken into account. It was not allowed/m,
    );
  });
});

test.each([
  ['a file that names no store', base, {}, 'names no store'],
  ['a store that is not allowed', `${header}${base}`, { store: refused }, 'It was not allowed.'],
  ['a file with a syntax error', `${header}${base} ex:a`, {}, 'The file has 1 syntax error'],
  ['a base with a syntax error', `${header}${base}`, { earlier: 'ex:a' }, 'at HEAD'],
])('of %s nothing is told', async (_, text, setup, message) => {
  expect(await changeOf(text, setup)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(message),
  });
});

test('all of a file is added that was not there', async () => {
  expect(await pageOf(`${header}${prefixes}\nex:c a ex:Room ; ex:hasPart ex:c .`, { earlier: null })).toMatch(
    /all of it is added[\s\S]*## New \(1\)/,
  );
});

test('a file that Git does not track may have had another name', async () => {
  const text = `${header}${prefixes}\nex:c a ex:Room .`;
  expect(await pageOf(text, { earlier: null, isTracked: false })).toContain('run “git add” first');
  expect(await pageOf(text, { earlier: null, isTracked: true })).not.toContain('git add');
});

test('a file that had another name is compared with what it was under that name', async () => {
  expect(await pageOf(`${header}${base}`, { formerPath: 'old/rooms.ttl' })).toContain(
    'Compared with `HEAD`, where the file was `old/rooms.ttl`.',
  );
});

test('a change that matters to no node says so', async () => {
  expect(await pageOf(`${header}${base}ex:x ex:y ex:z .`)).toMatchInlineSnapshot(`
    "# Change of data.ttl in \`https://store.example/sparql\`

    Compared with \`HEAD\`.
    The change adds 1 triple and removes 0 triples.

    It matters to no focus node, so no result comes or goes.
    "
  `);
});
