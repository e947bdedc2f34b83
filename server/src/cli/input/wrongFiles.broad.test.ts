import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const setup = {
  files: block`
    #- /data.ttl
    ex:a a ex:Person .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`,
  texts: {
    '/empty.ttl': '',
    '/prefixes.ttl': '@prefix sh: <http://www.w3.org/ns/shacl#> .\n',
    '/jsonld.ttl': '{ "@context": {}, "@id": "http://e.org/a" }',
    '/plain.json': '{ "name": "Ann" }',
    '/cut.jsonld': '{ "@id": "http://e.org/a",\n  "http://e.org/p": [1, ',
    '/empty.jsonld': '\n',
    '/comma.jsonld': '{ "@id": "http://e.org/a",\n}',
    '/twice.jsonld': '{ "@id": "http://e.org/a",\n  "ex:a": 1,\n  "ex:a": 2 }',
    '/deep.jsonld': '{"http://e.org/p":['.repeat(20_000),
    '/id.jsonld': '{ "@id": 1 }',
    '/remote.jsonld': '{\n  "@context": "https://schema.org/", "name": "Ann" }',
    '/far.jsonld': '{ "@context": "/etc/passwd", "name": "Ann" }',
    '/rdf.ttl': '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    '/page.xml': '<?xml version="1.0"?>\n<note><to/></note>',
    '/cut.rdf':
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n<rdf:Description rdf:about="',
    '/open.rdf': '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n  <rdf:Description>',
    '/bomb.owl': block`
      <!DOCTYPE rdf:RDF [ <!ENTITY a "aaaaaaaaaa"> <!ENTITY b "&a;&a;&a;&a;&a;"> ]>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&b;</rdf:RDF>`,
    '/elsewhere.owl': '<!DOCTYPE r [ <!ENTITY a SYSTEM "file:///etc/passwd"> ]>\n<r>&a;</r>',
    '/deep.rdf': `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${'<rdf:Bag>'.repeat(30_000)}`,
    '/turtle.owl': '<http://e.org/a> <http://e.org/p> 1',
    '/people.csv': 'id,name\n1,Ann\n',
    '/query.ttl': 'PREFIX ex: <http://e.org/>\nSELECT * WHERE { ?s ex:p ?o }\n',
    '/mapping.ttl': 'prefixes:\n  ex: http://e.org/\nmappings:\n  - a\n',
    '/compact.ttl': 'PREFIX ex: <http://e.org/>\n\nshape ex:S -> ex:Person {\n  ex:name [1..1] .\n}\n',
    '/rules.n3': '@prefix : <http://e.org/> .\n{ ?a :p ?b } => { ?b :q ?a } .',
    '/facts.n3': '@prefix : <http://e.org/> .\n:a :p 1 . :a = :b .',
    '/rdfa.html':
      '<!DOCTYPE html><html vocab="https://schema.org/"><p typeof="Person" property="name">Ann</p>',
    '/page.html': '<!DOCTYPE html><html><p>Ann</p>',
    '/talis.rj': '{ "http://e.org/a": { "http://e.org/p": [ { "value": "1", "type": "literal" } ] } }',
    '/data.n3': '<http://e.org/g> { <http://e.org/a> <http://e.org/p> 1 . }',
  },
};

test.each([
  ['data.ttl --shapes empty.ttl', 3, /^data\.ttl: warning: empty\.ttl states nothing, .*\n$/],
  ['data.ttl --shapes prefixes.ttl', 3, /^data\.ttl: warning: prefixes\.ttl states nothing, .*\n$/],
  ['data.ttl --shapes data.ttl', 3, /^data\.ttl: warning: data\.ttl has no shapes, .*sh:NodeShape\.\n$/],
  [
    'shapes.ttl --shapes data.ttl',
    3,
    /^shapes\.ttl: warning: This file has shapes, and data\.ttl has none: they were probably swapped\./,
  ],
  [
    'jsonld.ttl --shapes shapes.ttl',
    2,
    /^jsonld\.ttl:1:1: error: This is JSON-LD, .* Rename it to end in \.jsonld/,
  ],
  ['plain.json --shapes shapes.ttl', 2, /^plain\.json:1:1: error: This is JSON, but not JSON-LD: /],
  ['cut.jsonld --shapes shapes.ttl', 2, /^cut\.jsonld:2:21: error: The text ends before this is closed: /],
  ['empty.jsonld --shapes shapes.ttl', 2, /^empty\.jsonld:2:1: error: The text is empty: /],
  [
    'comma.jsonld --shapes shapes.ttl',
    2,
    /^comma\.jsonld:2:1: error: This is not JSON: a key in double quotes/,
  ],
  ['twice.jsonld --shapes shapes.ttl', 2, /^twice\.jsonld:3:3: error: The key "ex:a" occurs twice/],
  [
    'deep.jsonld --shapes shapes.ttl',
    2,
    /^deep\.jsonld:1:\d+: error: Values that are nested more than 500 levels deep/,
  ],
  ['id.jsonld --shapes shapes.ttl', 2, /^id\.jsonld:1:10: error: Found illegal @id '1'/],
  [
    'remote.jsonld --shapes shapes.ttl',
    2,
    /^remote\.jsonld:2:15: error: The context https:\/\/schema\.org\/ can't be read: nothing is fetched\. Save it /,
  ],
  [
    'far.jsonld --shapes shapes.ttl',
    2,
    /^far\.jsonld:1:15: error: .* file:\/\/\/etc\/passwd can't be read: nothing is fetched/,
  ],
  ['rdf.ttl --shapes shapes.ttl', 2, /^rdf\.ttl:1:1: error: This is RDF\/XML, .* Rename it to end in \.rdf/],
  ['page.xml --shapes shapes.ttl', 2, /^page\.xml:2:2: error: This is XML, but not RDF\/XML: .* <note> /],
  ['cut.rdf --shapes shapes.ttl', 2, /^cut\.rdf:1:2: error: Unclosed tag: rdf:RDF\./],
  ['open.rdf --shapes shapes.ttl', 2, /^open\.rdf:2:4: error: Unclosed tag: rdf:Description\./],
  ['bomb.owl --shapes shapes.ttl', 2, /^bomb\.owl:1:46: error: The entity b makes too much text/],
  ['elsewhere.owl --shapes shapes.ttl', 2, /^elsewhere\.owl:1:15: error: .* nothing is fetched/],
  [
    'deep.rdf --shapes shapes.ttl',
    2,
    /^deep\.rdf:1:\d+: error: Elements that are nested more than 2000 levels deep/,
  ],
  ['turtle.owl --shapes shapes.ttl', 2, /^turtle\.owl:1:36: error: /],
  ['people.csv --shapes shapes.ttl', 2, /^people\.csv:1:1: error: This is a table \(CSV or TSV\), /],
  ['query.ttl --shapes shapes.ttl', 2, /^query\.ttl:2:1: error: This is SPARQL, .* A query is not data: /],
  ['mapping.ttl --shapes shapes.ttl', 2, /^mapping\.ttl:1:1: error: This is YAML, /],
  [
    'compact.ttl --shapes shapes.ttl',
    2,
    /^compact\.ttl:3:1: error: This is the compact syntax of SHACL, .* shacl parse --out=rdf compact\.ttl/,
  ],
  ['rules.n3 --shapes shapes.ttl', 2, /^rules\.n3:2:1: error: This is Notation3 .* run its rules first/],
  ['facts.n3 --shapes shapes.ttl', 2, /^facts\.n3:2:14: error: This is Notation3 /],
  ['rdfa.html --shapes shapes.ttl', 2, /^rdfa\.html:1:10: error: This is an HTML page with RDFa, .*rapper /],
  ['page.html --shapes shapes.ttl', 2, /^page\.html:1:10: error: This is an HTML page, .* the download/],
  ['talis.rj --shapes shapes.ttl', 2, /^talis\.rj:1:1: error: This is RDF\/JSON, .*riot /],
  ['data.n3 --shapes shapes.ttl', 2, /^data\.n3:1:18: error: This is TriG.*Rename it to end in \.trig/],
])('validate %s', async (args, code, message) => {
  const { code: found, err, out } = await runInMemory(`validate ${args}`, setup);
  expect(err).toMatch(message);
  expect(err.match(/error|warning/g)).toHaveLength(1);
  expect(out).not.toMatch(/error:|warning:/);
  expect(found).toBe(code);
});

test.each([
  'ex: a ex:Person .',
  'PREFIX ex: <http://e.org/>\nshape:a a ex:Shape .',
  'PREFIX ex: <http://e.org/>\nex:a a ex:Shape ; select:b 1 .',
])('Turtle with a mistake is not called something else: %s', async (text) => {
  const { err } = await runInMemory('validate a.ttl', { files: '', texts: { '/a.ttl': text } });
  expect(err).toMatch(/ error: Prefix /);
});

test.each(['validate', 'repair'])('%s data.ttl shapes.ttl', async (command) => {
  const { code, err } = await runInMemory(`${command} data.ttl shapes.ttl`, setup);
  expect(err).toMatch(
    /^data\.ttl: warning: No shapes are linked.* Of the files given, shapes\.ttl has shapes: give it as --shapes/,
  );
  expect(code).toBe(3);
});

describe('files and standard input that gzip has packed', () => {
  const person = '<http://example.org/ns#a> a <http://example.org/ns#Person> .';
  const quads = person.replace(' a ', ' <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ');
  const packed = (files: Readonly<Record<string, Uint8Array>>) => ({
    ...setup,
    unreadable: Object.fromEntries(Object.keys(files).map((name) => [`/${name}`, 'binary' as const])),
    pipes: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/workspace/${name}`, bytes])),
  });

  test.each([
    ['a.ttl.gz', person],
    ['a.nq.gz', quads.replace(/\.$/, '<http://e.org/g> .')],
    ['a.trig.gz', `<http://e.org/g> { ${person} }`],
    ['a.jsonld.gz', '{ "@id": "http://example.org/ns#a", "@type": "http://example.org/ns#Person" }'],
    [
      'a.rdf.gz',
      '<rdf:RDF xmlns="http://example.org/ns#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Person/></rdf:RDF>',
    ],
  ])('%s is read as what its name says', async (name, text) => {
    const { out, err, code } = await runInMemory(
      `validate ${name} --shapes shapes.ttl`,
      packed({ [name]: gzipSync(text) }),
    );
    expect(err).toBe('');
    expect(out).toContain('sh:minCount');
    expect(code).toBe(1);
  });

  test('shapes, context and standard input as well', async () => {
    const given = packed({
      's.ttl.gz': gzipSync(
        '<urn:S> a <http://www.w3.org/ns/shacl#NodeShape> ; <http://www.w3.org/ns/shacl#targetClass> <urn:C> ; <http://www.w3.org/ns/shacl#class> <urn:D> .',
      ),
      'o.nt.gz': gzipSync('<urn:D1> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:D> .\n'),
    });
    const stdin = gzipSync('<urn:a> a <urn:C>, <urn:D1> .');
    const run = (args: string) => runInMemory(`validate - --shapes s.ttl.gz ${args}`, { ...given, stdin });
    expect((await run('')).code).toBe(1);
    expect(await run('--context o.nt.gz')).toMatchObject({ code: 0, err: '' });
  });

  test.each([
    ['cut off', gzipSync(person.repeat(99)).subarray(0, 60), /a\.ttl\.gz can't be unpacked: it is cut off/],
    ['damaged', Buffer.from([...gzipSync(person).subarray(0, -8), ...Buffer.alloc(8)]), /it is damaged/],
    ['a bomb', gzipSync(Buffer.alloc(40_000_000, ' ')), /it unpacks to more than 250 times its size/],
    ['no UTF-8', gzipSync(Buffer.from([0x22, 0xff, 0xfe])), /a\.ttl\.gz is not UTF-8 text/],
  ])('%s', async (_, bytes, message) => {
    const { out, err, code } = await runInMemory(
      'validate a.ttl.gz --shapes shapes.ttl',
      packed({ 'a.ttl.gz': bytes }),
    );
    expect(err).toMatch(message);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  test.each([
    [
      'cut off',
      gzipSync(person.repeat(99)).subarray(0, 60),
      "can't be read: it is cut off: its end is missing.",
    ],
    ['a bomb', gzipSync(Buffer.alloc(40_000_000, ' ')), 'it unpacks to more than 250 times its size'],
    ['no UTF-8', gzipSync(Buffer.from([0x22, 0xff, 0xfe])), 'is not UTF-8 text'],
  ])('%s, beside another file, which is validated', async (_, bytes, message) => {
    const { out, err, code } = await runInMemory(
      'validate a.ttl.gz b.ttl.gz --shapes shapes.ttl',
      packed({ 'a.ttl.gz': bytes, 'b.ttl.gz': gzipSync(person) }),
    );
    expect(err).toContain('a.ttl.gz');
    expect(err).toContain(message);
    expect(out).toContain('sh:minCount');
    expect(code).toBe(2);
  });

  test('repairs can be listed, and are not written', async () => {
    const shapes = `${setup.files} sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`;
    const text = '@prefix ex: <http://example.org/ns#> . ex:a a ex:Person ; ex:name "Ann" ; ex:age "4" .';
    const given = { ...packed({ 'a.ttl.gz': gzipSync(text) }), files: shapes.replace('] . sh', '] ; sh') };
    expect((await runInMemory('repair a.ttl.gz --shapes shapes.ttl', given)).out).toContain('4');
    const { err, code, written } = await runInMemory('repair a.ttl.gz --shapes shapes.ttl --apply', given);
    expect(written).toEqual({});
    expect(err).toMatchInlineSnapshot(`
      "shacl-repair repair: a.ttl.gz is packed, and only read. Unpack it to change it.
      See 'shacl-repair repair --help'.
      "
    `);
    expect(code).toBe(2);
  });
});
