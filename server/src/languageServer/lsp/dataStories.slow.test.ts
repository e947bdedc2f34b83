/** JSON-LD and RDF/XML in an editor: what is wrong with them is shown where they state it, and nothing else is offered. */
import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { someOf } from '../../testing/runs.ts';
import type { WhyAnswer } from '../protocol/editor/protocol.ts';
import { EditorSession } from './editorSession.testing.ts';

let editor: EditorSession;

afterEach(() => editor.end());

const shapes = block`
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix ex: <http://example.org/> .

  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] .
`;

const jsonLd = block`
  {
    "@context": { "ex": "http://example.org/", "age": "ex:age", "name": "ex:name" },
    "@id": "ex:ann",
    "@type": "ex:Person",
    "age": "twelve"
  }
`;

const rdfXml = block`
  <?xml version="1.0"?>
  <!-- shapes: shapes.ttl -->
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/">
    <ex:Person rdf:about="http://example.org/ann">
      <ex:age>twelve</ex:age>
    </ex:Person>
  </rdf:RDF>
`;

const project = '{ "links": [{ "data": ["*.jsonld", "*.json"], "shapes": ["shapes.ttl"] }] }';

const linked = { 'shapes.ttl': shapes, 'shacl-repair.jsonc': project };

describe.each([
  {
    name: 'data.jsonld',
    text: jsonLd,
    places: { value: '"twelve"', node: '"ex:ann"', root: '"@context": { "ex"' },
    repaired: ['"twelve"', '12'],
    mended: ['"twelve"', '12, "name": "Ann"'],
    broken: ['"ex:Person",', '"ex:Person"'],
    error: ['" syntax'],
  },
  {
    name: 'data.rdf',
    text: rdfXml,
    places: { value: 'twelve', node: 'http://example.org/ann', root: '<?xml' },
    repaired: ['<ex:age>twelve', '<ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">12'],
    mended: [
      '<ex:age>twelve</ex:age>',
      `<ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">12</ex:age><ex:name>Ann</ex:name>`,
    ],
    broken: ['</ex:Person>', ''],
    error: ['http://example.org/ann sh:minCount', 'twelve sh:datatype', '> syntax'],
  },
] as const)('$name', ({ name, text, places: { value, node }, repaired, mended, broken, error }) => {
  const wrong = [`${node} sh:minCount`, `${value} sh:datatype`];

  test('results stand at nodes and values, with their reasons, until they are mended', async () => {
    editor = await EditorSession.start({ ...linked, [name]: text });
    expect(await editor.open(name)).toBe(2);
    await editor.shows(name, wrong);
    expect(await editor.hover(name, value)).toContain('must be a valid literal of datatype xsd:integer');
    const fixes = await editor.quickFixes(name, value);
    expect(fixes.map(({ title }) => title)).toEqual([
      'Change "twelve" to 12 (as XML Schema writes it)',
      'Remove "twelve" as ex:age of ex:ann',
      'Convert to Turtle, where every repair can be written',
    ]);
    const why = await editor.client.request<WhyAnswer>('shaclRepair/why', {
      uri: editor.uri(name),
      position: editor.range(name, value).start,
    });
    expect(why).toMatchObject([{ message: expect.stringContaining('not xsd:integer: "twelve"') }]);

    await editor.choose(fixes, fixes[0]!.title);
    expect(editor.text(name)).toBe(text.replace(repaired[0], repaired[1]));
    await editor.shows(name, [`${node} sh:minCount`]);
    await editor.replace(name, text);
    await editor.shows(name, wrong);
    await editor.type(name, mended[0], mended[1]);
    await editor.shows(name, []);
    expect(await editor.validated(name)).toBe(0);
    await editor.type(name, mended[1], mended[0]);
    await editor.shows(name, wrong);
    await editor.client.close(editor.uri(name));
    await editor.shows(name, []);
  });

  test('it is converted to Turtle with its links, where the same is wrong', async () => {
    editor = await EditorSession.start({ ...linked, [name]: text });
    await editor.open(name);
    await editor.shows(name, wrong);
    const convert = 'Convert to Turtle, where every repair can be written';
    await editor.choose(await editor.quickFixes(name, value), convert);
    expect(editor.text('data.ttl')).toBe(block`
      # shapes: shapes.ttl

      @prefix ex: <http://example.org/> .

      ex:ann a ex:Person ;
        ex:age "twelve" .
    `);
    expect(await editor.open('data.ttl')).toBe(2);
    await editor.choose(await editor.quickFixes(name, value), convert);
    await editor.client.until(() => editor.client.messages.length > 0, 20_000, 'message');
    expect(editor.client.messages).toEqual([
      expect.stringContaining('No Turtle file was written: there is one'),
    ]);
  });

  test('a syntax error stands where reading ends', async () => {
    editor = await EditorSession.start({ ...linked, [name]: text });
    await editor.open(name);
    await editor.type(name, broken[0], broken[1]);
    await editor.shows(name, error);
    await editor.replace(name, text);
    await editor.shows(name, wrong);
  });

  test('what needs Turtle is not offered', async () => {
    editor = await EditorSession.start({ ...linked, [name]: text });
    await editor.open(name);
    const textDocument = { uri: editor.uri(name) };
    const range = editor.range(name, value);
    const position = range.start;
    const options = { tabSize: 2, insertSpaces: true };
    const asked = {
      'textDocument/completion': { position },
      'textDocument/definition': { position },
      'textDocument/references': { position, context: { includeDeclaration: true } },
      'textDocument/documentHighlight': { position },
      'textDocument/documentSymbol': {},
      'textDocument/foldingRange': {},
      'textDocument/selectionRange': { positions: [position] },
      'textDocument/semanticTokens/full': {},
      'textDocument/semanticTokens/range': { range },
      'textDocument/inlayHint': { range },
      'textDocument/codeLens': {},
      'textDocument/documentLink': {},
      'textDocument/prepareCallHierarchy': { position },
      'textDocument/formatting': { options },
      'textDocument/rangeFormatting': { range, options },
      'textDocument/onTypeFormatting': { position, ch: '.', options },
      'textDocument/prepareRename': { position },
      'textDocument/rename': { position, newName: 'ex:bob' },
      'shaclRepair/organizePrefixes': {},
      'shaclRepair/sortStatements': {},
    };
    for (const [method, params] of Object.entries(asked)) {
      const answer = await editor.client.request(method, { textDocument, ...params });
      expect(answer, method).toBeNull();
    }
    expect(editor.client.log.filter((line) => line.includes('Error'))).toEqual([]);
  });
});

test('a context at an address is one problem, which says how to store it', async () => {
  const text = jsonLd.replace(/\{ "ex".*\}/, '"https://schema.org/"');
  editor = await EditorSession.start({ ...linked, 'data.jsonld': text });
  await editor.open('data.jsonld');
  const { message } = await editor.problemAt('data.jsonld', '"https://schema.org/"');
  expect(message).toBe(
    "The context https://schema.org/ can't be read: nothing is fetched. Save it with the quick fix Save Context… or with 'shacl-repair imports --fetch' for this file, or write the name of a file here.",
  );
  await editor.shows('data.jsonld', ['"https://schema.org/" syntax']);
});

test.each(
  someOf([
    ['https://www.w3.org/ns/credentials/v2', 'VerifiableCredential', '"validFrom": "soon"', '"soon" literal'],
    ['https://www.w3.org/ns/activitystreams', 'Person', '"published": "soon"', '"soon" literal'],
    ['https://w3id.org/ro/crate/1.1/context', 'Person', '"affiliation": "a", "job": "b"', '"job" syntax'],
    ['https://w3id.org/ro/crate/1.2/context', 'Person', '"affiliation": "a", "job": "b"', '"job" syntax'],
  ] as const),
)('a context that comes with the product needs no file: %s', async (context, type, entries, shown) => {
  const text = `{ "@context": ["${context}", { "ex": "http://example.org/" }],
  "@id": "ex:ann", "@type": ["${type}", "ex:Person"], "ex:name": "Ann", ${entries}, "ex:age": "x" }`;
  editor = await EditorSession.start({ ...linked, 'data.jsonld': text });
  await editor.open('data.jsonld');
  await editor.shows('data.jsonld', [shown, '"x" sh:datatype']);
});

test('a context file is followed, on disk and open', async () => {
  const context = (iri: string) => `{ "@context": { "ex": "http://example.org/", "age": "${iri}" } }`;
  const text =
    '{ "@context": "context.jsonld", "@id": "ex:ann", "@type": "ex:Person", "ex:name": "Ann", "age": "x" }';
  editor = await EditorSession.start({ ...linked, 'data.jsonld': text, 'context.jsonld': context('ex:age') });
  await editor.open('data.jsonld');
  await editor.shows('data.jsonld', ['"x" sh:datatype']);
  writeFileSync(new URL(editor.uri('context.jsonld')), '{');
  await editor.client.fileChanged(editor.uri('context.jsonld'));
  await editor.shows('data.jsonld', ['"context.jsonld" syntax']);
  await editor.client.open(editor.uri('context.jsonld'), context('ex:age'));
  await editor.shows('data.jsonld', ['"x" sh:datatype']);
  await editor.client.replace(editor.uri('context.jsonld'), context('ex:years'));
  await editor.shows('data.jsonld', []);
});

test('JSON and XML are left alone as long as they hold no RDF', async () => {
  const plain = '{ "name": "Ann", "dependencies": {';
  editor = await EditorSession.start({
    ...linked,
    'a.json': plain,
    'b.xml': '<a><b></a>',
    'c.jsonld': jsonLd,
  });
  await editor.client.open(editor.uri('a.json'), plain);
  await editor.client.open(editor.uri('b.xml'), '<a><b></a>');
  await editor.open('c.jsonld');
  expect(editor.client.diagnostics(editor.uri('a.json'))).toEqual([]);
  expect(editor.client.diagnostics(editor.uri('b.xml'))).toEqual([]);
  expect([...editor.client.statuses.keys()]).toEqual([editor.uri('c.jsonld')]);
  await editor.replace('a.json', jsonLd);
  await editor.shows('a.json', ['"ex:ann" sh:minCount', '"twelve" sh:datatype']);
});
