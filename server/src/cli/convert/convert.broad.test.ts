import { describe, expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = '#- /data.ttl\nex:a ex:p 1 .';
const texts = {
  '/data.jsonld': `{ "@context": { "ex": "http://example.org/ns#", "name": "ex:name" },
    "@id": "#ann", "@type": "ex:Person", "name": ["Ann", "A."],
    "ex:friends": { "@list": [{ "@id": "ex:bob" }, { "name": "Cid" }] } }`,
  '/data.rdf': `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/ns#">
    <ex:Person rdf:ID="ann"><ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">7</ex:age></ex:Person>
  </rdf:RDF>`,
  '/data.nq': `<http://example.org/ns#a> <http://example.org/ns#p> "1" .
    <http://example.org/ns#a> <http://example.org/ns#p> "2" <http://example.org/ns#g> .`,
  '/broken.jsonld': '{ "@id": "http://example.org/a", }',
};
const setup = { files, texts };

describe('as Turtle', () => {
  test.each([
    'convert data.jsonld -',
    'convert data.rdf -',
    'convert data.nq -',
    'convert data.nq - --graph http://example.org/ns#g',
  ])('%s', async (command) => {
    const { out, err, code } = await runInMemory(command, setup);
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatchSnapshot();
  });
});

describe('with graphs and comments', () => {
  const given = {
    files: '',
    texts: {
      ...texts,
      '/in.ttl': '# top\n<#me> a <Person> . # who\n',
      '/in.trig':
        'PREFIX ex: <http://example.org/ns#>\n# one\nex:g { ex:a ex:p _:b # last\n}\n{ _:b ex:q <> }',
      '/named.nq': '<urn:a> <urn:p> <urn:b> _:g .',
      '/unnamed.trig': '[] { <urn:a> <urn:p> 1 }',
    },
  };
  test.each([
    ['data.nq', 'trig'],
    ['in.trig', 'ttl'],
    ['in.trig', 'nq'],
    ['in.ttl', 'trig'],
    ['data.rdf', 'nq'],
  ])('%s as %s', async (from, to) => {
    const { err, code, written } = await runInMemory(`convert ${from} out.${to}`, given);
    expect({ err, code }).toEqual({ err: expect.stringMatching(/^out\.\w+: \d triples?\.\n$/), code: 0 });
    const text = written[`/out.${to}`]!;
    // Labels go by what else the process has read.
    expect(text.replace(/_:\w{4,}/g, '_:label')).toMatchSnapshot();
  });

  test.each(['named.nq out.trig', 'unnamed.trig out.nq'])('%s is refused', async (args) => {
    const { err, code, written } = await runInMemory(`convert ${args}`, given);
    expect(err).toContain('has a graph that no IRI names. Give it one to keep it apart.');
    expect({ code, written }).toEqual({ code: 2, written: {} });
  });
});

test('as N-Triples, into a file', async () => {
  const run = await runInMemory('convert data.rdf out.nt', setup);
  expect(run).toMatchObject({ out: '', err: 'out.nt: 2 triples.\n', code: 0 });
});

test.each([
  ['convert data.jsonld', 'give two files'],
  ['convert data.jsonld out.csv', "'out.csv' does not name a format that can be written"],
  ['convert data.ttl out.ttl', "'data.ttl' is Turtle already."],
  ['convert none.jsonld out.ttl', 'none.jsonld'],
  [
    'convert broken.jsonld out.ttl',
    'broken.jsonld:1:34: This is not JSON: a key in double quotes is expected. Nothing was written.',
  ],
])('%s is refused', async (command, reason) => {
  const { out, err, code } = await runInMemory(command, setup);
  expect(err).toContain(reason);
  expect({ out, code }).toEqual({ out: '', code: 2 });
});
