import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = `ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:address ; sh:node [ sh:property [ sh:path ex:city ; sh:minCount 1 ] ] ] ;
  sh:or ( [ sh:path ex:name ; sh:minCount 1 ] [ sh:path ex:nick ; sh:minCount 1 ] ) .
ex:AddressShape a sh:NodeShape ; sh:targetObjectsOf ex:address ;
  sh:property [ sh:path ex:city ; sh:minCount 1 ] .`;
const data = `ex:alice a ex:Person ; ex:age "old" ; ex:address [ ex:zip 1 ] , [ ex:zip 2 ] .`;

/** The keys of all results, by what they are about. */
async function keys(dataText: string, shapesText: string): Promise<Readonly<Record<string, string>>> {
  const files = block`
    #- /data.ttl
    ${dataText}
    #- /shapes.ttl
    ${shapesText}`;
  const { out } = await runInMemory('validate data.ttl --shapes shapes.ttl --format json', { files });
  const results: { key: string; path: string | null; component: string; location: { start: unknown } }[] =
    JSON.parse(out).results;
  const local = (iri: string | null) => iri?.replace(/.*#(.*)>$/, '$1') ?? '-';
  const named: Record<string, string> = {};
  for (const { key, path, component } of results) {
    let name = `${local(path)} ${local(component)}`;
    while (name in named) name += "'";
    named[name] = key;
  }
  return named;
}

const original = await keys(data, shapes);

test('results have keys of their own', () => {
  expect(new Set(Object.keys(original))).toEqual(
    new Set([
      '- OrConstraintComponent',
      'address NodeConstraintComponent',
      "address NodeConstraintComponent'",
      'age DatatypeConstraintComponent',
      'city MinCountConstraintComponent',
      "city MinCountConstraintComponent'",
    ]),
  );
  expect(new Set(Object.values(original)).size).toBe(6);
});

test.each([
  ['comments and white space', data.replace(' ; ', '\n  ; # new\n  '), shapes.replaceAll(' ; ', ' ;\n ')],
  [
    'other data',
    block`
      ex:bob a ex:Person ; ex:name "B" .
      ${data}
      ex:c ex:p [ ex:zip 3 ] .`,
    shapes,
  ],
  [
    'other shapes',
    data,
    `ex:Other a sh:NodeShape ; sh:property [ sh:path ex:age ; sh:maxCount 9 ] .\n${shapes}`,
  ],
  [
    'a property shape before the others',
    data,
    shapes.replace('sh:property [', 'sh:property [ sh:path ex:new ] , ['),
  ],
  ['other parameters of the shape', data, shapes.replace('sh:datatype', 'sh:maxCount 5 ; sh:datatype')],
  ['more statements in a blank node', data.replace('ex:zip 1', 'ex:zip 1 ; ex:street "S"'), shapes],
  [
    'the order of files and statements',
    data,
    shapes.split('\n').slice(4).concat(shapes.split('\n').slice(0, 4)).join('\n'),
  ],
])('keys survive a change of %s', async (_, changedData, changedShapes) => {
  expect(await keys(changedData, changedShapes)).toEqual(original);
});

test('another value is another result', async () => {
  const changed = await keys(data.replace('"old"', '"young"'), shapes);
  expect(changed['age DatatypeConstraintComponent']).not.toBe(original['age DatatypeConstraintComponent']);
});

test('results that nothing tells apart are numbered', async () => {
  const twins = `[] a ex:Person ; ex:age "old" ; ex:name "A" . [] a ex:Person ; ex:age "old" ; ex:name "A" .`;
  const found = Object.values(await keys(twins, shapes));
  expect(found[1]).toBe(`${found[0]}-2`);
});

test('blank nodes that only refer to one another end somewhere', async () => {
  const circle = `_:a a ex:Person ; ex:age "old" ; ex:name "A" ; ex:next _:b . _:b ex:next _:a .`;
  expect(Object.values(await keys(circle, shapes))).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/)]);
});
