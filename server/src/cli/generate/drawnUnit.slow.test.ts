import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { SuiteJson } from '../../vio/suite/format.ts';
import { StoreError } from '../../workspace/store/store.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:partOf ; sh:class ex:Building ] ;
    sh:property [ sh:path ( ex:area ex:unit ) ; sh:nodeKind sh:IRI ] .
  ex:BuildingShape a sh:NodeShape ; sh:targetClass ex:Building ;
    sh:property [ sh:path ex:address ; sh:minCount 1 ] .`;
const rooms = Array.from(
  { length: 30 },
  (_, i) =>
    `ex:room${i} a ex:Office ; ex:floor ${i % 5} ; ex:partOf ex:house ; ex:area [ ex:size ${i} ; ex:unit ex:M2 ] .`,
);
const others = [
  'ex:Office <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:Room .',
  'ex:house a ex:Building ; ex:address "Road 1" . ex:secret ex:p "x" .',
];

function storeOf(statements: readonly string[]): StoreInMemory {
  return new StoreInMemory(`@prefix ex: <http://example.org/ns#> .\n${statements.join('\n')}`);
}

const command =
  'generate --endpoint https://store.example/sparql --shapes shapes.ttl --out suite --cross-check none';

async function suiteOf(options: string, store: StoreInMemory) {
  const { code, err, files: all } = await runInMemory(`${command} ${options}`, { files, store });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return new Map([...all].filter(([path]) => path.startsWith('/suite/')));
}

test('a suite is made of a sample of a store, and says where it is from', async () => {
  const suite = await suiteOf('--sample 4 --seed 7', storeOf([...rooms, ...others]));
  const { store, totals } = JSON.parse(suite.get('/suite/suite.json')!) as SuiteJson;
  expect(store).toEqual({
    address: 'https://store.example/sparql',
    triples: 30 * 6 + 4,
    focusNodes: 31,
    sample: 4,
    sampleSeed: 7,
  });
  expect(totals.cases).toBeGreaterThan(3);
  expect(new Set(suite.get('/suite/graph.ttl')!.match(/room\d+/g)).size).toBeLessThanOrEqual(4);
  expect(suite.get('/suite/README.md')).toContain('4 of 31 focus nodes, with seed 7');
  expect([...suite.values()].join()).not.toContain('secret');
  const verified = await runInMemory('suite verify suite', { files: '', texts: Object.fromEntries(suite) });
  expect(verified).toMatchObject({ code: 0, err: '' });
});

test('a sample of a named graph says which one', async () => {
  const store = storeOf([]);
  store.addTo(
    'http://example.org/g',
    `@prefix ex: <http://example.org/ns#> .\n${[...rooms, ...others].join('\n')}`,
  );
  const given = 'https://store.example/sparql FROM <http://example.org/g>';
  const { code, files: all } = await runInMemory(
    [
      'generate',
      '--endpoint',
      given,
      ...'--shapes shapes.ttl --out suite --sample 3 --cross-check none'.split(' '),
    ],
    { files, store: ({ graphs }) => store.from(graphs) },
  );
  expect(code).toBe(0);
  expect(JSON.parse(all.get('/suite/suite.json')!)).toMatchObject({
    store: {
      address: 'https://store.example/sparql?default-graph-uri=http%3A%2F%2Fexample.org%2Fg',
      sample: 3,
    },
  });
});

test('the same store and seed give the same bytes, in whatever order the store answers', async () => {
  const one = await suiteOf('--sample 5 --seed 3', storeOf([...rooms, ...others]));
  const other = await suiteOf('--sample 5 --seed 3', storeOf([...others, ...rooms.toReversed()]));
  expect(other).toEqual(one);
  const graphs = new Set([one.get('/suite/graph.ttl')]);
  for (const seed of [4, 5])
    graphs.add(
      (await suiteOf(`--sample 5 --seed ${seed}`, storeOf([...rooms, ...others]))).get('/suite/graph.ttl'),
    );
  expect(graphs.size).toBe(3);
});

test('focus nodes may be more than a store lists at once', async () => {
  const many = Array.from({ length: 12_000 }, (_, i) => `ex:r${i} a ex:Room ; ex:floor ${i} .`);
  const suite = await suiteOf('--sample 3 --seed 1', storeOf(many));
  const { store } = JSON.parse(suite.get('/suite/suite.json')!) as SuiteJson;
  expect(store).toMatchObject({ focusNodes: 12_000, sample: 3 });
});

test('where the whole graph matters, the remedy is to export it', async () => {
  const { code, err } = await runInMemory(`${command} --sample 4 --inference rdfs`, {
    files,
    store: storeOf([...rooms, ...others]),
  });
  expect(err).toContain('What follows by inference depends on all of its triples. Export them to a file');
  expect(code).toBe(2);
});

test('nothing is generated from what a store does not tell', async () => {
  const store = {
    url: 'https://store.example/sparql',
    select: () => Promise.reject(new StoreError('It is being repaired.')),
  };
  const { code, err } = await runInMemory(`${command} --sample 4`, { files, store });
  expect(err).toContain('https://store.example/sparql: It is being repaired.');
  expect(code).toBe(2);
});

test('a sample that violates its shapes is refused', async () => {
  const store = storeOf([...others, 'ex:room a ex:Room .']);
  const { code, err } = await runInMemory(`${command} --sample 4`, { files, store });
  expect(err).toContain("'shacl-repair repair --endpoint https://store.example/sparql --shapes shapes.ttl'");
  expect(code).toBe(2);
});

test.each([
  ['data.ttl --endpoint https://store.example/ --sample 3 --shapes shapes.ttl', 'not both'],
  ['--endpoint https://store.example/ --shapes shapes.ttl', '--sample N'],
  ['--endpoint https://store.example/ --sample 3', '--shapes FILE'],
  ['data.ttl --sample 3', '--sample is for stores'],
])('generate %s is refused', async (line, message) => {
  const { code, err } = await runInMemory(`generate ${line} --out suite`, { files });
  expect(err).toContain(message);
  expect(code).toBe(2);
});
