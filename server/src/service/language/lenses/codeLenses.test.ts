import { expect, test } from 'vitest';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { edited } from '../../../testing/analysedFolder.ts';
import { block } from '../../../testing/fixture.ts';
import { codeLenses, countedLens, countedUses, type ShapeLensSubject } from './codeLenses.ts';

test('a shape with targets has lines with its focus nodes and results, which lead there', async () =>
  expect(
    await lensesOf(block`
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
        sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .
      ex:S rdfs:label "People" .
      ex:T a sh:NodeShape ; sh:targetClass ex:Cat .
      ex:U a sh:NodeShape ; sh:targetClass ex:Person ; sh:deactivated true .
      ex:V a sh:NodeShape .
      ex:alice a ex:Person ; ex:name 1 .
      ex:bob a ex:Person .
    `),
  ).toEqual([
    'ex:S: 2 focus nodes (ex:alice ex:bob)',
    'ex:S: 2 results (1 ex:bob)',
    'ex:S: 3 of 3 constraints used ()',
    'ex:S: tried',
    'ex:T: 0 focus nodes ()',
    'ex:T: no results ()',
    'ex:T: 0 of 0 constraints used ()',
  ]));

test('a named shape that others refer to has lines with the nodes that it judges and its own results', async () => {
  const { host, file } = await analysedFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a a ex:A ; ex:p ex:b , ex:c . ex:b ex:q 1 .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:node ex:N ; sh:property ex:Q ] .
    ex:N a sh:NodeShape ; sh:property ex:Q .
    ex:Q sh:path ex:q ; sh:minCount 1 .
  `);
  const { uri, text } = file.documents.find((each) => each.uri.endsWith('shapes.ttl'))!;
  host.openDocument(uri, 1, text);
  const shapes = (await host.analysedFile(uri, new AbortController().signal))!;
  const found = codeLenses(shapes, { uses: 'off' }).flatMap(({ range: { start, end }, counts }) => {
    if (counts === 'trial' || counts === 'uses') return [];
    const { title, places } = countedLens(shapes.document.sources.termAt(start)!.node.id, counts, shapes);
    const shown = places.map(({ range, document }) => document.text.slice(range.start, range.end));
    return `${text.slice(start, end)}: ${title} (${shown.join(' ')})`;
  });
  expect(found.slice(3)).toEqual([
    'ex:N: 2 focus nodes (ex:b)',
    'ex:N: no results in data.ttl ()',
    'ex:Q: 2 focus nodes (ex:b)',
    'ex:Q: 1 result in data.ttl (ex:c)',
  ]);
});

test('results are said to be in the files that are judged, where it is not the file itself', async () => {
  const shapes = 'ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:class ex:B .';
  const { host, file } = await analysedFixture(block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a a ex:A .
    #- /shapes.ttl
    ${shapes}
  `);
  const { uri, text } = file.documents.find((each) => each.uri.endsWith('shapes.ttl'))!;
  host.openDocument(uri, 1, text);
  const ofShapes = await host.analysedFile(uri, new AbortController().signal);
  const id = ofShapes!.document.sources.termAt(text.indexOf('ex:S'))!.node.id;
  expect(countedLens(id, 'results', ofShapes!).title).toBe('1 result in data.ttl');
});

test('constraints without a focus node or a value are not used, and are where the line leads to', async () =>
  expect(
    await lensesOf(block`
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
        sh:property [ sh:path ex:name ; sh:minCount 1 ] , [ sh:path ex:age ; sh:maxCount 1 ; sh:datatype xsd:integer ] .
      ex:alice a ex:Person ; ex:name "Alice" .
    `),
  ).toContain('ex:S: 4 of 5 constraints used (sh:datatype xsd:integer)'));

test('behind a change that was not validated yet, places have moved, and the line says that it is older', async () => {
  const { file } = await analysedFixture(block`
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:datatype xsd:string ] .
    ex:alice a ex:Person ; ex:name 1 .
  `);
  const at = file.document.text.indexOf('ex:alice');
  const changed = edited(file, { range: { start: at, end: at }, newText: 'ex:new a ex:Cat .\n' });
  const id = file.document.sources.termAt(file.document.text.indexOf('ex:S'))!.node.id;
  const { title, places } = countedLens(id, 'results', changed);
  expect(title).toBe('1 result before the last changes');
  expect(places.map(({ range }) => changed.document.text.slice(range.start, range.end))).toEqual(['1']);
});

test('data without shapes has none', async () => expect(await lensesOf('ex:a a ex:T .')).toEqual([]));

test('where they are wanted, each class and property that the file defines has one line with its uses, in queries too', async () => {
  const { file } = await analysedFixture(block`
    #- /ontology.ttl context:/data.ttl
    ex:Person a owl:Class ; rdfs:label "person" . ex:Person rdfs:comment "Again." .
    ex:age a owl:DatatypeProperty ; rdfs:domain ex:Person .
    ex:Unused a rdfs:Class .
    [] a owl:Class . ex:i a ex:Person . ex:mentioned rdfs:label "not defined" .
    ex:q sh:select "SELECT ?p { ?p a ex:Person }" .
    #- /data.ttl
    ex:ann a ex:Person ; ex:age 3 .
  `);
  const { document, documents } = file;
  const lenses = codeLenses(file, { uses: 'definitions' });
  const said = lenses.map(async ({ range: { start, end } }) => {
    const id = document.sources.termAt(start)!.node.id;
    const { title, places } = await countedUses(id, documents, new AbortController().signal);
    return `${document.text.slice(start, end)}: ${title} in ${new Set(places.map((each) => each.document.uri)).size} files`;
  });
  expect(await Promise.all(said)).toEqual([
    'ex:Person: 4 uses in 2 files',
    'ex:age: 1 use in 1 files',
    'ex:Unused: no uses in 0 files',
  ]);
  expect(codeLenses(file, { uses: 'off' })).toEqual([]);
  const all = codeLenses(file, { uses: 'subjects' }).map(({ range: { start, end } }) =>
    document.text.slice(start, end),
  );
  expect(all).toEqual(['ex:Person', 'ex:age', 'ex:Unused', 'ex:i', 'ex:mentioned', 'ex:q']);
});

/** The lines with the texts at the places that they lead to. */
async function lensesOf(text: string): Promise<readonly string[]> {
  const { file } = await analysedFixture(text);
  const { document } = file;
  return codeLenses(file, { uses: 'off' }).map(({ range: { start, end }, counts }) => {
    if (counts === 'trial') return `${document.text.slice(start, end)}: tried`;
    const id = document.sources.termAt(start)!.node.id;
    const { title, places } = countedLens(id, counts as ShapeLensSubject, file);
    const shown = places.map(({ range }) => document.text.slice(range.start, range.end));
    return `${document.text.slice(start, end)}: ${title} (${shown.join(' ')})`;
  });
}
