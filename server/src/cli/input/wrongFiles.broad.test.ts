import { expect, test } from 'vitest';
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
    '/data.jsonld': '{ "@context": {}, "@id": "http://e.org/a" }',
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
    '/data.n3': '<http://e.org/g> { <http://e.org/a> <http://e.org/p> 1 . }',
  },
};

test.each([
  ['data.ttl --shapes empty.ttl', 3, /^data\.ttl: warning: empty\.ttl is empty: .*\n$/],
  ['data.ttl --shapes data.ttl', 3, /^data\.ttl: warning: data\.ttl has no shapes, .*sh:NodeShape\.\n$/],
  [
    'shapes.ttl --shapes data.ttl',
    3,
    /^shapes\.ttl: warning: This file has shapes, and data\.ttl has none: they were probably swapped\./,
  ],
  [
    'data.jsonld --shapes shapes.ttl',
    2,
    /^data\.jsonld:1:1: error: This is JSON-LD, .*riot --output=turtle data\.jsonld/,
  ],
  ['rdf.ttl --shapes shapes.ttl', 2, /^rdf\.ttl:1:1: error: This is RDF\/XML, .* Rename it to end in \.rdf/],
  ['page.xml --shapes shapes.ttl', 2, /^page\.xml:2:2: error: This is XML, but not RDF\/XML: .* <note> /],
  ['cut.rdf --shapes shapes.ttl', 2, /^cut\.rdf:1:2: error: Unclosed tag: rdf:RDF\./],
  ['open.rdf --shapes shapes.ttl', 2, /^open\.rdf:2:4: error: Unclosed tag: rdf:Description\./],
  ['bomb.owl --shapes shapes.ttl', 2, /^bomb\.owl:1:46: error: The entity b makes too much text/],
  ['elsewhere.owl --shapes shapes.ttl', 2, /^elsewhere\.owl:1:15: error: .* nothing is fetched/],
  ['deep.rdf --shapes shapes.ttl', 2, /^deep\.rdf:1:\d+: error: Elements are nested more than 2000 deep/],
  ['turtle.owl --shapes shapes.ttl', 2, /^turtle\.owl:1:36: error: /],
  ['data.n3 --shapes shapes.ttl', 2, /^data\.n3:1:18: error: This is TriG .*Rename it to end in \.trig/],
])('validate %s', async (args, code, message) => {
  const { code: found, err, out } = await runInMemory(`validate ${args}`, setup);
  expect(err).toMatch(message);
  expect(err.match(/error|warning/g)).toHaveLength(1);
  expect(out).not.toMatch(/error:|warning:/);
  expect(found).toBe(code);
});
