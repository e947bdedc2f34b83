import { expect, test } from 'vitest';
import type { RepairJson } from '../../service/report/repairJson.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

/** The floor that is meant is in the file; of what building it is, only the store can tell. */
const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: <https://store.example/sparql>
  ex:room a ex:Room ; ex:floor ex:Floor2 ; ex:area "12,5" . # the large one
  ex:hall a ex:Room ; ex:floor ex:floor1 .
  ex:floor1 a ex:Floor .
  ex:floor2 a ex:Floor .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:class ex:Floor ] ;
    sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] ;
    sh:property [ sh:path ( ex:floor ex:building ) ; sh:maxCount 1 ] .`;
const prefix = '@prefix ex: <http://example.org/ns#> . ';
const oneBuilding = `${prefix} ex:floor2 ex:building ex:b1 .`;
const twoBuildings = `${prefix} ex:floor2 ex:building ex:b1, ex:b2 .`;
const allowing = 'repair data.ttl --allow-store store.example';

test('a file that names a store is repaired with what the store knows', async () => {
  const store = new StoreInMemory(oneBuilding);
  const { files: after, code } = await runInMemory(`${allowing} --apply`, { files, store });
  expect(after.get('/data.ttl')).toContain('ex:floor ex:floor2 ; ex:area 12.5 . # the large one');
  expect(code).toBe(0);
});

test('a repair that only the store tells to cause another result is neither listed nor applied', async () => {
  const store = new StoreInMemory(twoBuildings);
  const { out } = await runInMemory(allowing, { files, store });
  expect(out).toContain('Change "12,5" to 12.5');
  expect(out).not.toContain('Change ex:Floor2 to ex:floor2');
  const { files: after } = await runInMemory(`${allowing} --apply`, { files, store });
  expect(after.get('/data.ttl')).toContain('ex:floor ex:Floor2 ; ex:area 12.5');
});

test('the address of a store as --context does the same', async () => {
  const context = '--context https://store.example/sparql';
  const alone = files.replace('# context: <https://store.example/sparql>\n', '');
  const { out } = await runInMemory(`repair data.ttl ${context}`, {
    files: alone,
    store: new StoreInMemory(twoBuildings),
  });
  expect(out).not.toContain('Change ex:Floor2 to ex:floor2');
});

test('a store that is not allowed is not asked, and what it may end is not repaired', async () => {
  const store = new StoreInMemory(oneBuilding);
  const { out, err } = await runInMemory('repair data.ttl', { files, store });
  expect(err).toContain('Allow its host first');
  expect(out).toContain('Whether this is wrong is not known.');
  const { files: after } = await runInMemory('repair data.ttl --apply=likely', { files, store });
  expect(after.get('/data.ttl')).toContain('ex:floor ex:Floor2 ; ex:area 12.5 .');
  expect(store.queries).toEqual([]);
});

test('evidence that only a store states is named, in text and JSON', async () => {
  const store = new StoreInMemory(`${oneBuilding} ex:hall ex:floor ex:floor1 . ex:Floor2 a ex:Storey .`);
  const served = files
    .replace(
      'ex:room a ex:Room ;',
      'ex:room a ex:Room ; ex:servedBy ex:ahu .\n  ex:lobby a ex:Room . ex:room',
    )
    .replace('sh:path ex:area ; sh:datatype xsd:decimal', 'sh:path ex:servedBy ; sh:minCount 1');
  store.add(`${prefix} ex:hall ex:servedBy ex:ahu . ex:ahu a ex:Unit .`);
  const { out } = await runInMemory(`${allowing} --max 1`, { files: served, store });
  expect(out).toContain('according to https://store.example/sparql');
  const json = JSON.parse(
    (await runInMemory(`${allowing} --format json`, { files: served, store })).out,
  ) as RepairJson;
  const stated = json.violations.flatMap(({ repairs }) => repairs.flatMap(({ statedBy }) => statedBy ?? []));
  expect(stated.map(({ store }) => store)).toContain('https://store.example/sparql');
});

test('fixes in SARIF are proven in the same way', async () => {
  const store = new StoreInMemory(twoBuildings);
  const command = 'validate data.ttl --allow-store store.example --format sarif --fixes';
  const { out, err } = await runInMemory(command, { files, store });
  expect(err).toBe('');
  expect(out).toContain('Change \\"12,5\\" to 12.5');
  expect(out).not.toContain('Change ex:Floor2 to ex:floor2');
});
