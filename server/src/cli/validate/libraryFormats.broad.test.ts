import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const jsonLd = `{
  "@context": ["context.jsonld", { "knows": { "@type": "@id" } }],
  "@graph": [
    { "id": "http://e.org/ann", "type": "Person", "age": "old", "knows": ["http://e.org/bob"] },
    { "type": "Person" }
  ]
}`;
const rdfXml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://example.org/ns#">
  <Person rdf:about="http://e.org/ann" xmlns:ex="http://example.org/ns#" ex:age="old">
    <knows rdf:resource="http://e.org/bob"/>
  </Person>
  <Person/>
</rdf:RDF>`;

const setup = {
  files: block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
      sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:minCount 1 ] ;
      sh:property [ sh:path ex:knows ; sh:nodeKind sh:BlankNode ] .`,
  texts: {
    '/data.jsonld': jsonLd,
    '/context.jsonld': '{ "@context": { "@vocab": "http://example.org/ns#", "id": "@id", "type": "@type" } }',
    '/data.rdf': rdfXml,
    '/shapes.jsonld': `{ "@context": { "sh": "http://www.w3.org/ns/shacl#", "ex": "http://example.org/ns#" },
  "@id": "ex:S", "sh:targetClass": { "@id": "ex:Person" },
  "sh:property": { "sh:path": { "@id": "ex:age" }, "sh:minCount": "one", "sh:in": { "@list": [1, 2] } } }`,
  },
};

const places = async (args: string, stdin?: string) => {
  const { out, err, code } = await runInMemory(args, { ...setup, ...(stdin !== undefined && { stdin }) });
  expect(err).toBe('');
  return [code, ...out.matchAll(/(?:^\w+\[(sh:\w+)\].*\n(?: {2}.*\n)*? {2}--> (\S+))/gm)].map((found) =>
    typeof found === 'object' ? `${found[2]} ${found[1]}` : found,
  );
};

test('a result is at the key, value or element that states it, otherwise at the node', async () => {
  expect(await places('validate data.jsonld --shapes shapes.ttl')).toMatchInlineSnapshot(`
    [
      1,
      "data.jsonld:4:58 sh:datatype",
      "data.jsonld:4:75 sh:nodeKind",
      "data.jsonld:5:5 sh:minCount",
    ]
  `);
  expect(await places('validate data.rdf --shapes shapes.ttl')).toMatchInlineSnapshot(`
    [
      1,
      "data.rdf:2:82 sh:datatype",
      "data.rdf:3:26 sh:nodeKind",
      "data.rdf:5:4 sh:minCount",
    ]
  `);
});

test('standard input is what --input-format says', async () => {
  const [, ...found] = await places('validate - --shapes shapes.ttl --input-format rdf-xml', rdfXml);
  const [, ...ofFile] = await places('validate data.rdf --shapes shapes.ttl');
  expect(found).toEqual(ofFile.map((line) => `${line}`.replace('data.rdf', '<stdin>')));
});

test('shapes are read from these formats, and lint offers no fix for them', async () => {
  expect(await places('validate data.rdf --shapes shapes.jsonld')).toMatchInlineSnapshot(`
    [
      1,
      "data.rdf:2:82 sh:in",
    ]
  `);
  const { out } = await runInMemory('lint shapes.jsonld --fix', setup);
  expect(out).toMatch(/^shapes\.jsonld:3:\d+: error: sh:minCount takes a whole number/);
  expect(out).not.toContain('fix:');
});

test('repair writes the value into JSON-LD where it stands', async () => {
  const { out, written } = await runInMemory('repair data.jsonld --shapes shapes.ttl --apply', {
    ...setup,
    texts: { ...setup.texts, '/data.jsonld': jsonLd.replace('"old"', '"12"') },
  });
  expect(out).toContain('repaired data.jsonld:4:58 sh:datatype');
  expect(written).toEqual({ '/data.jsonld': jsonLd.replace('"old"', '12') });
});

test('repair writes into RDF/XML, in its style', async () => {
  const { out, written } = await runInMemory('repair data.rdf --shapes shapes.ttl --apply', {
    ...setup,
    texts: { ...setup.texts, '/data.rdf': rdfXml.replace('"old"', '"12"') },
  });
  expect(out).toContain('repaired data.rdf:2:82 sh:datatype');
  expect(written).toEqual({
    '/data.rdf': rdfXml.replace(
      ' ex:age="old">\n    <knows rdf:resource="http://e.org/bob"/>',
      '>\n    <knows rdf:resource="http://e.org/bob"/>\n    <ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">12</ex:age>',
    ),
  });
});

test('a repair that RDF/XML has no text for is not made, and what helps is said', async () => {
  const { out } = await runInMemory('repair data.rdf --shapes shapes.ttl', {
    ...setup,
    files: block`
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path <http://example.org/ns#1> ; sh:hasValue "x" ] .`,
  });
  expect(out).toContain('Only by hand: ');
  expect(out).toContain(
    'cannot be the name of an element: its last part does not start with a letter. To have such repairs written, convert the file to Turtle.',
  );
});

test('a result at a node without a name keeps its reason when a repair before it takes an object away', async () => {
  const { out } = await runInMemory('repair more.jsonld --shapes shapes.ttl --apply', {
    ...setup,
    texts: {
      ...setup.texts,
      '/more.jsonld': `{ "@context": { "@vocab": "http://example.org/ns#", "age": { "@type": "http://www.w3.org/2001/XMLSchema#integer" } },
  "@graph": [{ "@id": "http://e.org/ann", "@type": "Person", "age": { "@value": "12" } }, { "@type": "Person" }] }`,
    },
  });
  expect(out).toContain('1 of 2 results repaired, 1 left');
  expect(out).toMatch(/^left more\.jsonld:2:\d+ sh:minCount .*: Only you know the value: /m);
});

test('a key that states nothing is a warning at the key, and the verdict is that of the rest', async () => {
  const { err, code } = await runInMemory('validate typo.jsonld --shapes shapes.ttl', {
    ...setup,
    texts: {
      '/typo.jsonld': `{ "@context": { "@vocab": "http://example.org/ns#", "knows": null },
  "@type": "Person", "age": 1, "@graf": [], "@id": "http://e.org/ann" }`,
    },
  });
  expect(code).toBe(0);
  expect(err).toMatch(
    /^typo\.jsonld:2:32: warning: '@graf' is not a keyword of JSON-LD, so its value is not read\. '@graph' may be meant\.$/m,
  );
});
