import { Parser, Store } from 'n3';
import { expect, test } from 'vitest';
import { applyUpdate } from './applyUpdate.ts';
import { readFixture } from './libraryFixture.testing.ts';
import { repair } from './repair.ts';

const data = `@prefix ex: <http://example.org/> .
ex:alice ex:age "12" . # as text
ex:bob ex:age 3 .
`;

test('Turtle keeps its comments and layout', async () => {
  const update = 'DELETE { ?who ex:age "12" } INSERT { ?who ex:age 12 } WHERE { ?who ex:age "12" }';
  expect(await applyUpdate(data, update)).toEqual({
    kind: 'applied',
    data: data.replace('"12"', '12'),
  });
});

test('several data change where they state it, and datasets come out as quads', async () => {
  const quads = new Store(new Parser().parse('@prefix ex: <http://example.org/> . ex:carl ex:age 5 .'));
  const update =
    'PREFIX ex: <http://example.org/> DELETE WHERE { ?who ex:age 5 }; INSERT DATA { ex:bob ex:name "Bob" }';
  const applied = await applyUpdate([data, quads], update);
  expect(applied.kind === 'applied' && applied.data).toEqual([
    data.replace('ex:age 3', 'ex:age 3 ;\n  ex:name "Bob"'),
    [],
  ]);
  expect(quads.size).toBe(1);
});

test('a text that was given twice changes twice', async () => {
  const applied = await applyUpdate(
    [data, data],
    'PREFIX ex: <http://example.org/> DELETE WHERE { ex:bob ?p ?o }',
  );
  expect(applied.kind === 'applied' && applied.data.map((text) => text.includes('bob'))).toEqual([
    false,
    false,
  ]);
});

test('a dataset is listed once, and other work has its turn meanwhile', async () => {
  const quads = new Parser().parse('<urn:a> <urn:b> 1 . <urn:a> <urn:b> 2 .');
  let listings = 0;
  let turn = false;
  const dataset = {
    *[Symbol.iterator]() {
      listings++;
      turn = false;
      setImmediate(() => {
        turn = true;
      });
      // Others have waited for a while, and wait until they have their turn.
      for (const start = performance.now(); performance.now() - start < 20; );
      for (let i = 0; i < 5000 && !turn; i++) yield quads[0]!;
      yield quads[1]!;
    },
  };
  const applied = await applyUpdate(dataset, 'DELETE DATA { <urn:a> <urn:b> 1 }');
  expect(applied.kind === 'applied' && applied.data).toEqual([quads[1]]);
  expect({ listings, turn }).toEqual({ listings: 1, turn: true });
});

test('the update of a repair, which names blank nodes, does what the repair does', async () => {
  const input = readFixture(`
#- /data.ttl
[] a ex:Person ; ex:age "12" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .
`);
  const { results } = await repair(input);
  const applied = await applyUpdate(input.data, results[0]!.repairs[0]!.update);
  expect(applied.kind === 'applied' && applied.data).toBe(input.data.replace('"12"', '12'));
});

test.each([
  ['LOAD <http://example.org/>', /LOAD/],
  ['INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> 1 } }', /GRAPH/],
  ['SELECT * WHERE { ?s ?p ?o }', /not an update/],
  ['INSERT', /SPARQL Update/],
])('%s is refused with the reason', async (update, reason) => {
  expect(await applyUpdate(data, update)).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(reason),
  });
});
