import { expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { type Store, StoreError } from '../../../workspace/store/store.ts';
import { settledHost } from './settledHost.testing.ts';

/** The floor that is meant is in the file; of what building it is, only the store can tell. */
const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: <https://store.example/sparql>
  ex:room a ex:Room ; ex:floor ex:Floor2 .
  ex:hall a ex:Room ; ex:floor ex:floor1 .
  ex:floor1 a ex:Floor .
  ex:floor2 a ex:Floor .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:class ex:Floor ] ;
    sh:property [ sh:path ( ex:floor ex:building ) ; sh:maxCount 1 ] .`;
const signal = new AbortController().signal;
const prefix = '@prefix ex: <http://example.org/ns#> . ';

async function hostWith(store: Store) {
  const { host, data, actionsAt } = await settledHost(files, { open: async () => store });
  const actions = () => actionsAt('ex:Floor2');
  const fixes = async () =>
    (await actions()).filter(({ edits }) => edits.length > 0).map(({ title }) => title);
  return { host, data, actions, fixes };
}

const meant = expect.stringMatching(/^Change ex:Floor2 to ex:floor2/);

test('a repair that only the store tells to cause another result is not offered, and not made by Fix All', async () => {
  const store = new StoreInMemory(`${prefix} ex:floor2 ex:building ex:b1, ex:b2 .`);
  const { host, data, fixes } = await hostWith(store);
  expect(await fixes()).not.toContainEqual(meant);
  const { edits } = await host.fixAll(data, { component: undefined }, signal);
  expect(edits).toEqual([]);
});

test('a repair that holds with all that the store knows is offered, and nothing is asked for twice', async () => {
  const store = new StoreInMemory(`${prefix} ex:floor2 ex:building ex:b1 . ex:floor1 ex:building ex:b1 .`);
  const { host, data, fixes } = await hostWith(store);
  store.queries.length = 0;
  expect(await fixes()).toContainEqual(meant);
  expect(store.queries.join()).toContain('floor2');
  store.queries.length = 0;
  expect(await fixes()).toContainEqual(meant);
  const { edits } = await host.fixAll(data, { component: undefined }, signal);
  expect(edits.flatMap(({ edits }) => edits.map(({ newText }) => newText))).toEqual(['ex:floor2']);
  expect(store.queries).toEqual([]);
});

test('where the store does not tell, the repair is not offered, and the verdict stays', async () => {
  const known = new StoreInMemory(`${prefix} ex:floor1 ex:building ex:b1 .`);
  const ask: Store['select'] = (query, stop) => known.select(query, stop);
  let select = ask;
  const { host, data, actions, fixes } = await hostWith({
    url: known.url,
    select: (...given) => select(...given),
  });
  select = () => Promise.reject(new StoreError('It is being repaired.'));
  expect(await fixes()).not.toContainEqual(meant);
  const told = (await actions()).find(({ title }) => title.includes('not offered'));
  expect(told?.command?.kind === 'say' && told.command.message).toMatch(
    /not offered, as what .* on is not known\. Not everything that https:\/\/store.example\/sparql knows was taken into account. It is being repaired. It was asked for/,
  );
  const { left } = await host.fixAll(data, { component: undefined }, signal);
  expect(left.map(({ why }) => why)).toEqual([expect.stringContaining('It is being repaired.')]);
  expect((await host.validate(data, signal)).status.verdict).toBe('violates');
  select = ask;
  expect(await fixes()).toContainEqual(meant);
});
