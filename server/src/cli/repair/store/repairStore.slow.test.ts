import { describe, expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { runInMemory } from '../../../testing/runInMemory.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import type { StoreAddress } from '../../../workspace/project/storeLink.ts';
import { StoreError } from '../../../workspace/store/store.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ] .`;
const stored = `
@prefix ex: <http://example.org/ns#> .
ex:room a ex:Room ; ex:floor "2" ; ex:note "other" .
ex:other a ex:Room ; ex:floor 1 . ex:secret ex:p ex:q .
`;
const command =
  'repair --endpoint https://store.example/sparql --shapes shapes.ttl --focus-node http://example.org/ns#room';

test('a result at a node of a store comes with an update that states what it was verified on', async () => {
  const store = new StoreInMemory(stored);
  const { code, out, err } = await runInMemory(command, { files, store });
  expect(err).toBe('');
  expect(out).toMatchInlineSnapshot(`
    "ex:floor of ex:room has the datatype xsd:string, not xsd:integer: "2"
      --> sh:datatype at ex:room, path ex:floor, value "2" [9230498e0b6a]
      repair 1 of 2: Change "2" to 2 (certain, 97 %) [15e921edc91e]
        because: the same text
        DELETE {
          <http://example.org/ns#room> <http://example.org/ns#floor> "2" .
        }
        INSERT {
          <http://example.org/ns#room> <http://example.org/ns#floor> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .
        }
        WHERE {
          <http://example.org/ns#room> <http://example.org/ns#floor> "2" .
          <http://example.org/ns#room> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Room> .
          FILTER NOT EXISTS { <http://example.org/ns#room> <http://example.org/ns#floor> ?o . FILTER(!(isLiteral(?o) && STR(?o) = "2" && DATATYPE(?o) = <http://www.w3.org/2001/XMLSchema#string>)) }
          FILTER NOT EXISTS { ?s <http://www.w3.org/ns/shacl#incomplete> ?o . }
          FILTER NOT EXISTS { ?s <http://www.w3.org/ns/shacl#incompleteURIStart> ?o . }
          FILTER NOT EXISTS { ?s <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://example.org/ns#Room> . }
          FILTER NOT EXISTS { <http://example.org/ns#room> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?o . FILTER(!(?o = <http://example.org/ns#Room>)) }
          FILTER(STR("2"^^<http://www.w3.org/2001/XMLSchema#integer>) = "2" && DATATYPE("2"^^<http://www.w3.org/2001/XMLSchema#integer>) = <http://www.w3.org/2001/XMLSchema#integer>)
        }
      repair 2 of 2: Remove "2" as ex:floor of ex:room (possible, 1 %) [74c046781919]
        DELETE {
          <http://example.org/ns#room> <http://example.org/ns#floor> "2" .
        }
        WHERE {
          <http://example.org/ns#room> <http://example.org/ns#floor> "2" .
          <http://example.org/ns#room> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/ns#Room> .
          FILTER NOT EXISTS { <http://example.org/ns#room> <http://example.org/ns#floor> ?o . FILTER(!(isLiteral(?o) && STR(?o) = "2" && DATATYPE(?o) = <http://www.w3.org/2001/XMLSchema#string>)) }
          FILTER NOT EXISTS { ?s <http://www.w3.org/ns/shacl#incomplete> ?o . }
          FILTER NOT EXISTS { ?s <http://www.w3.org/ns/shacl#incompleteURIStart> ?o . }
          FILTER NOT EXISTS { ?s <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://example.org/ns#Room> . }
          FILTER NOT EXISTS { <http://example.org/ns#room> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ?o . FILTER(!(?o = <http://example.org/ns#Room>)) }
        }

    1 result, 1 of them with updates for the store
    "
  `);
  expect(code).toBe(1);
  expect(store.queries.join()).not.toContain('secret');
});

test('the update repairs the store, and nothing is left to repair', async () => {
  const store = new StoreInMemory(stored);
  const before = await runInMemory(`${command} --output updates.ru`, { files, store });
  expect(before.code).toBe(1);
  await store.update(before.written['/updates.ru']!, new AbortController().signal);
  const after = await runInMemory(command, { files, store });
  expect(after).toMatchObject({ code: 0, out: 'Nothing to repair\n' });
});

test('a named graph is read and changed, and no other one', async () => {
  const graph = 'http://example.org/graph';
  const store = new StoreInMemory('');
  store.addTo(graph, stored);
  store.addTo('http://example.org/other', stored);
  const named = [
    ...['repair', '--endpoint', `https://store.example/sparql FROM <${graph}>`, '--shapes', 'shapes.ttl'],
    ...['--focus-node', 'http://example.org/ns#room'],
  ];
  const setup = { files, store: ({ graphs }: StoreAddress) => store.from(graphs), updates: store };
  const { code, out, err } = await runInMemory([...named, '--run', '--yes'], setup);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`WITH <${graph}>\n`);
  expect(out).toContain('Repaired: Change "2" to 2\n');
  expect(store.dumpOf(graph)).not.toContain('"2" .');
  expect(store.dumpOf('http://example.org/other')).toContain('"2" .');
  expect(store.dump).toBe('');
});

test('nodes are read from a file, and those that no shape judges are told', async () => {
  const store = new StoreInMemory(stored);
  const texts = { '/nodes.txt': '<http://example.org/ns#room>\nhttp://example.org/ns#nothing\n' };
  const { code, out } = await runInMemory(
    'repair --endpoint https://store.example/ --shapes shapes.ttl --focus-nodes nodes.txt --format json',
    { files, texts, store },
  );
  const { results, withoutShape } = JSON.parse(out) as {
    readonly results: readonly { readonly repairs: readonly { readonly update: string }[] }[];
    readonly withoutShape: readonly string[];
  };
  expect(withoutShape).toEqual(['<http://example.org/ns#nothing>']);
  expect(results[0]!.repairs[0]!.update).toContain('FILTER NOT EXISTS');
  expect(code).toBe(1);
});

describe('a focus node that was not named, and that looks at the room', () => {
  const more = block`
  ${files}
  ex:BuildingShape a sh:NodeShape ; sh:targetClass ex:Building ;
    sh:property [ sh:path ( ex:wing [ sh:inversePath ex:partOf ] ex:floor ) ; sh:minCount 1 ] .`;
  const removal = 'Remove "2" as ex:floor of ex:room';

  test.each([
    ['needs its floor', 'ex:room ex:partOf ex:west . ex:house ex:wing ex:west .', false],
    [
      'has another room as well',
      'ex:room ex:partOf ex:west . ex:other ex:partOf ex:west . ex:house ex:wing ex:west .',
      true,
    ],
    ['has no way to it', 'ex:house ex:wing ex:west . ex:third ex:floor 3 ; ex:partOf ex:west .', true],
  ])('%s', async (_, way, isOffered) => {
    const store = new StoreInMemory(`${stored} ex:house a ex:Building . ${way}`);
    const { code, out } = await runInMemory(command, { files: more, store });
    expect(out.includes(removal)).toBe(isOffered);
    expect(out).toContain('Change "2" to 2 (certain');
    expect(code).toBe(1);
  });

  test('is one of too many to be judged', async () => {
    const houses = Array.from({ length: 501 }, (_, i) => `ex:house${i} a ex:Building ; ex:wing ex:west .`);
    const store = new StoreInMemory(`${stored} ex:room ex:partOf ex:west . ${houses.join(' ')}`);
    const { out } = await runInMemory(command, { files: more, store });
    expect(out).toContain(
      'It may concern the results of 501 other focus nodes, and more than 500 are not judged for a repair.',
    );
    expect(out).not.toContain(
      'DELETE {\n          <http://example.org/ns#room> <http://example.org/ns#floor>',
    );
  });
});

test('what a store does not tell leaves the verdict open, without repairs', async () => {
  const whole = new StoreInMemory(stored);
  const store = {
    url: whole.url,
    async select(query: string, signal: AbortSignal) {
      const answer = JSON.parse(await whole.select(query, signal));
      for (const row of answer.results.bindings) if (row.o?.type === 'literal') delete row.k;
      return JSON.stringify(answer);
    },
  };
  const { code, out } = await runInMemory(command, { files, store });
  expect(out).toContain('Not everything that https://store.example/sparql knows was taken into account.');
  expect(out).not.toContain('DELETE');
  expect(code).toBe(3);
});

test.each([
  ['repair data.ttl --endpoint https://store.example/ --shapes shapes.ttl --focus-node urn:a', 'not files'],
  ['repair --endpoint store.ttl --shapes shapes.ttl --focus-node urn:a', 'give an address'],
  [
    ['repair', '--endpoint', 'https://store.example/ FROM <urn:a> FROM <urn:b>', '--shapes', 'shapes.ttl'],
    'an update changes one graph',
  ],
  [['repair', '--endpoint', 'https://store.example/ FROM <a>', '--shapes', 'shapes.ttl'], 'give an address'],
  ['repair --endpoint https://store.example/ --focus-node urn:a', 'give the shapes'],
  ['repair --endpoint https://store.example/ --shapes shapes.ttl', '--focus-node IRI'],
  ['repair --endpoint https://store.example/ --shapes shapes.ttl --focus-node a', "'a' is not an IRI"],
  ['repair --endpoint https://store.example/ --shapes none.ttl --focus-node urn:a', 'none.ttl'],
])('%s is refused', async (line, message) => {
  const { code, err } = await runInMemory(line, { files, store: new StoreInMemory(stored) });
  expect(err).toContain(message);
  expect(code).toBe(2);
});

test('--run sends nothing without consent', async () => {
  const store = new StoreInMemory(stored);
  const before = store.dump;
  const { code, out } = await runInMemory(`${command} --run`, { files, store, updates: store });
  expect(out).toContain('Nothing was sent. With --yes, this would be sent to https://store.example/sparql: ');
  expect(code).toBe(1);
  expect(store.dump).toBe(before);
});

test.each([
  [false, 'Nothing was sent.'],
  [true, 'Repaired: '],
])('--run asks on a terminal, and the answer %s counts', async (answer, said) => {
  const store = new StoreInMemory(stored);
  const before = store.dump;
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const { out } = await runInMemory(`${command} --run`, { files, store, updates: store, confirm });
  expect(asked).toEqual(['Send this update to https://store.example/sparql? [y/N] ']);
  expect(out).toContain(said);
  expect(store.dump !== before).toBe(answer);
});

test('--run --yes sends the update of a result, and tells that it is gone', async () => {
  const store = new StoreInMemory(stored);
  const { code, out } = await runInMemory(`${command} --run --yes`, { files, store, updates: store });
  expect(out).toContain('Repaired: Change "2" to 2\n');
  expect(code).toBe(0);
  expect(store.dump).not.toContain('"2" .');
});

test('a store that changed in between is left alone, and that is told', async () => {
  const store = new StoreInMemory(stored);
  const updates = {
    url: store.url,
    update(text: string, signal: AbortSignal) {
      store.add('@prefix ex: <http://example.org/ns#> . ex:room ex:floor 3 .');
      return store.update(text, signal);
    },
  };
  const { code, out } = await runInMemory(`${command} --run --yes`, { files, store, updates });
  expect(out).toContain('The result is still there: the store has changed since it was read');
  expect(out).toMatch(/new since then: sh:maxCount at ex:room/);
  expect(code).toBe(1);
  expect(store.dump).toContain('"2" .');
});

describe('a repair is chosen by its key', () => {
  const keysIn = (out: string) =>
    [...out.matchAll(/repair \d of \d.*\[([0-9a-f]{12})\]/g)].map(([, key]) => key!);

  test('and is the one that is sent', async () => {
    const store = new StoreInMemory(stored);
    const listed = await runInMemory(command, { files, store });
    const [, removal] = keysIn(listed.out);
    const { code, out } = await runInMemory(`${command} --run --yes --repair ${removal}`, {
      files,
      store,
      updates: store,
    });
    expect([code, out.split('\n').at(-2)]).toEqual([0, 'Repaired: Remove "2" as ex:floor of ex:room']);
  });

  test('a number may have meant another one, so nothing is sent without asking, and its key is told', async () => {
    const store = new StoreInMemory(stored);
    const { code, err } = await runInMemory(`${command} --run --yes --repair 2`, {
      files,
      store,
      updates: store,
    });
    expect(code).toBe(2);
    expect(err).toMatch(
      /--repair 2 can't be used with --yes: the store may have changed since you saw that number\. For Remove "2" as ex:floor of ex:room, give --repair [0-9a-f]{12}\./,
    );
    expect(store.dump).toContain('"2" .');
  });

  test('when the store has changed, nothing has the key, and nothing is sent', async () => {
    const store = new StoreInMemory(stored);
    const [change] = keysIn((await runInMemory(command, { files, store })).out);
    store.add('@prefix ex: <http://example.org/ns#> . ex:room ex:floor 3 .');
    const { code, err } = await runInMemory(`${command} --run --yes --repair ${change}`, {
      files,
      store,
      updates: store,
    });
    expect(code).toBe(2);
    expect(err).toContain('give --only KEY');
    expect(store.dump).toContain('"2" .');
  });
});

test('a store that does not answer leaves open whether a result has the key', async () => {
  const store = {
    url: 'https://store.example/sparql',
    select: () => Promise.reject(new StoreError("It can't be reached.")),
  };
  const { code, out, err } = await runInMemory(`${command} --only 9230498e0b6a`, { files, store });
  expect(`${out}${err}`).toContain("It can't be reached.");
  expect(`${out}${err}`).not.toContain('no result');
  expect(code).toBe(3);
});

test('a store that does not answer an update is looked at again', async () => {
  const store = new StoreInMemory(stored);
  const updates = {
    url: store.url,
    async update(text: string, signal: AbortSignal) {
      await store.update(text, signal);
      throw new StoreError('It closed the connection.');
    },
  };
  const { code, out, err } = await runInMemory(`${command} --run --yes`, { files, store, updates });
  expect(err).toContain('It closed the connection.');
  expect(out).toContain('Repaired');
  expect(code).toBe(0);
});

test.each([
  ['--yes', '--yes goes with --run'],
  ['--run --format json', 'as text only'],
  ['--run --repair 9', 'no repair 9'],
  ['--run --repair 0123456789ab', "has the key '0123456789ab': the store or the shapes have changed"],
  ['--run --repair first', 'give the key of a repair'],
])('%s is refused', async (more, message) => {
  const store = new StoreInMemory(stored);
  const { code, err } = await runInMemory(`${command} ${more}`, { files, store, updates: store });
  expect(err).toContain(message);
  expect(code).toBe(2);
});
