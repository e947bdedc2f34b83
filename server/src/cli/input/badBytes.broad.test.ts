/** Files that are not what their names say, are cut off, mix encodings, are very deep or very large: each is named, or read. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const iri = '<http://e.org/a>';
const line = `${iri} <http://e.org/p> "x" .\n`;
const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const xml = (inside: string, above = '') =>
  `${above}<rdf:RDF ${rdf} xmlns:e="http://e.org/">${inside}</rdf:RDF>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const many = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

const notUtf8 = /Standard input is not UTF-8 text\. Save it as UTF-8/;

/** Each is read as standard input with a name. `''` stands for what is read without a message. */
const inputs: readonly (readonly [
  name: string,
  file: string,
  text: string | Uint8Array,
  message: RegExp | '',
])[] = [
  [
    'JSON-LD in RDF/XML',
    'a.rdf',
    '{ "@id": "http://e.org/a" }',
    /^a\.rdf:1:1: This is JSON-LD, in a file that is named as RDF\/XML\. Rename it to end in \.jsonld/,
  ],
  [
    'RDF/XML in JSON-LD',
    'a.jsonld',
    xml(''),
    /^a\.jsonld:1:1: This is RDF\/XML, in a file that is named as JSON-LD\. Rename it to end in \.rdf/,
  ],
  [
    'Turtle in JSON-LD',
    'a.jsonld',
    line,
    /^a\.jsonld:1:1: This is Turtle, in a file that is named as JSON-LD\. Rename it to end in \.ttl\./,
  ],
  [
    'Turtle in N-Triples',
    'a.nt',
    '@prefix e: <http://e.org/> .\ne:a e:p 1 .',
    /^a\.nt:1:1: This is Turtle, in a file that is named as N-Triples/,
  ],
  [
    'Turtle in N-Quads',
    'a.nq',
    'PREFIX e: <http://e.org/>\ne:a e:p 1 .',
    /^a\.nq:1:1: This is Turtle, in a file that is named as N-Quads/,
  ],
  [
    'TriG in N-Quads',
    'a.nq',
    `${iri} { ${line} }`,
    /^a\.nq:1:18: This is TriG, in a file that is named as N-Quads/,
  ],
  [
    'N-Quads in N-Triples',
    'a.nt',
    line.replace(' .', ` ${iri} .`),
    /^a\.nt:1:39: This is N-Quads, in a file that is named as N-Triples/,
  ],
  [
    'N-Quads in TriG',
    'a.trig',
    line.replace(' .', ` ${iri} .`),
    /^a\.trig:1:39: This is N-Quads, in a file that is named as TriG/,
  ],
  ['N-Triples in Turtle', 'a.ttl', line, ''],
  ['Turtle in TriG', 'a.trig', '@prefix e: <http://e.org/> . e:a e:p 1 .', ''],
  [
    'JSON lines in JSON-LD',
    'a.jsonld',
    '{ "@id": "http://e.org/a" }\n{ "@id": "http://e.org/b" }',
    /^a\.jsonld:2:1: This is not JSON: the end of the text is expected/,
  ],
  ['YAML in JSON-LD', 'a.jsonld', '"@id": http://e.org/a\n', /^a\.jsonld:1:6: This is not JSON: /],
  [
    'HTML in Turtle',
    'a.ttl',
    '<!DOCTYPE html><html><body>Sign in</body></html>',
    /^a\.ttl:1:10: This is an HTML page, /,
  ],
  ['a ZIP archive in Turtle', 'a.ttl', Buffer.from('504b03040a0000000000ff00', 'hex'), notUtf8],
  ['a picture in RDF/XML', 'a.rdf', Buffer.from('89504e470d0a1a0a', 'hex'), notUtf8],
  ['gzip without its name', 'a.ttl', gzipSync(line), ''],
  ['gzip in gzip', 'a.ttl.gz', gzipSync(gzipSync(line)), notUtf8],
  [
    'gzip cut off in its header',
    'a.nt.gz',
    gzipSync(line).subarray(0, 6),
    /standard input can't be unpacked: it is cut off/,
  ],
  [
    'gzip cut off in N-Quads',
    'a.nq.gz',
    gzipSync(line.repeat(500)).subarray(0, 50),
    /standard input can't be unpacked: it is cut off/,
  ],
  [
    'gzip with garbage behind it',
    'a.ttl.gz',
    Buffer.concat([gzipSync(line), Buffer.from('garbage')]),
    /standard input can't be unpacked: it is damaged/,
  ],
  [
    'gzip of a cut text',
    'a.ttl.gz',
    gzipSync(line.slice(0, 30)),
    /^a\.ttl\.gz:1:18: The IRI '<http:\/\/e\.org' is not closed/,
  ],
  ['UTF-16 in Turtle', 'a.ttl', utf16(line), notUtf8],
  ['UTF-16 in JSON-LD', 'a.jsonld', utf16('{ "@id": "http://e.org/a" }'), notUtf8],
  ['UTF-16 in RDF/XML', 'a.rdf', utf16(xml('', '<?xml version="1.0" encoding="UTF-16"?>')), notUtf8],
  ['Latin-1 in Turtle', 'a.ttl', Buffer.from(line.replace('x', '\u00e4'), 'latin1'), notUtf8],
  ['Latin-1 in N-Quads', 'a.nq', Buffer.from(line.replace('x', '\u00e4'), 'latin1'), notUtf8],
  [
    'Latin-1 that RDF/XML declares',
    'a.rdf',
    Buffer.from(xml('<e:T e:p="\u00e4"/>', '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1'),
    notUtf8,
  ],
  [
    'a line of Latin-1 in UTF-8',
    'a.ttl',
    Buffer.concat([Buffer.from(line), Buffer.from(line.replace('x', '\u00e4'), 'latin1')]),
    notUtf8,
  ],
  ['a byte order mark in Turtle', 'a.ttl', `\ufeff${line}`, ''],
  ['a byte order mark in TriG', 'a.trig', `\ufeff${iri} { ${line} }`, ''],
  ['a byte order mark in N-Quads', 'a.nq', `\ufeff${line}`, ''],
  [
    'a byte order mark in JSON-LD',
    'a.jsonld',
    '\ufeff{ "@id": "http://e.org/a", "@type": "http://e.org/T" }',
    '',
  ],
  ['a byte order mark in RDF/XML', 'a.rdf', `\ufeff${xml('<e:T/>')}`, ''],
  [
    'a byte order mark between files put together',
    'a.nt',
    `${line}\ufeff${line}`,
    /^a\.nt:2:1: Expected a statement, found '\\u\{feff\}'/,
  ],
  [
    'NUL characters in Turtle',
    'a.ttl',
    `${line}\0\0\0`,
    /^a\.ttl:2:1: Expected a statement, found '\\u\{0\}/,
  ],
  [
    'NUL characters in JSON-LD',
    'a.jsonld',
    '{ "@id": "http://e.org/a\0" }',
    /^a\.jsonld:1:10: This is not JSON: /,
  ],
  ['lone surrogates in JSON-LD', 'a.jsonld', '{ "@id": "http://e.org/a", "http://e.org/p": "\\ud800" }', ''],
  [
    'TriG cut off in a block',
    'a.trig',
    `${iri} { ${line}`,
    /^a\.trig:2:1: Expected '\}' at the end of the graph block/,
  ],
  [
    'TriG with a block too many closed',
    'a.trig',
    `${iri} { ${line} } }`,
    /^a\.trig:2:4: This '\}' closes no graph block\. Remove it/,
  ],
  [
    'N-Quads cut off in a line',
    'a.nq',
    line + line.slice(0, 30),
    /^a\.nq:2:18: The IRI '<http:\/\/e\.org' is not closed/,
  ],
  ['10,000 graphs in TriG', 'a.trig', many(10_000, (i) => `<urn:g${i}> { <urn:s> <urn:p> ${i} }\n`), ''],
  ['10,000 graphs in N-Quads', 'a.nq', many(10_000, (i) => `<urn:s> <urn:p> "${i}" <urn:g${i}> .\n`), ''],
  [
    '1,000 graphs in JSON-LD',
    'a.jsonld',
    `[${many(1000, (i) => `${i ? ',' : ''}{ "@id": "urn:g${i}", "@graph": { "@id": "urn:s", "urn:p": ${i} } }`)}]`,
    '',
  ],
  ['2,000 keys in JSON-LD', 'a.jsonld', `{ "@id": "urn:a"${many(2000, (i) => `, "urn:p${i}": ${i}`)} }`, ''],
  [
    'deep brackets in Turtle',
    'a.ttl',
    `<urn:a> <urn:p> ${'[ <urn:p> '.repeat(20_000)}`,
    /^a\.ttl:1:200016: Expected an object after '<urn:p>'/,
  ],
  [
    'deep lists in TriG',
    'a.trig',
    `<urn:g> { <urn:a> <urn:p> ${'( '.repeat(20_000)} }`,
    /^a\.trig:1:40028: Expected '\)'/,
  ],
  [
    'deep triple terms',
    'a.nt',
    `<urn:a> <urn:p> ${'<<( <urn:a> <urn:p> '.repeat(5000)} .`,
    /^a\.nt:1:1297: Triples are nested too deeply here/,
  ],
  [
    'a key twice in a context',
    'a.jsonld',
    '{ "@context": { "a": "urn:a", "a": "urn:b" }, "a": 1 }',
    /^a\.jsonld:1:31: The key "a" occurs twice/,
  ],
  [
    '@id twice',
    'a.jsonld',
    '{ "@id": "urn:a", "@id": "urn:b", "urn:p": 1 }',
    /^a\.jsonld:1:19: The key "@id" occurs twice/,
  ],
  ['an attribute twice', 'a.rdf', xml('<e:T e:p="1" e:p="2"/>'), /^a\.rdf:1:111: Duplicate attribute/],
  [
    'rdf:ID twice',
    'a.rdf',
    xml('<e:T rdf:ID="a"/><e:T rdf:ID="a"/>'),
    /^a\.rdf:1:108: Found multiple occurrences of rdf:ID=/,
  ],
  ['NaN in JSON', 'a.jsonld', '{ "@id": "urn:a", "urn:p": NaN }', /^a\.jsonld:1:28: This is not JSON: /],
  [
    'a remote context inside of a term',
    'a.jsonld',
    '{ "@context": { "p": { "@id": "urn:p", "@context": "https://e.org/c" } }, "p": { "p": 1 } }',
    /^a\.jsonld:1:52: The context https:\/\/e\.org\/c can't be read: nothing is fetched/,
  ],
  [
    'a remote context that is imported',
    'a.jsonld',
    '{ "@context": { "@import": "https://e.org/c" }, "urn:p": 1 }',
    /^a\.jsonld:1:28: The context https:\/\/e\.org\/c can't be read: nothing is fetched/,
  ],
  [
    'a context of an unknown kind of address',
    'a.jsonld',
    '{ "@context": "ftp://e.org/c", "urn:p": 1 }',
    /^a\.jsonld:1:15: The context ftp:\/\/e\.org\/c can't be read: nothing is fetched/,
  ],
  [
    'a list of remote contexts',
    'a.jsonld',
    '{ "@context": [{}, "http://localhost:1/c"], "urn:p": 1 }',
    /^a\.jsonld:1:20: The context http:\/\/localhost:1\/c can't be read: nothing is fetched/,
  ],
  ['an external DTD', 'a.rdf', xml('<e:T/>', '<!DOCTYPE rdf:RDF SYSTEM "http://localhost:1/a.dtd">'), ''],
  [
    'an external parameter entity',
    'a.rdf',
    xml('<e:T/>', '<!DOCTYPE r [ <!ENTITY % a SYSTEM "http://localhost:1/"> %a; ]>'),
    '',
  ],
  [
    'an entity of a million uses',
    'a.rdf',
    xml(
      `<e:T><e:p>${'&a;'.repeat(20_000)}</e:p></e:T>`,
      `<!DOCTYPE r [ <!ENTITY a "${'x'.repeat(1000)}"> ]>`,
    ),
    /^a\.rdf:1:15: The entity a makes too much text of little/,
  ],
  [
    'an entity that contains itself',
    'a.rdf',
    xml('<e:T><e:p>&a;</e:p></e:T>', '<!DOCTYPE r [ <!ENTITY a "&a;"> ]>'),
    /^a\.rdf:1:15: The entity a makes too much text of little/,
  ],
  [
    'an entity that is not declared',
    'a.rdf',
    xml('<e:T><e:p>&nbsp;</e:p></e:T>'),
    /^a\.rdf:1:105: Undefined entity\./,
  ],
  ['a namespace that is not declared', 'a.rdf', xml('<x:T/>'), /^a\.rdf:1:95: Unbound namespace prefix: "x"/],
  [
    'XInclude',
    'a.rdf',
    xml('<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="http://localhost:1/"/>'),
    '',
  ],
  [
    'a style sheet at an address',
    'a.rdf',
    xml('<e:T/>', '<?xml-stylesheet href="http://localhost:1/a.xsl"?>'),
    '',
  ],
  ['a line of a million characters', 'a.nt', `<urn:a> <urn:p> "${'x'.repeat(1_000_000)}" .`, ''],
];

test.each(inputs)('%s', async (_, file, text, message) => {
  const lines = file === 'a.nt' ? 'b.nq' : 'b.nt';
  const to = file.startsWith('a.ttl') || text.length > 50_000 ? lines : '-';
  const setup = { files: '', stdin: text };
  const { code, out, err, written } = await runInMemory(`convert - ${to} --stdin-filename ${file}`, setup);
  if (message === '') {
    expect([code, err.replace(/^b\.n[tq]: [\d,]+ triples?\.\n$/, '')]).toEqual([0, '']);
    return;
  }
  expect(err).toMatch(message);
  expect([code, out, written]).toEqual([2, '', {}]);
});
