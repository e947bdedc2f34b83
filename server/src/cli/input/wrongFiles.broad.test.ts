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
    '/data.rdf': '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
    '/data.trig': '<http://e.org/g> { <http://e.org/a> <http://e.org/p> 1 . }',
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
  [
    'data.rdf --shapes shapes.ttl',
    2,
    /^data\.rdf:1:1: error: This is RDF\/XML, .*riot --output=turtle data\.rdf/,
  ],
  [
    'data.trig --shapes shapes.ttl',
    2,
    /^data\.trig:1:18: error: This is TriG .*riot --output=turtle data\.trig/,
  ],
])('validate %s', async (args, code, message) => {
  const { code: found, err, out } = await runInMemory(`validate ${args}`, setup);
  expect(err).toMatch(message);
  expect(err.match(/error|warning/g)).toHaveLength(1);
  expect(out).not.toMatch(/error:|warning:/);
  expect(found).toBe(code);
});
