import { expect, test } from 'vitest';
import { defaultSettings } from '../../project/settings.ts';
import { block, fixtureRoot, parseFixture } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { AnalysisHost } from '../analysisHost.ts';
import type { StoreAccess } from './linkedStores.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: <https://store.example/sparql>
  ex:room a ex:Room ; ex:floor ex:flor2 ; ex:area "12,5" .
  ex:hall a ex:Room ; ex:floor ex:floor2 ; ex:area 20.0 .
  ex:floor2 a ex:Floor .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:class ex:Floor ] ;
    sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] .`;
const data = `${fixtureRoot}/data.ttl`;
const signal = new AbortController().signal;

async function hostWith(stores: StoreAccess) {
  const fixture = parseFixture(files).files;
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem(fixture.map(({ uri, text }) => [uri, text])),
    stores,
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  const { text } = fixture[0]!;
  host.openDocument(data, 1, text);
  await host.validate(data, signal);
  await host.settleStores(data, async () => {}, signal);
  await host.validate(data, signal);
  const fixesAt = async (term: string) => {
    const start = text.indexOf(term);
    const found = await host.codeActions(data, { start, end: start + term.length }, signal);
    return found.map(({ title, isPreferred }) => `${isPreferred ? '* ' : ''}${title}`);
  };
  return { host, fixesAt };
}

const refused: StoreAccess = {
  open: async () => ({ message: 'You have not allowed it.', severity: 'information', fixes: [] }),
};

const ways = [
  'Remove type ex:Room from ex:room (takes it out of the target of ex:RoomShape)',
  expect.stringMatching(/^Ignore this/),
];

test('a result that a store may end has no certain repair while the store is not asked', async () => {
  const { host, fixesAt } = await hostWith(refused);
  expect(await fixesAt('ex:flor2')).toEqual([
    'Whether this is wrong is not known',
    expect.stringMatching(/^Change ex:flor2 to ex:floor2 \(possible: /),
    'Remove ex:flor2 as ex:floor of ex:room',
    ...ways,
  ]);
  const { edits, left } = await host.fixAll(data, { component: undefined }, signal);
  expect(edits.map(({ edits }) => edits.map(({ newText }) => newText))).toEqual([['12.5']]);
  expect(left.map(({ why }) => why)).toEqual([
    'Whether this is wrong is not known. What https://store.example/sparql knows was not taken into account. You have not allowed it.',
  ]);
});

test('a value that is wrong whatever a store states is repaired as ever', async () => {
  const { fixesAt } = await hostWith(refused);
  expect(await fixesAt('"12,5"')).toEqual([
    '* Change "12,5" to 12.5 (as XML Schema writes it)',
    'Remove "12,5" as ex:area of ex:room',
    ...ways,
  ]);
});

test('once the store has answered, its results are repaired as those of files', async () => {
  const { fixesAt } = await hostWith({
    open: async () => new StoreInMemory('<http://example.org/x> a <http://example.org/Y> .'),
  });
  expect((await fixesAt('ex:flor2'))[0]).toMatch(/^\* Change ex:flor2 to ex:floor2/);
});
