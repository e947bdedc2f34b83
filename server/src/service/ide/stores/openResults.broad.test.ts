import { expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { menuTitle } from '../analysis.ts';
import type { StoreOpener } from './linkedStores.ts';
import { settledHost } from './settledHost.testing.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: <https://store.example/sparql>
  ex:room a ex:Room ; ex:floor ex:Floor2 ; ex:area "12,5" .
  ex:hall a ex:Room ; ex:floor ex:floor2 ; ex:area 20.0 .
  ex:floor2 a ex:Floor .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:class ex:Floor ] ;
    sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] .`;
const signal = new AbortController().signal;

async function hostWith(stores: StoreOpener) {
  const { host, data, actionsAt } = await settledHost(files, stores);
  const fixesAt = async (term: string) =>
    (await actionsAt(term)).map((action) => `${action.isPreferred ? '* ' : ''}${menuTitle(action)}`);
  return { host, data, fixesAt };
}

const refused: StoreOpener = {
  open: async () => ({ message: 'You have not allowed it.', severity: 'information', fixes: [] }),
};

const ignore = expect.stringMatching(/^Ignore this/);
const ways = [ignore, 'Exclude ex:room from ex:RoomShape: remove type ex:Room (hides 2 results)'];

test('a result that a store may end has no certain repair while the store is not asked', async () => {
  const { host, data, fixesAt } = await hostWith(refused);
  expect(await fixesAt('ex:Floor2')).toEqual([
    'Whether this is wrong is not known',
    expect.stringMatching(/^Change ex:Floor2 to ex:floor2 \(possible: /),
    'Remove ex:Floor2 as ex:floor of ex:room',
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
    ignore,
  ]);
});

test('once the store has answered, its results are repaired as those of files', async () => {
  const { fixesAt } = await hostWith({
    open: async () => new StoreInMemory('<http://example.org/x> a <http://example.org/Y> .'),
  });
  expect((await fixesAt('ex:Floor2'))[0]).toMatch(/^\* Change ex:Floor2 to ex:floor2/);
});
